# Filters under autoescape, where Markup and plain text meet.
@data {"s": "Hello World", "ml": "a\nb\r\n\nc d\u2028e\n", "uni": "Straße ǆ ŉ İ ΑΣ ﬁx 🎉 é", "html": "<a href=\"x\">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;", "n": 5, "neg": -7, "f": 2.675, "lst": [3, 1, 2], "strs": ["b", "A", "a", "B", "c"], "mix": [1, "a", null], "d": {"b": 2, "a": 1, "C": {"x": [1, 2]}}, "rows": [{"n": "x", "v": 3, "t": {"k": [1, 2]}}, {"n": "Y", "v": 1, "t": {"k": [0]}}, {"n": "y", "v": 2}], "empty": "", "e_l": [], "e_d": {}, "deep": {"a": [1, [2, [3, {"k": "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvv", "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}]]], "s": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}, "longs": "The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co", "fl": [1.5, -0.0, 1e+16, 0.1], "nl": [[1, "a"], [2, "b"], [3, "c"]], "dd": {"x y": "<1>", "k": null, "é": "ü/ "}, "none_l": [null, null], "bl": [true, 1, 1.0, false, 0]}
{% autoescape true %}{{ (html)|join('<') }} {{ [(html)|join('<')] }}{% endautoescape %} => &lt;&lt;a&lt; &lt;h&lt;r&lt;e&lt;f&lt;=&lt;&#34;&lt;x&lt;&#34;&lt;&gt;&lt;T&lt;&amp;&lt;a&lt;m&lt;p&lt;;&lt;&#39;&lt;c&lt;&lt;&lt;/&lt;a&lt;&gt;&lt; &lt;&lt;&lt;!&lt;-&lt;-&lt; &lt;c&lt; &lt;-&lt;-&lt;&gt;&lt; &lt;&amp;&lt;l&lt;t&lt;;&lt;&amp;&lt;n&lt;b&lt;s&lt;p&lt;;&lt;&amp;&lt;e&lt;a&lt;c&lt;u&lt;t&lt;e&lt; &lt;&amp;&lt;#&lt;6&lt;5&lt;;&lt;&amp;&lt;#&lt;x&lt;4&lt;2&lt;; [&#39;&lt;&lt;a&lt; &lt;h&lt;r&lt;e&lt;f&lt;=&lt;&#34;&lt;x&lt;&#34;&lt;&gt;&lt;T&lt;&amp;&lt;a&lt;m&lt;p&lt;;&lt;\\&#39;&lt;c&lt;&lt;&lt;/&lt;a&lt;&gt;&lt; &lt;&lt;&lt;!&lt;-&lt;-&lt; &lt;c&lt; &lt;-&lt;-&lt;&gt;&lt; &lt;&amp;&lt;l&lt;t&lt;;&lt;&amp;&lt;n&lt;b&lt;s&lt;p&lt;;&lt;&amp;&lt;e&lt;a&lt;c&lt;u&lt;t&lt;e&lt; &lt;&amp;&lt;#&lt;6&lt;5&lt;;&lt;&amp;&lt;#&lt;x&lt;4&lt;2&lt;;&#39;]
{% autoescape true %}{{ (html)|join('<'|e) }} {{ [(html)|join('<'|e)] }}{% endautoescape %} => &lt;&lt;a&lt; &lt;h&lt;r&lt;e&lt;f&lt;=&lt;&#34;&lt;x&lt;&#34;&lt;&gt;&lt;T&lt;&amp;&lt;a&lt;m&lt;p&lt;;&lt;&#39;&lt;c&lt;&lt;&lt;/&lt;a&lt;&gt;&lt; &lt;&lt;&lt;!&lt;-&lt;-&lt; &lt;c&lt; &lt;-&lt;-&lt;&gt;&lt; &lt;&amp;&lt;l&lt;t&lt;;&lt;&amp;&lt;n&lt;b&lt;s&lt;p&lt;;&lt;&amp;&lt;e&lt;a&lt;c&lt;u&lt;t&lt;e&lt; &lt;&amp;&lt;#&lt;6&lt;5&lt;;&lt;&amp;&lt;#&lt;x&lt;4&lt;2&lt;; [Markup(&#39;&amp;lt;&amp;lt;a&amp;lt; &amp;lt;h&amp;lt;r&amp;lt;e&amp;lt;f&amp;lt;=&amp;lt;&amp;#34;&amp;lt;x&amp;lt;&amp;#34;&amp;lt;&amp;gt;&amp;lt;T&amp;lt;&amp;amp;&amp;lt;a&amp;lt;m&amp;lt;p&amp;lt;;&amp;lt;&amp;#39;&amp;lt;c&amp;lt;&amp;lt;&amp;lt;/&amp;lt;a&amp;lt;&amp;gt;&amp;lt; &amp;lt;&amp;lt;&amp;lt;!&amp;lt;-&amp;lt;-&amp;lt; &amp;lt;c&amp;lt; &amp;lt;-&amp;lt;-&amp;lt;&amp;gt;&amp;lt; &amp;lt;&amp;amp;&amp;lt;l&amp;lt;t&amp;lt;;&amp;lt;&amp;amp;&amp;lt;n&amp;lt;b&amp;lt;s&amp;lt;p&amp;lt;;&amp;lt;&amp;amp;&amp;lt;e&amp;lt;a&amp;lt;c&amp;lt;u&amp;lt;t&amp;lt;e&amp;lt; &amp;lt;&amp;amp;&amp;lt;#&amp;lt;6&amp;lt;5&amp;lt;;&amp;lt;&amp;amp;&amp;lt;#&amp;lt;x&amp;lt;4&amp;lt;2&amp;lt;;&#39;)]
{% autoescape true %}{{ (html)|join('&','n') }} {{ [(html)|join('&','n')] }}{% endautoescape %} => &amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp; [&#39;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|join('<') }} {{ [(('<a b>'|e))|join('<')] }}{% endautoescape %} => &amp;&lt;l&lt;t&lt;;&lt;a&lt; &lt;b&lt;&amp;&lt;g&lt;t&lt;; [&#39;&amp;&lt;l&lt;t&lt;;&lt;a&lt; &lt;b&lt;&amp;&lt;g&lt;t&lt;;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|join('<'|e) }} {{ [(('<a b>'|e))|join('<'|e)] }}{% endautoescape %} => &amp;&lt;l&lt;t&lt;;&lt;a&lt; &lt;b&lt;&amp;&lt;g&lt;t&lt;; [Markup(&#39;&amp;amp;&amp;lt;l&amp;lt;t&amp;lt;;&amp;lt;a&amp;lt; &amp;lt;b&amp;lt;&amp;amp;&amp;lt;g&amp;lt;t&amp;lt;;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|join('&','n') }} {{ [(('<a b>'|e))|join('&','n')] }}{% endautoescape %} => &amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp; [&#39;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&#39;]
{% autoescape true %}{{ (n)|join('<') }} {{ [(n)|join('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|join('<'|e) }} {{ [(n)|join('<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|join('&','n') }} {{ [(n)|join('&','n')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|join('<') }} {{ [(undef)|join('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (undef)|join('<'|e) }} {{ [(undef)|join('<'|e)] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (undef)|join('&','n') }} {{ [(undef)|join('&','n')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|join('<') }} {{ [(none)|join('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|join('<'|e) }} {{ [(none)|join('<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|join('&','n') }} {{ [(none)|join('&','n')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|join('<') }} {{ [(['<',('<'|e),1])|join('<')] }}{% endautoescape %} => &lt;&lt;&lt;&lt;1 [Markup(&#39;&amp;lt;&amp;lt;&amp;lt;&amp;lt;1&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|join('<'|e) }} {{ [(['<',('<'|e),1])|join('<'|e)] }}{% endautoescape %} => &lt;&lt;&lt;&lt;1 [Markup(&#39;&amp;lt;&amp;lt;&amp;lt;&amp;lt;1&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|join('&','n') }} {{ [(['<',('<'|e),1])|join('&','n')] }}{% endautoescape %} => &amp;&amp; [&#39;&amp;&amp;&#39;]
{% autoescape true %}{{ ([1,'&'])|join('<') }} {{ [([1,'&'])|join('<')] }}{% endautoescape %} => 1&lt;&amp; [&#39;1&lt;&amp;&#39;]
{% autoescape true %}{{ ([1,'&'])|join('<'|e) }} {{ [([1,'&'])|join('<'|e)] }}{% endautoescape %} => 1&lt;&amp; [Markup(&#39;1&amp;lt;&amp;amp;&#39;)]
{% autoescape true %}{{ ([1,'&'])|join('&','n') }} {{ [([1,'&'])|join('&','n')] }}{% endautoescape %} => &amp; [&#39;&amp;&#39;]
{% autoescape true %}{{ (['<'|e])|join('<') }} {{ [(['<'|e])|join('<')] }}{% endautoescape %} => &lt; [Markup(&#39;&amp;lt;&#39;)]
{% autoescape true %}{{ (['<'|e])|join('<'|e) }} {{ [(['<'|e])|join('<'|e)] }}{% endautoescape %} => &lt; [Markup(&#39;&amp;lt;&#39;)]
{% autoescape true %}{{ (['<'|e])|join('&','n') }} {{ [(['<'|e])|join('&','n')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (dd)|join('<') }} {{ [(dd)|join('<')] }}{% endautoescape %} => x y&lt;k&lt;é [&#39;x y&lt;k&lt;é&#39;]
{% autoescape true %}{{ (dd)|join('<'|e) }} {{ [(dd)|join('<'|e)] }}{% endautoescape %} => x y&lt;k&lt;é [Markup(&#39;x y&amp;lt;k&amp;lt;é&#39;)]
{% autoescape true %}{{ (dd)|join('&','n') }} {{ [(dd)|join('&','n')] }}{% endautoescape %} => &amp;&amp; [&#39;&amp;&amp;&#39;]
{% autoescape true %}{{ (d)|join('<') }} {{ [(d)|join('<')] }}{% endautoescape %} => b&lt;a&lt;C [&#39;b&lt;a&lt;C&#39;]
{% autoescape true %}{{ (d)|join('<'|e) }} {{ [(d)|join('<'|e)] }}{% endautoescape %} => b&lt;a&lt;C [Markup(&#39;b&amp;lt;a&amp;lt;C&#39;)]
{% autoescape true %}{{ (d)|join('&','n') }} {{ [(d)|join('&','n')] }}{% endautoescape %} => &amp;&amp; [&#39;&amp;&amp;&#39;]
{% autoescape true %}{{ ('')|join('<') }} {{ [('')|join('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|join('<'|e) }} {{ [('')|join('<'|e)] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ ('')|join('&','n') }} {{ [('')|join('&','n')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|replace('<','&') }} {{ [(html)|replace('<','&')] }}{% endautoescape %} => &amp;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&amp;/a&gt; &amp;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&amp;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&amp;/a&gt; &amp;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (html)|replace('<'|e,'&') }} {{ [(html)|replace('<'|e,'&')] }}{% endautoescape %} => &amp;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&amp;/a&gt; &amp;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;amp;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;amp;/a&amp;gt; &amp;amp;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (html)|replace('a','<'|e) }} {{ [(html)|replace('a','<'|e)] }}{% endautoescape %} => &lt;&lt; href=&#34;x&#34;&gt;T&&lt;mp;&lt;mp;&#39;c&lt;/&lt;&gt; &lt;!-- c --&gt; &&lt;mp;lt;&&lt;mp;nbsp;&&lt;mp;e&lt;cute &&lt;mp;#65;&&lt;mp;#x42; [Markup(&#39;&amp;lt;&amp;lt; href=&amp;#34;x&amp;#34;&amp;gt;T&amp;&amp;lt;mp;&amp;lt;mp;&amp;#39;c&amp;lt;/&amp;lt;&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;&amp;lt;mp;lt;&amp;&amp;lt;mp;nbsp;&amp;&amp;lt;mp;e&amp;lt;cute &amp;&amp;lt;mp;#65;&amp;&amp;lt;mp;#x42;&#39;)]
{% autoescape true %}{{ (html)|replace('&','<') }} {{ [(html)|replace('&','<')] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&lt;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &lt;lt;&lt;nbsp;&lt;eacute &lt;#65;&lt;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&lt;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &lt;lt;&lt;nbsp;&lt;eacute &lt;#65;&lt;#x42;&#39;]
{% autoescape true %}{{ (html)|replace('a','b',1) }} {{ [(html)|replace('a','b',1)] }}{% endautoescape %} => &lt;b href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;b href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|replace('<','&') }} {{ [(('<a b>'|e))|replace('<','&')] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|replace('<'|e,'&') }} {{ [(('<a b>'|e))|replace('<'|e,'&')] }}{% endautoescape %} => &amp;a b&gt; [Markup(&#39;&amp;amp;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|replace('a','<'|e) }} {{ [(('<a b>'|e))|replace('a','<'|e)] }}{% endautoescape %} => &lt;&lt; b&gt; [Markup(&#39;&amp;lt;&amp;lt; b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|replace('&','<') }} {{ [(('<a b>'|e))|replace('&','<')] }}{% endautoescape %} => &lt;lt;a b&lt;gt; [Markup(&#39;&amp;lt;lt;a b&amp;lt;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|replace('a','b',1) }} {{ [(('<a b>'|e))|replace('a','b',1)] }}{% endautoescape %} => &lt;b b&gt; [Markup(&#39;&amp;lt;b b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|replace('<','&') }} {{ [(n)|replace('<','&')] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (n)|replace('<'|e,'&') }} {{ [(n)|replace('<'|e,'&')] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (n)|replace('a','<'|e) }} {{ [(n)|replace('a','<'|e)] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (n)|replace('&','<') }} {{ [(n)|replace('&','<')] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (n)|replace('a','b',1) }} {{ [(n)|replace('a','b',1)] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|replace('<','&') }} {{ [(undef)|replace('<','&')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (undef)|replace('<'|e,'&') }} {{ [(undef)|replace('<'|e,'&')] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (undef)|replace('a','<'|e) }} {{ [(undef)|replace('a','<'|e)] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (undef)|replace('&','<') }} {{ [(undef)|replace('&','<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (undef)|replace('a','b',1) }} {{ [(undef)|replace('a','b',1)] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|replace('<','&') }} {{ [(none)|replace('<','&')] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (none)|replace('<'|e,'&') }} {{ [(none)|replace('<'|e,'&')] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (none)|replace('a','<'|e) }} {{ [(none)|replace('a','<'|e)] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (none)|replace('&','<') }} {{ [(none)|replace('&','<')] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (none)|replace('a','b',1) }} {{ [(none)|replace('a','b',1)] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|replace('<','&') }} {{ [(['<',('<'|e),1])|replace('<','&')] }}{% endautoescape %} => [&#39;&amp;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&amp;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ (['<',('<'|e),1])|replace('<'|e,'&') }} {{ [(['<',('<'|e),1])|replace('<'|e,'&')] }}{% endautoescape %} => [&#39;&amp;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;amp;&amp;#39;, Markup(&amp;#39;&amp;amp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|replace('a','<'|e) }} {{ [(['<',('<'|e),1])|replace('a','<'|e)] }}{% endautoescape %} => [&#39;&lt;&#39;, M&lt;rkup(&#39;&&lt;mp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;lt;&amp;#39;, M&amp;lt;rkup(&amp;#39;&amp;&amp;lt;mp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|replace('&','<') }} {{ [(['<',('<'|e),1])|replace('&','<')] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&lt;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&lt;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ (['<',('<'|e),1])|replace('a','b',1) }} {{ [(['<',('<'|e),1])|replace('a','b',1)] }}{% endautoescape %} => [&#39;&lt;&#39;, Mbrkup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Mbrkup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|replace('<','&') }} {{ [([1,'&'])|replace('<','&')] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ ([1,'&'])|replace('<'|e,'&') }} {{ [([1,'&'])|replace('<'|e,'&')] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;amp;&amp;#39;]&#39;)]
{% autoescape true %}{{ ([1,'&'])|replace('a','<'|e) }} {{ [([1,'&'])|replace('a','<'|e)] }}{% endautoescape %} => [1, &#39;&&lt;mp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;&amp;lt;mp;&amp;#39;]&#39;)]
{% autoescape true %}{{ ([1,'&'])|replace('&','<') }} {{ [([1,'&'])|replace('&','<')] }}{% endautoescape %} => [1, &#39;&lt;&#39;] [&#34;[1, &#39;&lt;&#39;]&#34;]
{% autoescape true %}{{ ([1,'&'])|replace('a','b',1) }} {{ [([1,'&'])|replace('a','b',1)] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|replace('<','&') }} {{ [(['<'|e])|replace('<','&')] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (['<'|e])|replace('<'|e,'&') }} {{ [(['<'|e])|replace('<'|e,'&')] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [Markup(&#39;[Markup(&amp;#39;&amp;amp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (['<'|e])|replace('a','<'|e) }} {{ [(['<'|e])|replace('a','<'|e)] }}{% endautoescape %} => [M&lt;rkup(&#39;&&lt;mp;lt;&#39;)] [Markup(&#39;[M&amp;lt;rkup(&amp;#39;&amp;&amp;lt;mp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (['<'|e])|replace('&','<') }} {{ [(['<'|e])|replace('&','<')] }}{% endautoescape %} => [Markup(&#39;&lt;lt;&#39;)] [&#34;[Markup(&#39;&lt;lt;&#39;)]&#34;]
{% autoescape true %}{{ (['<'|e])|replace('a','b',1) }} {{ [(['<'|e])|replace('a','b',1)] }}{% endautoescape %} => [Mbrkup(&#39;&amp;lt;&#39;)] [&#34;[Mbrkup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|replace('<','&') }} {{ [(dd)|replace('<','&')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&amp;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&amp;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (dd)|replace('<'|e,'&') }} {{ [(dd)|replace('<'|e,'&')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&amp;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;amp;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (dd)|replace('a','<'|e) }} {{ [(dd)|replace('a','<'|e)] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;lt;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (dd)|replace('&','<') }} {{ [(dd)|replace('&','<')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (dd)|replace('a','b',1) }} {{ [(dd)|replace('a','b',1)] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|replace('<','&') }} {{ [(d)|replace('<','&')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ (d)|replace('<'|e,'&') }} {{ [(d)|replace('<'|e,'&')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;a&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ (d)|replace('a','<'|e) }} {{ [(d)|replace('a','<'|e)] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;&lt;&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;&amp;lt;&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ (d)|replace('&','<') }} {{ [(d)|replace('&','<')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ (d)|replace('a','b',1) }} {{ [(d)|replace('a','b',1)] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;b&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;b&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|replace('<','&') }} {{ [('')|replace('<','&')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|replace('<'|e,'&') }} {{ [('')|replace('<'|e,'&')] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ ('')|replace('a','<'|e) }} {{ [('')|replace('a','<'|e)] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ ('')|replace('&','<') }} {{ [('')|replace('&','<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|replace('a','b',1) }} {{ [('')|replace('a','b',1)] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|upper }} {{ [(html)|upper] }}{% endautoescape %} => &lt;A HREF=&#34;X&#34;&gt;T&amp;AMP;&#39;C&lt;/A&gt; &lt;!-- C --&gt; &amp;LT;&amp;NBSP;&amp;EACUTE &amp;#65;&amp;#X42; [&#39;&lt;A HREF=&#34;X&#34;&gt;T&amp;AMP;\\&#39;C&lt;/A&gt; &lt;!-- C --&gt; &amp;LT;&amp;NBSP;&amp;EACUTE &amp;#65;&amp;#X42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|upper }} {{ [(('<a b>'|e))|upper] }}{% endautoescape %} => &LT;A B&GT; [Markup(&#39;&amp;LT;A B&amp;GT;&#39;)]
{% autoescape true %}{{ (n)|upper }} {{ [(n)|upper] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|upper }} {{ [(undef)|upper] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|upper }} {{ [(none)|upper] }}{% endautoescape %} => NONE [&#39;NONE&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|upper }} {{ [(['<',('<'|e),1])|upper] }}{% endautoescape %} => [&#39;&lt;&#39;, MARKUP(&#39;&amp;LT;&#39;), 1] [&#34;[&#39;&lt;&#39;, MARKUP(&#39;&amp;LT;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|upper }} {{ [([1,'&'])|upper] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|upper }} {{ [(['<'|e])|upper] }}{% endautoescape %} => [MARKUP(&#39;&amp;LT;&#39;)] [&#34;[MARKUP(&#39;&amp;LT;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|upper }} {{ [(dd)|upper] }}{% endautoescape %} => {&#39;X Y&#39;: &#39;&lt;1&gt;&#39;, &#39;K&#39;: NONE, &#39;É&#39;: &#39;Ü/ &#39;} [&#34;{&#39;X Y&#39;: &#39;&lt;1&gt;&#39;, &#39;K&#39;: NONE, &#39;É&#39;: &#39;Ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|upper }} {{ [(d)|upper] }}{% endautoescape %} => {&#39;B&#39;: 2, &#39;A&#39;: 1, &#39;C&#39;: {&#39;X&#39;: [1, 2]}} [&#34;{&#39;B&#39;: 2, &#39;A&#39;: 1, &#39;C&#39;: {&#39;X&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|upper }} {{ [('')|upper] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|title }} {{ [(html)|title] }}{% endautoescape %} => &lt;A Href=&#34;x&#34;&gt;t&amp;amp;&#39;c&lt;/a&gt; &lt;!-- C --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;A Href=&#34;x&#34;&gt;t&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- C --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|title }} {{ [(('<a b>'|e))|title] }}{% endautoescape %} => &amp;lt;a B&amp;gt; [&#39;&amp;lt;a B&amp;gt;&#39;]
{% autoescape true %}{{ (n)|title }} {{ [(n)|title] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|title }} {{ [(undef)|title] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|title }} {{ [(none)|title] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|title }} {{ [(['<',('<'|e),1])|title] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|title }} {{ [([1,'&'])|title] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|title }} {{ [(['<'|e])|title] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|title }} {{ [(dd)|title] }}{% endautoescape %} => {&#39;x Y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x Y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|title }} {{ [(d)|title] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|title }} {{ [('')|title] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|trim }} {{ [(html)|trim] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (html)|trim('<') }} {{ [(html)|trim('<')] }}{% endautoescape %} => a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|trim }} {{ [(('<a b>'|e))|trim] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|trim('<') }} {{ [(('<a b>'|e))|trim('<')] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|trim }} {{ [(n)|trim] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (n)|trim('<') }} {{ [(n)|trim('<')] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|trim }} {{ [(undef)|trim] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (undef)|trim('<') }} {{ [(undef)|trim('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|trim }} {{ [(none)|trim] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (none)|trim('<') }} {{ [(none)|trim('<')] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|trim }} {{ [(['<',('<'|e),1])|trim] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ (['<',('<'|e),1])|trim('<') }} {{ [(['<',('<'|e),1])|trim('<')] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|trim }} {{ [([1,'&'])|trim] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ ([1,'&'])|trim('<') }} {{ [([1,'&'])|trim('<')] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|trim }} {{ [(['<'|e])|trim] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (['<'|e])|trim('<') }} {{ [(['<'|e])|trim('<')] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|trim }} {{ [(dd)|trim] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (dd)|trim('<') }} {{ [(dd)|trim('<')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|trim }} {{ [(d)|trim] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ (d)|trim('<') }} {{ [(d)|trim('<')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|trim }} {{ [('')|trim] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|trim('<') }} {{ [('')|trim('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|indent(2) }} {{ [(html)|indent(2)] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (html)|indent('<') }} {{ [(html)|indent('<')] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (html)|indent('<'|e,true) }} {{ [(html)|indent('<'|e,true)] }}{% endautoescape %} => &lt;&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;lt;&amp;lt;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;lt;/a&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|indent(2) }} {{ [(('<a b>'|e))|indent(2)] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|indent('<') }} {{ [(('<a b>'|e))|indent('<')] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|indent('<'|e,true) }} {{ [(('<a b>'|e))|indent('<'|e,true)] }}{% endautoescape %} => &lt;&lt;a b&gt; [Markup(&#39;&amp;lt;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|indent(2) }} {{ [(n)|indent(2)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|indent('<') }} {{ [(n)|indent('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|indent('<'|e,true) }} {{ [(n)|indent('<'|e,true)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|indent(2) }} {{ [(undef)|indent(2)] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (undef)|indent('<') }} {{ [(undef)|indent('<')] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (undef)|indent('<'|e,true) }} {{ [(undef)|indent('<'|e,true)] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (none)|indent(2) }} {{ [(none)|indent(2)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|indent('<') }} {{ [(none)|indent('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|indent('<'|e,true) }} {{ [(none)|indent('<'|e,true)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|indent(2) }} {{ [(dd)|indent(2)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|indent('<') }} {{ [(dd)|indent('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|indent('<'|e,true) }} {{ [(dd)|indent('<'|e,true)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|indent(2) }} {{ [(d)|indent(2)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|indent('<') }} {{ [(d)|indent('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|indent('<'|e,true) }} {{ [(d)|indent('<'|e,true)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|indent(2) }} {{ [('')|indent(2)] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|indent('<') }} {{ [('')|indent('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|indent('<'|e,true) }} {{ [('')|indent('<'|e,true)] }}{% endautoescape %} => &lt; [Markup(&#39;&amp;lt;&#39;)]
{% autoescape true %}{{ (html)|escape }} {{ [(html)|escape] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;lt;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;lt;/a&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|escape }} {{ [(('<a b>'|e))|escape] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|escape }} {{ [(n)|escape] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (undef)|escape }} {{ [(undef)|escape] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (none)|escape }} {{ [(none)|escape] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|escape }} {{ [(['<',('<'|e),1])|escape] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;lt;&amp;#39;, Markup(&amp;#39;&amp;amp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ ([1,'&'])|escape }} {{ [([1,'&'])|escape] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;amp;&amp;#39;]&#39;)]
{% autoescape true %}{{ (['<'|e])|escape }} {{ [(['<'|e])|escape] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [Markup(&#39;[Markup(&amp;#39;&amp;amp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (dd)|escape }} {{ [(dd)|escape] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;lt;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (d)|escape }} {{ [(d)|escape] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;a&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ ('')|escape }} {{ [('')|escape] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (html)|forceescape }} {{ [(html)|forceescape] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;lt;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;lt;/a&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|forceescape }} {{ [(('<a b>'|e))|forceescape] }}{% endautoescape %} => &amp;lt;a b&amp;gt; [Markup(&#39;&amp;amp;lt;a b&amp;amp;gt;&#39;)]
{% autoescape true %}{{ (n)|forceescape }} {{ [(n)|forceescape] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (undef)|forceescape }} {{ [(undef)|forceescape] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (none)|forceescape }} {{ [(none)|forceescape] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|forceescape }} {{ [(['<',('<'|e),1])|forceescape] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;lt;&amp;#39;, Markup(&amp;#39;&amp;amp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ ([1,'&'])|forceescape }} {{ [([1,'&'])|forceescape] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;amp;&amp;#39;]&#39;)]
{% autoescape true %}{{ (['<'|e])|forceescape }} {{ [(['<'|e])|forceescape] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [Markup(&#39;[Markup(&amp;#39;&amp;amp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (dd)|forceescape }} {{ [(dd)|forceescape] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;lt;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (d)|forceescape }} {{ [(d)|forceescape] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;a&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ ('')|forceescape }} {{ [('')|forceescape] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (html)|safe }} {{ [(html)|safe] }}{% endautoescape %} => <a href="x">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42; [Markup(&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|safe }} {{ [(('<a b>'|e))|safe] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|safe }} {{ [(n)|safe] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (undef)|safe }} {{ [(undef)|safe] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (none)|safe }} {{ [(none)|safe] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|safe }} {{ [(['<',('<'|e),1])|safe] }}{% endautoescape %} => ['<', Markup('&lt;'), 1] [Markup(&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;)]
{% autoescape true %}{{ ([1,'&'])|safe }} {{ [([1,'&'])|safe] }}{% endautoescape %} => [1, '&'] [Markup(&#34;[1, &#39;&amp;&#39;]&#34;)]
{% autoescape true %}{{ (['<'|e])|safe }} {{ [(['<'|e])|safe] }}{% endautoescape %} => [Markup('&lt;')] [Markup(&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;)]
{% autoescape true %}{{ (dd)|safe }} {{ [(dd)|safe] }}{% endautoescape %} => {'x y': '<1>', 'k': None, 'é': 'ü/ '} [Markup(&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;)]
{% autoescape true %}{{ (d)|safe }} {{ [(d)|safe] }}{% endautoescape %} => {'b': 2, 'a': 1, 'C': {'x': [1, 2]}} [Markup(&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;)]
{% autoescape true %}{{ ('')|safe }} {{ [('')|safe] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (html)|xmlattr }} {{ [(html)|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (html)|xmlattr(false) }} {{ [(html)|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|xmlattr }} {{ [(('<a b>'|e))|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|xmlattr(false) }} {{ [(('<a b>'|e))|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|xmlattr }} {{ [(n)|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|xmlattr(false) }} {{ [(n)|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|xmlattr }} {{ [(undef)|xmlattr] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (undef)|xmlattr(false) }} {{ [(undef)|xmlattr(false)] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (none)|xmlattr }} {{ [(none)|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|xmlattr(false) }} {{ [(none)|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|xmlattr }} {{ [(['<',('<'|e),1])|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|xmlattr(false) }} {{ [(['<',('<'|e),1])|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|xmlattr }} {{ [([1,'&'])|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|xmlattr(false) }} {{ [([1,'&'])|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|xmlattr }} {{ [(['<'|e])|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|xmlattr(false) }} {{ [(['<'|e])|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|xmlattr }} {{ [(dd)|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|xmlattr(false) }} {{ [(dd)|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|xmlattr }} {{ [(d)|xmlattr] }}{% endautoescape %} =>  b="2" a="1" C="{&#39;x&#39;: [1, 2]}" [Markup(&#39; b=&#34;2&#34; a=&#34;1&#34; C=&#34;{&amp;#39;x&amp;#39;: [1, 2]}&#34;&#39;)]
{% autoescape true %}{{ (d)|xmlattr(false) }} {{ [(d)|xmlattr(false)] }}{% endautoescape %} => b="2" a="1" C="{&#39;x&#39;: [1, 2]}" [Markup(&#39;b=&#34;2&#34; a=&#34;1&#34; C=&#34;{&amp;#39;x&amp;#39;: [1, 2]}&#34;&#39;)]
{% autoescape true %}{{ ('')|xmlattr }} {{ [('')|xmlattr] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|xmlattr(false) }} {{ [('')|xmlattr(false)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (html)|urlize }} {{ [(html)|urlize] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;lt;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;lt;/a&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (html)|urlize(5,true,'<') }} {{ [(html)|urlize(5,true,'<')] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [Markup(&#39;&amp;lt;a href=&amp;#34;x&amp;#34;&amp;gt;T&amp;amp;amp;&amp;#39;c&amp;lt;/a&amp;gt; &amp;lt;!-- c --&amp;gt; &amp;amp;lt;&amp;amp;nbsp;&amp;amp;eacute &amp;amp;#65;&amp;amp;#x42;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|urlize }} {{ [(('<a b>'|e))|urlize] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|urlize(5,true,'<') }} {{ [(('<a b>'|e))|urlize(5,true,'<')] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|urlize }} {{ [(n)|urlize] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (n)|urlize(5,true,'<') }} {{ [(n)|urlize(5,true,'<')] }}{% endautoescape %} => 5 [Markup(&#39;5&#39;)]
{% autoescape true %}{{ (undef)|urlize }} {{ [(undef)|urlize] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (undef)|urlize(5,true,'<') }} {{ [(undef)|urlize(5,true,'<')] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (none)|urlize }} {{ [(none)|urlize] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (none)|urlize(5,true,'<') }} {{ [(none)|urlize(5,true,'<')] }}{% endautoescape %} => None [Markup(&#39;None&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|urlize }} {{ [(['<',('<'|e),1])|urlize] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;lt;&amp;#39;, Markup(&amp;#39;&amp;amp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ (['<',('<'|e),1])|urlize(5,true,'<') }} {{ [(['<',('<'|e),1])|urlize(5,true,'<')] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [Markup(&#39;[&amp;#39;&amp;lt;&amp;#39;, Markup(&amp;#39;&amp;amp;lt;&amp;#39;), 1]&#39;)]
{% autoescape true %}{{ ([1,'&'])|urlize }} {{ [([1,'&'])|urlize] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;amp;&amp;#39;]&#39;)]
{% autoescape true %}{{ ([1,'&'])|urlize(5,true,'<') }} {{ [([1,'&'])|urlize(5,true,'<')] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [Markup(&#39;[1, &amp;#39;&amp;amp;&amp;#39;]&#39;)]
{% autoescape true %}{{ (['<'|e])|urlize }} {{ [(['<'|e])|urlize] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [Markup(&#39;[Markup(&amp;#39;&amp;amp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (['<'|e])|urlize(5,true,'<') }} {{ [(['<'|e])|urlize(5,true,'<')] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [Markup(&#39;[Markup(&amp;#39;&amp;amp;lt;&amp;#39;)]&#39;)]
{% autoescape true %}{{ (dd)|urlize }} {{ [(dd)|urlize] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;lt;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (dd)|urlize(5,true,'<') }} {{ [(dd)|urlize(5,true,'<')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [Markup(&#39;{&amp;#39;x y&amp;#39;: &amp;#39;&amp;lt;1&amp;gt;&amp;#39;, &amp;#39;k&amp;#39;: None, &amp;#39;é&amp;#39;: &amp;#39;ü/ &amp;#39;}&#39;)]
{% autoescape true %}{{ (d)|urlize }} {{ [(d)|urlize] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;a&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ (d)|urlize(5,true,'<') }} {{ [(d)|urlize(5,true,'<')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [Markup(&#39;{&amp;#39;b&amp;#39;: 2, &amp;#39;a&amp;#39;: 1, &amp;#39;C&amp;#39;: {&amp;#39;x&amp;#39;: [1, 2]}}&#39;)]
{% autoescape true %}{{ ('')|urlize }} {{ [('')|urlize] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ ('')|urlize(5,true,'<') }} {{ [('')|urlize(5,true,'<')] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ (html)|tojson }} {{ [(html)|tojson] }}{% endautoescape %} => &#34;&lt;a href=\\&#34;x\\&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#34; [&#39;&#34;&lt;a href=\\\\&#34;x\\\\&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#34;&#39;]
{% autoescape true %}{{ (html)|tojson(indent=1) }} {{ [(html)|tojson(indent=1)] }}{% endautoescape %} => &#34;&lt;a href=\\&#34;x\\&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#34; [&#39;&#34;&lt;a href=\\\\&#34;x\\\\&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#34;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|tojson }} {{ [(('<a b>'|e))|tojson] }}{% endautoescape %} => &#34;&amp;lt;a b&amp;gt;&#34; [&#39;&#34;&amp;lt;a b&amp;gt;&#34;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|tojson(indent=1) }} {{ [(('<a b>'|e))|tojson(indent=1)] }}{% endautoescape %} => &#34;&amp;lt;a b&amp;gt;&#34; [&#39;&#34;&amp;lt;a b&amp;gt;&#34;&#39;]
{% autoescape true %}{{ (n)|tojson }} {{ [(n)|tojson] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (n)|tojson(indent=1) }} {{ [(n)|tojson(indent=1)] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|tojson }} {{ [(undef)|tojson] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|tojson(indent=1) }} {{ [(undef)|tojson(indent=1)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|tojson }} {{ [(none)|tojson] }}{% endautoescape %} => null [&#39;null&#39;]
{% autoescape true %}{{ (none)|tojson(indent=1) }} {{ [(none)|tojson(indent=1)] }}{% endautoescape %} => null [&#39;null&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|tojson }} {{ [(['<',('<'|e),1])|tojson] }}{% endautoescape %} => [&#34;&lt;&#34;, &#34;&amp;lt;&#34;, 1] [&#39;[&#34;&lt;&#34;, &#34;&amp;lt;&#34;, 1]&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|tojson(indent=1) }} {{ [(['<',('<'|e),1])|tojson(indent=1)] }}{% endautoescape %} => [\n &#34;&lt;&#34;,\n &#34;&amp;lt;&#34;,\n 1\n] [&#39;[\\n &#34;&lt;&#34;,\\n &#34;&amp;lt;&#34;,\\n 1\\n]&#39;]
{% autoescape true %}{{ ([1,'&'])|tojson }} {{ [([1,'&'])|tojson] }}{% endautoescape %} => [1, &#34;&amp;&#34;] [&#39;[1, &#34;&amp;&#34;]&#39;]
{% autoescape true %}{{ ([1,'&'])|tojson(indent=1) }} {{ [([1,'&'])|tojson(indent=1)] }}{% endautoescape %} => [\n 1,\n &#34;&amp;&#34;\n] [&#39;[\\n 1,\\n &#34;&amp;&#34;\\n]&#39;]
{% autoescape true %}{{ (['<'|e])|tojson }} {{ [(['<'|e])|tojson] }}{% endautoescape %} => [&#34;&amp;lt;&#34;] [&#39;[&#34;&amp;lt;&#34;]&#39;]
{% autoescape true %}{{ (['<'|e])|tojson(indent=1) }} {{ [(['<'|e])|tojson(indent=1)] }}{% endautoescape %} => [\n &#34;&amp;lt;&#34;\n] [&#39;[\\n &#34;&amp;lt;&#34;\\n]&#39;]
{% autoescape true %}{{ (dd)|tojson }} {{ [(dd)|tojson] }}{% endautoescape %} => {&#34;x y&#34;: &#34;&lt;1&gt;&#34;, &#34;k&#34;: null, &#34;é&#34;: &#34;ü/ &#34;} [&#39;{&#34;x y&#34;: &#34;&lt;1&gt;&#34;, &#34;k&#34;: null, &#34;é&#34;: &#34;ü/ &#34;}&#39;]
{% autoescape true %}{{ (dd)|tojson(indent=1) }} {{ [(dd)|tojson(indent=1)] }}{% endautoescape %} => {\n &#34;x y&#34;: &#34;&lt;1&gt;&#34;,\n &#34;k&#34;: null,\n &#34;é&#34;: &#34;ü/ &#34;\n} [&#39;{\\n &#34;x y&#34;: &#34;&lt;1&gt;&#34;,\\n &#34;k&#34;: null,\\n &#34;é&#34;: &#34;ü/ &#34;\\n}&#39;]
{% autoescape true %}{{ (d)|tojson }} {{ [(d)|tojson] }}{% endautoescape %} => {&#34;b&#34;: 2, &#34;a&#34;: 1, &#34;C&#34;: {&#34;x&#34;: [1, 2]}} [&#39;{&#34;b&#34;: 2, &#34;a&#34;: 1, &#34;C&#34;: {&#34;x&#34;: [1, 2]}}&#39;]
{% autoescape true %}{{ (d)|tojson(indent=1) }} {{ [(d)|tojson(indent=1)] }}{% endautoescape %} => {\n &#34;b&#34;: 2,\n &#34;a&#34;: 1,\n &#34;C&#34;: {\n  &#34;x&#34;: [\n   1,\n   2\n  ]\n }\n} [&#39;{\\n &#34;b&#34;: 2,\\n &#34;a&#34;: 1,\\n &#34;C&#34;: {\\n  &#34;x&#34;: [\\n   1,\\n   2\\n  ]\\n }\\n}&#39;]
{% autoescape true %}{{ ('')|tojson }} {{ [('')|tojson] }}{% endautoescape %} => &#34;&#34; [&#39;&#34;&#34;&#39;]
{% autoescape true %}{{ ('')|tojson(indent=1) }} {{ [('')|tojson(indent=1)] }}{% endautoescape %} => &#34;&#34; [&#39;&#34;&#34;&#39;]
{% autoescape true %}{{ (html)|list }} {{ [(html)|list] }}{% endautoescape %} => [&#39;&lt;&#39;, &#39;a&#39;, &#39; &#39;, &#39;h&#39;, &#39;r&#39;, &#39;e&#39;, &#39;f&#39;, &#39;=&#39;, &#39;&#34;&#39;, &#39;x&#39;, &#39;&#34;&#39;, &#39;&gt;&#39;, &#39;T&#39;, &#39;&amp;&#39;, &#39;a&#39;, &#39;m&#39;, &#39;p&#39;, &#39;;&#39;, &#34;&#39;&#34;, &#39;c&#39;, &#39;&lt;&#39;, &#39;/&#39;, &#39;a&#39;, &#39;&gt;&#39;, &#39; &#39;, &#39;&lt;&#39;, &#39;!&#39;, &#39;-&#39;, &#39;-&#39;, &#39; &#39;, &#39;c&#39;, &#39; &#39;, &#39;-&#39;, &#39;-&#39;, &#39;&gt;&#39;, &#39; &#39;, &#39;&amp;&#39;, &#39;l&#39;, &#39;t&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;n&#39;, &#39;b&#39;, &#39;s&#39;, &#39;p&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;e&#39;, &#39;a&#39;, &#39;c&#39;, &#39;u&#39;, &#39;t&#39;, &#39;e&#39;, &#39; &#39;, &#39;&amp;&#39;, &#39;#&#39;, &#39;6&#39;, &#39;5&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;#&#39;, &#39;x&#39;, &#39;4&#39;, &#39;2&#39;, &#39;;&#39;] [[&#39;&lt;&#39;, &#39;a&#39;, &#39; &#39;, &#39;h&#39;, &#39;r&#39;, &#39;e&#39;, &#39;f&#39;, &#39;=&#39;, &#39;&#34;&#39;, &#39;x&#39;, &#39;&#34;&#39;, &#39;&gt;&#39;, &#39;T&#39;, &#39;&amp;&#39;, &#39;a&#39;, &#39;m&#39;, &#39;p&#39;, &#39;;&#39;, &#34;&#39;&#34;, &#39;c&#39;, &#39;&lt;&#39;, &#39;/&#39;, &#39;a&#39;, &#39;&gt;&#39;, &#39; &#39;, &#39;&lt;&#39;, &#39;!&#39;, &#39;-&#39;, &#39;-&#39;, &#39; &#39;, &#39;c&#39;, &#39; &#39;, &#39;-&#39;, &#39;-&#39;, &#39;&gt;&#39;, &#39; &#39;, &#39;&amp;&#39;, &#39;l&#39;, &#39;t&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;n&#39;, &#39;b&#39;, &#39;s&#39;, &#39;p&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;e&#39;, &#39;a&#39;, &#39;c&#39;, &#39;u&#39;, &#39;t&#39;, &#39;e&#39;, &#39; &#39;, &#39;&amp;&#39;, &#39;#&#39;, &#39;6&#39;, &#39;5&#39;, &#39;;&#39;, &#39;&amp;&#39;, &#39;#&#39;, &#39;x&#39;, &#39;4&#39;, &#39;2&#39;, &#39;;&#39;]]
{% autoescape true %}{{ (('<a b>'|e))|list }} {{ [(('<a b>'|e))|list] }}{% endautoescape %} => [&#39;&amp;&#39;, &#39;l&#39;, &#39;t&#39;, &#39;;&#39;, &#39;a&#39;, &#39; &#39;, &#39;b&#39;, &#39;&amp;&#39;, &#39;g&#39;, &#39;t&#39;, &#39;;&#39;] [[&#39;&amp;&#39;, &#39;l&#39;, &#39;t&#39;, &#39;;&#39;, &#39;a&#39;, &#39; &#39;, &#39;b&#39;, &#39;&amp;&#39;, &#39;g&#39;, &#39;t&#39;, &#39;;&#39;]]
{% autoescape true %}{{ (n)|list }} {{ [(n)|list] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|list }} {{ [(undef)|list] }}{% endautoescape %} => [] [[]]
{% autoescape true %}{{ (none)|list }} {{ [(none)|list] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|list }} {{ [(['<',('<'|e),1])|list] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]]
{% autoescape true %}{{ ([1,'&'])|list }} {{ [([1,'&'])|list] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [[1, &#39;&amp;&#39;]]
{% autoescape true %}{{ (['<'|e])|list }} {{ [(['<'|e])|list] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [[Markup(&#39;&amp;lt;&#39;)]]
{% autoescape true %}{{ (dd)|list }} {{ [(dd)|list] }}{% endautoescape %} => [&#39;x y&#39;, &#39;k&#39;, &#39;é&#39;] [[&#39;x y&#39;, &#39;k&#39;, &#39;é&#39;]]
{% autoescape true %}{{ (d)|list }} {{ [(d)|list] }}{% endautoescape %} => [&#39;b&#39;, &#39;a&#39;, &#39;C&#39;] [[&#39;b&#39;, &#39;a&#39;, &#39;C&#39;]]
{% autoescape true %}{{ ('')|list }} {{ [('')|list] }}{% endautoescape %} => [] [[]]
{% autoescape true %}{{ (html)|first }} {{ [(html)|first] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|first }} {{ [(('<a b>'|e))|first] }}{% endautoescape %} => &amp; [&#39;&amp;&#39;]
{% autoescape true %}{{ (n)|first }} {{ [(n)|first] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|first }} {{ [(undef)|first] }}{% endautoescape %} =>  [Undefined]
{% autoescape true %}{{ (none)|first }} {{ [(none)|first] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|first }} {{ [(['<',('<'|e),1])|first] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ ([1,'&'])|first }} {{ [([1,'&'])|first] }}{% endautoescape %} => 1 [1]
{% autoescape true %}{{ (['<'|e])|first }} {{ [(['<'|e])|first] }}{% endautoescape %} => &lt; [Markup(&#39;&amp;lt;&#39;)]
{% autoescape true %}{{ (dd)|first }} {{ [(dd)|first] }}{% endautoescape %} => x y [&#39;x y&#39;]
{% autoescape true %}{{ (d)|first }} {{ [(d)|first] }}{% endautoescape %} => b [&#39;b&#39;]
{% autoescape true %}{{ ('')|first }} {{ [('')|first] }}{% endautoescape %} =>  [Undefined]
{% autoescape true %}{{ (html)|last }} {{ [(html)|last] }}{% endautoescape %} => ; [&#39;;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|last }} {{ [(('<a b>'|e))|last] }}{% endautoescape %} => ; [Markup(&#39;;&#39;)]
{% autoescape true %}{{ (n)|last }} {{ [(n)|last] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|last }} {{ [(undef)|last] }}{% endautoescape %} =>  [Undefined]
{% autoescape true %}{{ (none)|last }} {{ [(none)|last] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|last }} {{ [(['<',('<'|e),1])|last] }}{% endautoescape %} => 1 [1]
{% autoescape true %}{{ ([1,'&'])|last }} {{ [([1,'&'])|last] }}{% endautoescape %} => &amp; [&#39;&amp;&#39;]
{% autoescape true %}{{ (['<'|e])|last }} {{ [(['<'|e])|last] }}{% endautoescape %} => &lt; [Markup(&#39;&amp;lt;&#39;)]
{% autoescape true %}{{ (dd)|last }} {{ [(dd)|last] }}{% endautoescape %} => é [&#39;é&#39;]
{% autoescape true %}{{ (d)|last }} {{ [(d)|last] }}{% endautoescape %} => C [&#39;C&#39;]
{% autoescape true %}{{ ('')|last }} {{ [('')|last] }}{% endautoescape %} =>  [Undefined]
{% autoescape true %}{{ (html)|string }} {{ [(html)|string] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|string }} {{ [(('<a b>'|e))|string] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|string }} {{ [(n)|string] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|string }} {{ [(undef)|string] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|string }} {{ [(none)|string] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|string }} {{ [(['<',('<'|e),1])|string] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|string }} {{ [([1,'&'])|string] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|string }} {{ [(['<'|e])|string] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|string }} {{ [(dd)|string] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|string }} {{ [(d)|string] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|string }} {{ [('')|string] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|center(9) }} {{ [(html)|center(9)] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|center(9) }} {{ [(('<a b>'|e))|center(9)] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|center(9) }} {{ [(n)|center(9)] }}{% endautoescape %} =>     5     [&#39;    5    &#39;]
{% autoescape true %}{{ (undef)|center(9) }} {{ [(undef)|center(9)] }}{% endautoescape %} =>           [&#39;         &#39;]
{% autoescape true %}{{ (none)|center(9) }} {{ [(none)|center(9)] }}{% endautoescape %} =>    None   [&#39;   None  &#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|center(9) }} {{ [(['<',('<'|e),1])|center(9)] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|center(9) }} {{ [([1,'&'])|center(9)] }}{% endautoescape %} =>  [1, &#39;&amp;&#39;] [&#34; [1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|center(9) }} {{ [(['<'|e])|center(9)] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|center(9) }} {{ [(dd)|center(9)] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|center(9) }} {{ [(d)|center(9)] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|center(9) }} {{ [('')|center(9)] }}{% endautoescape %} =>           [&#39;         &#39;]
{% autoescape true %}{{ (html)|truncate(3,true,'<'|e,0) }} {{ [(html)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (html)|truncate(3,true,'<',0) }} {{ [(html)|truncate(3,true,'<',0)] }}{% endautoescape %} => &lt;a&lt; [&#39;&lt;a&lt;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|truncate(3,true,'<'|e,0) }} {{ [(('<a b>'|e))|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|truncate(3,true,'<',0) }} {{ [(('<a b>'|e))|truncate(3,true,'<',0)] }}{% endautoescape %} => &l&lt; [Markup(&#39;&amp;l&amp;lt;&#39;)]
{% autoescape true %}{{ (n)|truncate(3,true,'<'|e,0) }} {{ [(n)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|truncate(3,true,'<',0) }} {{ [(n)|truncate(3,true,'<',0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|truncate(3,true,'<'|e,0) }} {{ [(undef)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|truncate(3,true,'<',0) }} {{ [(undef)|truncate(3,true,'<',0)] }}{% endautoescape %} =>  [Undefined]
{% autoescape true %}{{ (none)|truncate(3,true,'<'|e,0) }} {{ [(none)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|truncate(3,true,'<',0) }} {{ [(none)|truncate(3,true,'<',0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|truncate(3,true,'<'|e,0) }} {{ [(['<',('<'|e),1])|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|truncate(3,true,'<',0) }} {{ [(['<',('<'|e),1])|truncate(3,true,'<',0)] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]]
{% autoescape true %}{{ ([1,'&'])|truncate(3,true,'<'|e,0) }} {{ [([1,'&'])|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|truncate(3,true,'<',0) }} {{ [([1,'&'])|truncate(3,true,'<',0)] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [[1, &#39;&amp;&#39;]]
{% autoescape true %}{{ (['<'|e])|truncate(3,true,'<'|e,0) }} {{ [(['<'|e])|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|truncate(3,true,'<',0) }} {{ [(['<'|e])|truncate(3,true,'<',0)] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [[Markup(&#39;&amp;lt;&#39;)]]
{% autoescape true %}{{ (dd)|truncate(3,true,'<'|e,0) }} {{ [(dd)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|truncate(3,true,'<',0) }} {{ [(dd)|truncate(3,true,'<',0)] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}]
{% autoescape true %}{{ (d)|truncate(3,true,'<'|e,0) }} {{ [(d)|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|truncate(3,true,'<',0) }} {{ [(d)|truncate(3,true,'<',0)] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}]
{% autoescape true %}{{ ('')|truncate(3,true,'<'|e,0) }} {{ [('')|truncate(3,true,'<'|e,0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|truncate(3,true,'<',0) }} {{ [('')|truncate(3,true,'<',0)] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|wordwrap(3) }} {{ [(html)|wordwrap(3)] }}{% endautoescape %} => &lt;a \nhre\nf=&#34;\nx&#34;&gt;\nT&amp;a\nmp;\n&#39;c&lt;\n/a&gt;\n&lt;!-\n- c\n--&gt;\n&amp;lt\n;&amp;n\nbsp\n;&amp;e\nacu\nte \n&amp;#6\n5;&amp;\n#x4\n2; [&#39;&lt;a \\nhre\\nf=&#34;\\nx&#34;&gt;\\nT&amp;a\\nmp;\\n\\&#39;c&lt;\\n/a&gt;\\n&lt;!-\\n- c\\n--&gt;\\n&amp;lt\\n;&amp;n\\nbsp\\n;&amp;e\\nacu\\nte \\n&amp;#6\\n5;&amp;\\n#x4\\n2;&#39;]
{% autoescape true %}{{ (html)|wordwrap(3,true,'<br>'|e) }} {{ [(html)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} => &lt;a &lt;br&gt;hre&lt;br&gt;f=&#34;&lt;br&gt;x&#34;&gt;&lt;br&gt;T&amp;a&lt;br&gt;mp;&lt;br&gt;&#39;c&lt;&lt;br&gt;/a&gt;&lt;br&gt;&lt;!-&lt;br&gt;- c&lt;br&gt;--&gt;&lt;br&gt;&amp;lt&lt;br&gt;;&amp;n&lt;br&gt;bsp&lt;br&gt;;&amp;e&lt;br&gt;acu&lt;br&gt;te &lt;br&gt;&amp;#6&lt;br&gt;5;&amp;&lt;br&gt;#x4&lt;br&gt;2; [Markup(&#39;&amp;lt;a &amp;lt;br&amp;gt;hre&amp;lt;br&amp;gt;f=&amp;#34;&amp;lt;br&amp;gt;x&amp;#34;&amp;gt;&amp;lt;br&amp;gt;T&amp;amp;a&amp;lt;br&amp;gt;mp;&amp;lt;br&amp;gt;&amp;#39;c&amp;lt;&amp;lt;br&amp;gt;/a&amp;gt;&amp;lt;br&amp;gt;&amp;lt;!-&amp;lt;br&amp;gt;- c&amp;lt;br&amp;gt;--&amp;gt;&amp;lt;br&amp;gt;&amp;amp;lt&amp;lt;br&amp;gt;;&amp;amp;n&amp;lt;br&amp;gt;bsp&amp;lt;br&amp;gt;;&amp;amp;e&amp;lt;br&amp;gt;acu&amp;lt;br&amp;gt;te &amp;lt;br&amp;gt;&amp;amp;#6&amp;lt;br&amp;gt;5;&amp;amp;&amp;lt;br&amp;gt;#x4&amp;lt;br&amp;gt;2;&#39;)]
{% autoescape true %}{{ (html)|wordwrap(3,true,'<br>') }} {{ [(html)|wordwrap(3,true,'<br>')] }}{% endautoescape %} => &lt;a &lt;br&gt;hre&lt;br&gt;f=&#34;&lt;br&gt;x&#34;&gt;&lt;br&gt;T&amp;a&lt;br&gt;mp;&lt;br&gt;&#39;c&lt;&lt;br&gt;/a&gt;&lt;br&gt;&lt;!-&lt;br&gt;- c&lt;br&gt;--&gt;&lt;br&gt;&amp;lt&lt;br&gt;;&amp;n&lt;br&gt;bsp&lt;br&gt;;&amp;e&lt;br&gt;acu&lt;br&gt;te &lt;br&gt;&amp;#6&lt;br&gt;5;&amp;&lt;br&gt;#x4&lt;br&gt;2; [&#39;&lt;a &lt;br&gt;hre&lt;br&gt;f=&#34;&lt;br&gt;x&#34;&gt;&lt;br&gt;T&amp;a&lt;br&gt;mp;&lt;br&gt;\\&#39;c&lt;&lt;br&gt;/a&gt;&lt;br&gt;&lt;!-&lt;br&gt;- c&lt;br&gt;--&gt;&lt;br&gt;&amp;lt&lt;br&gt;;&amp;n&lt;br&gt;bsp&lt;br&gt;;&amp;e&lt;br&gt;acu&lt;br&gt;te &lt;br&gt;&amp;#6&lt;br&gt;5;&amp;&lt;br&gt;#x4&lt;br&gt;2;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|wordwrap(3) }} {{ [(('<a b>'|e))|wordwrap(3)] }}{% endautoescape %} => &amp;lt\n;a \nb&amp;g\nt; [&#39;&amp;lt\\n;a \\nb&amp;g\\nt;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|wordwrap(3,true,'<br>'|e) }} {{ [(('<a b>'|e))|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} => &amp;lt&lt;br&gt;;a &lt;br&gt;b&amp;g&lt;br&gt;t; [Markup(&#39;&amp;amp;lt&amp;lt;br&amp;gt;;a &amp;lt;br&amp;gt;b&amp;amp;g&amp;lt;br&amp;gt;t;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|wordwrap(3,true,'<br>') }} {{ [(('<a b>'|e))|wordwrap(3,true,'<br>')] }}{% endautoescape %} => &amp;lt&lt;br&gt;;a &lt;br&gt;b&amp;g&lt;br&gt;t; [&#39;&amp;lt&lt;br&gt;;a &lt;br&gt;b&amp;g&lt;br&gt;t;&#39;]
{% autoescape true %}{{ (n)|wordwrap(3) }} {{ [(n)|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|wordwrap(3,true,'<br>'|e) }} {{ [(n)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|wordwrap(3,true,'<br>') }} {{ [(n)|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|wordwrap(3) }} {{ [(undef)|wordwrap(3)] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (undef)|wordwrap(3,true,'<br>'|e) }} {{ [(undef)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (undef)|wordwrap(3,true,'<br>') }} {{ [(undef)|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (none)|wordwrap(3) }} {{ [(none)|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|wordwrap(3,true,'<br>'|e) }} {{ [(none)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|wordwrap(3,true,'<br>') }} {{ [(none)|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|wordwrap(3) }} {{ [(['<',('<'|e),1])|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|wordwrap(3,true,'<br>'|e) }} {{ [(['<',('<'|e),1])|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|wordwrap(3,true,'<br>') }} {{ [(['<',('<'|e),1])|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|wordwrap(3) }} {{ [([1,'&'])|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|wordwrap(3,true,'<br>'|e) }} {{ [([1,'&'])|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|wordwrap(3,true,'<br>') }} {{ [([1,'&'])|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|wordwrap(3) }} {{ [(['<'|e])|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|wordwrap(3,true,'<br>'|e) }} {{ [(['<'|e])|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|wordwrap(3,true,'<br>') }} {{ [(['<'|e])|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|wordwrap(3) }} {{ [(dd)|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|wordwrap(3,true,'<br>'|e) }} {{ [(dd)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|wordwrap(3,true,'<br>') }} {{ [(dd)|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|wordwrap(3) }} {{ [(d)|wordwrap(3)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|wordwrap(3,true,'<br>'|e) }} {{ [(d)|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|wordwrap(3,true,'<br>') }} {{ [(d)|wordwrap(3,true,'<br>')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|wordwrap(3) }} {{ [('')|wordwrap(3)] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|wordwrap(3,true,'<br>'|e) }} {{ [('')|wordwrap(3,true,'<br>'|e)] }}{% endautoescape %} =>  [Markup(&#39;&#39;)]
{% autoescape true %}{{ ('')|wordwrap(3,true,'<br>') }} {{ [('')|wordwrap(3,true,'<br>')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|format('<') }} {{ [(html)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|format('<') }} {{ [(('<a b>'|e))|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|format('<') }} {{ [(n)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|format('<') }} {{ [(undef)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|format('<') }} {{ [(none)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|format('<') }} {{ [(['<',('<'|e),1])|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|format('<') }} {{ [([1,'&'])|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|format('<') }} {{ [(['<'|e])|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|format('<') }} {{ [(dd)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|format('<') }} {{ [(d)|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|format('<') }} {{ [('')|format('<')] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (html)|striptags }} {{ [(html)|striptags] }}{% endautoescape %} => T&amp;&#39;c &lt; é AB [&#34;T&amp;&#39;c &lt;\\xa0é AB&#34;]
{% autoescape true %}{{ (('<a b>'|e))|striptags }} {{ [(('<a b>'|e))|striptags] }}{% endautoescape %} => &lt;a b&gt; [&#39;&lt;a b&gt;&#39;]
{% autoescape true %}{{ (n)|striptags }} {{ [(n)|striptags] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|striptags }} {{ [(undef)|striptags] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|striptags }} {{ [(none)|striptags] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|striptags }} {{ [(['<',('<'|e),1])|striptags] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|striptags }} {{ [([1,'&'])|striptags] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|striptags }} {{ [(['<'|e])|striptags] }}{% endautoescape %} => [Markup(&#39;&lt;&#39;)] [&#34;[Markup(&#39;&lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|striptags }} {{ [(dd)|striptags] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|striptags }} {{ [(d)|striptags] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|striptags }} {{ [('')|striptags] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|urlencode }} {{ [(html)|urlencode] }}{% endautoescape %} => %3Ca%20href%3D%22x%22%3ET%26amp%3B%27c%3C/a%3E%20%3C%21--%20c%20--%3E%20%26lt%3B%26nbsp%3B%26eacute%20%26%2365%3B%26%23x42%3B [&#39;%3Ca%20href%3D%22x%22%3ET%26amp%3B%27c%3C/a%3E%20%3C%21--%20c%20--%3E%20%26lt%3B%26nbsp%3B%26eacute%20%26%2365%3B%26%23x42%3B&#39;]
{% autoescape true %}{{ (('<a b>'|e))|urlencode }} {{ [(('<a b>'|e))|urlencode] }}{% endautoescape %} => %26lt%3Ba%20b%26gt%3B [&#39;%26lt%3Ba%20b%26gt%3B&#39;]
{% autoescape true %}{{ (n)|urlencode }} {{ [(n)|urlencode] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|urlencode }} {{ [(undef)|urlencode] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|urlencode }} {{ [(none)|urlencode] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|urlencode }} {{ [(['<',('<'|e),1])|urlencode] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|urlencode }} {{ [([1,'&'])|urlencode] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|urlencode }} {{ [(['<'|e])|urlencode] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|urlencode }} {{ [(dd)|urlencode] }}{% endautoescape %} => x+y=%3C1%3E&amp;k=None&amp;%C3%A9=%C3%BC%2F+ [&#39;x+y=%3C1%3E&amp;k=None&amp;%C3%A9=%C3%BC%2F+&#39;]
{% autoescape true %}{{ (d)|urlencode }} {{ [(d)|urlencode] }}{% endautoescape %} => b=2&amp;a=1&amp;C=%7B%27x%27%3A+%5B1%2C+2%5D%7D [&#39;b=2&amp;a=1&amp;C=%7B%27x%27%3A+%5B1%2C+2%5D%7D&#39;]
{% autoescape true %}{{ ('')|urlencode }} {{ [('')|urlencode] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|default('<') }} {{ [(html)|default('<')] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (html)|default('<',true) }} {{ [(html)|default('<',true)] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|default('<') }} {{ [(('<a b>'|e))|default('<')] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (('<a b>'|e))|default('<',true) }} {{ [(('<a b>'|e))|default('<',true)] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|default('<') }} {{ [(n)|default('<')] }}{% endautoescape %} => 5 [5]
{% autoescape true %}{{ (n)|default('<',true) }} {{ [(n)|default('<',true)] }}{% endautoescape %} => 5 [5]
{% autoescape true %}{{ (undef)|default('<') }} {{ [(undef)|default('<')] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ (undef)|default('<',true) }} {{ [(undef)|default('<',true)] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ (none)|default('<') }} {{ [(none)|default('<')] }}{% endautoescape %} => None [None]
{% autoescape true %}{{ (none)|default('<',true) }} {{ [(none)|default('<',true)] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|default('<') }} {{ [(['<',('<'|e),1])|default('<')] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]]
{% autoescape true %}{{ (['<',('<'|e),1])|default('<',true) }} {{ [(['<',('<'|e),1])|default('<',true)] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]]
{% autoescape true %}{{ ([1,'&'])|default('<') }} {{ [([1,'&'])|default('<')] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [[1, &#39;&amp;&#39;]]
{% autoescape true %}{{ ([1,'&'])|default('<',true) }} {{ [([1,'&'])|default('<',true)] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [[1, &#39;&amp;&#39;]]
{% autoescape true %}{{ (['<'|e])|default('<') }} {{ [(['<'|e])|default('<')] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [[Markup(&#39;&amp;lt;&#39;)]]
{% autoescape true %}{{ (['<'|e])|default('<',true) }} {{ [(['<'|e])|default('<',true)] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [[Markup(&#39;&amp;lt;&#39;)]]
{% autoescape true %}{{ (dd)|default('<') }} {{ [(dd)|default('<')] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}]
{% autoescape true %}{{ (dd)|default('<',true) }} {{ [(dd)|default('<',true)] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;} [{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}]
{% autoescape true %}{{ (d)|default('<') }} {{ [(d)|default('<')] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}]
{% autoescape true %}{{ (d)|default('<',true) }} {{ [(d)|default('<',true)] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}} [{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}]
{% autoescape true %}{{ ('')|default('<') }} {{ [('')|default('<')] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ ('')|default('<',true) }} {{ [('')|default('<',true)] }}{% endautoescape %} => &lt; [&#39;&lt;&#39;]
{% autoescape true %}{{ (html)|sum(start='<'|e) }} {{ [(html)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (html)|sum }} {{ [(html)|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|sum(start='<'|e) }} {{ [(('<a b>'|e))|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|sum }} {{ [(('<a b>'|e))|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|sum(start='<'|e) }} {{ [(n)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|sum }} {{ [(n)|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|sum(start='<'|e) }} {{ [(undef)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|sum }} {{ [(undef)|sum] }}{% endautoescape %} => 0 [0]
{% autoescape true %}{{ (none)|sum(start='<'|e) }} {{ [(none)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (none)|sum }} {{ [(none)|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|sum(start='<'|e) }} {{ [(['<',('<'|e),1])|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|sum }} {{ [(['<',('<'|e),1])|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|sum(start='<'|e) }} {{ [([1,'&'])|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|sum }} {{ [([1,'&'])|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|sum(start='<'|e) }} {{ [(['<'|e])|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|sum }} {{ [(['<'|e])|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|sum(start='<'|e) }} {{ [(dd)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|sum }} {{ [(dd)|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|sum(start='<'|e) }} {{ [(d)|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|sum }} {{ [(d)|sum] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|sum(start='<'|e) }} {{ [('')|sum(start='<'|e)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|sum }} {{ [('')|sum] }}{% endautoescape %} => 0 [0]
{% autoescape true %}{{ (html)|reverse }} {{ [(html)|reverse] }}{% endautoescape %} => ;24x#&amp;;56#&amp; etucae&amp;;psbn&amp;;tl&amp; &gt;-- c --!&lt; &gt;a/&lt;c&#39;;pma&amp;T&gt;&#34;x&#34;=ferh a&lt; [&#39;;24x#&amp;;56#&amp; etucae&amp;;psbn&amp;;tl&amp; &gt;-- c --!&lt; &gt;a/&lt;c\\&#39;;pma&amp;T&gt;&#34;x&#34;=ferh a&lt;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|reverse }} {{ [(('<a b>'|e))|reverse] }}{% endautoescape %} => ;tg&b a;tl& [Markup(&#39;;tg&amp;b a;tl&amp;&#39;)]
{% autoescape true %}{{ (n)|reverse|list }} {{ [(n)|reverse|list] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|reverse|list }} {{ [(undef)|reverse|list] }}{% endautoescape %} => [] [[]]
{% autoescape true %}{{ (none)|reverse|list }} {{ [(none)|reverse|list] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|reverse|list }} {{ [(['<',('<'|e),1])|reverse|list] }}{% endautoescape %} => [1, Markup(&#39;&amp;lt;&#39;), &#39;&lt;&#39;] [[1, Markup(&#39;&amp;lt;&#39;), &#39;&lt;&#39;]]
{% autoescape true %}{{ ([1,'&'])|reverse|list }} {{ [([1,'&'])|reverse|list] }}{% endautoescape %} => [&#39;&amp;&#39;, 1] [[&#39;&amp;&#39;, 1]]
{% autoescape true %}{{ (['<'|e])|reverse|list }} {{ [(['<'|e])|reverse|list] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [[Markup(&#39;&amp;lt;&#39;)]]
{% autoescape true %}{{ (dd)|reverse|list }} {{ [(dd)|reverse|list] }}{% endautoescape %} => [&#39;é&#39;, &#39;k&#39;, &#39;x y&#39;] [[&#39;é&#39;, &#39;k&#39;, &#39;x y&#39;]]
{% autoescape true %}{{ (d)|reverse|list }} {{ [(d)|reverse|list] }}{% endautoescape %} => [&#39;C&#39;, &#39;a&#39;, &#39;b&#39;] [[&#39;C&#39;, &#39;a&#39;, &#39;b&#39;]]
{% autoescape true %}{{ ('')|reverse }} {{ [('')|reverse] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|pprint }} {{ [(html)|pprint] }}{% endautoescape %} => &#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39; [&#39;\\&#39;&lt;a href=&#34;x&#34;&gt;T&amp;amp;\\\\\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;\\&#39;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|pprint }} {{ [(('<a b>'|e))|pprint] }}{% endautoescape %} => Markup(&#39;&amp;lt;a b&amp;gt;&#39;) [&#34;Markup(&#39;&amp;lt;a b&amp;gt;&#39;)&#34;]
{% autoescape true %}{{ (n)|pprint }} {{ [(n)|pprint] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|pprint }} {{ [(undef)|pprint] }}{% endautoescape %} => Undefined [&#39;Undefined&#39;]
{% autoescape true %}{{ (none)|pprint }} {{ [(none)|pprint] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|pprint }} {{ [(['<',('<'|e),1])|pprint] }}{% endautoescape %} => [&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, Markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|pprint }} {{ [([1,'&'])|pprint] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|pprint }} {{ [(['<'|e])|pprint] }}{% endautoescape %} => [Markup(&#39;&amp;lt;&#39;)] [&#34;[Markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|pprint }} {{ [(dd)|pprint] }}{% endautoescape %} => {&#39;k&#39;: None, &#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;k&#39;: None, &#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|pprint }} {{ [(d)|pprint] }}{% endautoescape %} => {&#39;C&#39;: {&#39;x&#39;: [1, 2]}, &#39;a&#39;: 1, &#39;b&#39;: 2} [&#34;{&#39;C&#39;: {&#39;x&#39;: [1, 2]}, &#39;a&#39;: 1, &#39;b&#39;: 2}&#34;]
{% autoescape true %}{{ ('')|pprint }} {{ [('')|pprint] }}{% endautoescape %} => &#39;&#39; [&#34;&#39;&#39;&#34;]
{% autoescape true %}{{ (html)|groupby(0) }} {{ [(html)|groupby(0)] }}{% endautoescape %} => [(&#39; &#39;, [&#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;]), (&#39;!&#39;, [&#39;!&#39;]), (&#39;&#34;&#39;, [&#39;&#34;&#39;, &#39;&#34;&#39;]), (&#39;#&#39;, [&#39;#&#39;, &#39;#&#39;]), (&#39;&amp;&#39;, [&#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;]), (&#34;&#39;&#34;, [&#34;&#39;&#34;]), (&#39;-&#39;, [&#39;-&#39;, &#39;-&#39;, &#39;-&#39;, &#39;-&#39;]), (&#39;/&#39;, [&#39;/&#39;]), (&#39;2&#39;, [&#39;2&#39;]), (&#39;4&#39;, [&#39;4&#39;]), (&#39;5&#39;, [&#39;5&#39;]), (&#39;6&#39;, [&#39;6&#39;]), (&#39;;&#39;, [&#39;;&#39;, &#39;;&#39;, &#39;;&#39;, &#39;;&#39;, &#39;;&#39;]), (&#39;&lt;&#39;, [&#39;&lt;&#39;, &#39;&lt;&#39;, &#39;&lt;&#39;]), (&#39;=&#39;, [&#39;=&#39;]), (&#39;&gt;&#39;, [&#39;&gt;&#39;, &#39;&gt;&#39;, &#39;&gt;&#39;]), (&#39;a&#39;, [&#39;a&#39;, &#39;a&#39;, &#39;a&#39;, &#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;c&#39;, [&#39;c&#39;, &#39;c&#39;, &#39;c&#39;]), (&#39;e&#39;, [&#39;e&#39;, &#39;e&#39;, &#39;e&#39;]), (&#39;f&#39;, [&#39;f&#39;]), (&#39;h&#39;, [&#39;h&#39;]), (&#39;l&#39;, [&#39;l&#39;]), (&#39;m&#39;, [&#39;m&#39;]), (&#39;n&#39;, [&#39;n&#39;]), (&#39;p&#39;, [&#39;p&#39;, &#39;p&#39;]), (&#39;r&#39;, [&#39;r&#39;]), (&#39;s&#39;, [&#39;s&#39;]), (&#39;T&#39;, [&#39;T&#39;, &#39;t&#39;, &#39;t&#39;]), (&#39;u&#39;, [&#39;u&#39;]), (&#39;x&#39;, [&#39;x&#39;, &#39;x&#39;])] [[(&#39; &#39;, [&#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;, &#39; &#39;]), (&#39;!&#39;, [&#39;!&#39;]), (&#39;&#34;&#39;, [&#39;&#34;&#39;, &#39;&#34;&#39;]), (&#39;#&#39;, [&#39;#&#39;, &#39;#&#39;]), (&#39;&amp;&#39;, [&#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;, &#39;&amp;&#39;]), (&#34;&#39;&#34;, [&#34;&#39;&#34;]), (&#39;-&#39;, [&#39;-&#39;, &#39;-&#39;, &#39;-&#39;, &#39;-&#39;]), (&#39;/&#39;, [&#39;/&#39;]), (&#39;2&#39;, [&#39;2&#39;]), (&#39;4&#39;, [&#39;4&#39;]), (&#39;5&#39;, [&#39;5&#39;]), (&#39;6&#39;, [&#39;6&#39;]), (&#39;;&#39;, [&#39;;&#39;, &#39;;&#39;, &#39;;&#39;, &#39;;&#39;, &#39;;&#39;]), (&#39;&lt;&#39;, [&#39;&lt;&#39;, &#39;&lt;&#39;, &#39;&lt;&#39;]), (&#39;=&#39;, [&#39;=&#39;]), (&#39;&gt;&#39;, [&#39;&gt;&#39;, &#39;&gt;&#39;, &#39;&gt;&#39;]), (&#39;a&#39;, [&#39;a&#39;, &#39;a&#39;, &#39;a&#39;, &#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;c&#39;, [&#39;c&#39;, &#39;c&#39;, &#39;c&#39;]), (&#39;e&#39;, [&#39;e&#39;, &#39;e&#39;, &#39;e&#39;]), (&#39;f&#39;, [&#39;f&#39;]), (&#39;h&#39;, [&#39;h&#39;]), (&#39;l&#39;, [&#39;l&#39;]), (&#39;m&#39;, [&#39;m&#39;]), (&#39;n&#39;, [&#39;n&#39;]), (&#39;p&#39;, [&#39;p&#39;, &#39;p&#39;]), (&#39;r&#39;, [&#39;r&#39;]), (&#39;s&#39;, [&#39;s&#39;]), (&#39;T&#39;, [&#39;T&#39;, &#39;t&#39;, &#39;t&#39;]), (&#39;u&#39;, [&#39;u&#39;]), (&#39;x&#39;, [&#39;x&#39;, &#39;x&#39;])]]
{% autoescape true %}{{ (('<a b>'|e))|groupby(0) }} {{ [(('<a b>'|e))|groupby(0)] }}{% endautoescape %} => [(&#39; &#39;, [&#39; &#39;]), (&#39;&amp;&#39;, [&#39;&amp;&#39;, &#39;&amp;&#39;]), (&#39;;&#39;, [&#39;;&#39;, &#39;;&#39;]), (&#39;a&#39;, [&#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;g&#39;, [&#39;g&#39;]), (&#39;l&#39;, [&#39;l&#39;]), (&#39;t&#39;, [&#39;t&#39;, &#39;t&#39;])] [[(&#39; &#39;, [&#39; &#39;]), (&#39;&amp;&#39;, [&#39;&amp;&#39;, &#39;&amp;&#39;]), (&#39;;&#39;, [&#39;;&#39;, &#39;;&#39;]), (&#39;a&#39;, [&#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;g&#39;, [&#39;g&#39;]), (&#39;l&#39;, [&#39;l&#39;]), (&#39;t&#39;, [&#39;t&#39;, &#39;t&#39;])]]
{% autoescape true %}{{ (n)|groupby(0) }} {{ [(n)|groupby(0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (undef)|groupby(0) }} {{ [(undef)|groupby(0)] }}{% endautoescape %} => [] [[]]
{% autoescape true %}{{ (none)|groupby(0) }} {{ [(none)|groupby(0)] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|groupby(0) }} {{ [(['<',('<'|e),1])|groupby(0)] }}{% endautoescape %} =! undefined int object has no element 0
{% autoescape true %}{{ ([1,'&'])|groupby(0) }} {{ [([1,'&'])|groupby(0)] }}{% endautoescape %} =! undefined int object has no element 0
{% autoescape true %}{{ (['<'|e])|groupby(0) }} {{ [(['<'|e])|groupby(0)] }}{% endautoescape %} => [(Markup(&#39;&amp;&#39;), [Markup(&#39;&amp;lt;&#39;)])] [[(Markup(&#39;&amp;&#39;), [Markup(&#39;&amp;lt;&#39;)])]]
{% autoescape true %}{{ (dd)|groupby(0) }} {{ [(dd)|groupby(0)] }}{% endautoescape %} => [(&#39;k&#39;, [&#39;k&#39;]), (&#39;x&#39;, [&#39;x y&#39;]), (&#39;é&#39;, [&#39;é&#39;])] [[(&#39;k&#39;, [&#39;k&#39;]), (&#39;x&#39;, [&#39;x y&#39;]), (&#39;é&#39;, [&#39;é&#39;])]]
{% autoescape true %}{{ (d)|groupby(0) }} {{ [(d)|groupby(0)] }}{% endautoescape %} => [(&#39;a&#39;, [&#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;C&#39;, [&#39;C&#39;])] [[(&#39;a&#39;, [&#39;a&#39;]), (&#39;b&#39;, [&#39;b&#39;]), (&#39;C&#39;, [&#39;C&#39;])]]
{% autoescape true %}{{ ('')|groupby(0) }} {{ [('')|groupby(0)] }}{% endautoescape %} => [] [[]]
{% autoescape true %}{{ (html)|capitalize }} {{ [(html)|capitalize] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;t&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;t&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|capitalize }} {{ [(('<a b>'|e))|capitalize] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|capitalize }} {{ [(n)|capitalize] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|capitalize }} {{ [(undef)|capitalize] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|capitalize }} {{ [(none)|capitalize] }}{% endautoescape %} => None [&#39;None&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|capitalize }} {{ [(['<',('<'|e),1])|capitalize] }}{% endautoescape %} => [&#39;&lt;&#39;, markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|capitalize }} {{ [([1,'&'])|capitalize] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|capitalize }} {{ [(['<'|e])|capitalize] }}{% endautoescape %} => [markup(&#39;&amp;lt;&#39;)] [&#34;[markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|capitalize }} {{ [(dd)|capitalize] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: none, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: none, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|capitalize }} {{ [(d)|capitalize] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|capitalize }} {{ [('')|capitalize] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|lower }} {{ [(html)|lower] }}{% endautoescape %} => &lt;a href=&#34;x&#34;&gt;t&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42; [&#39;&lt;a href=&#34;x&#34;&gt;t&amp;amp;\\&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;&#39;]
{% autoescape true %}{{ (('<a b>'|e))|lower }} {{ [(('<a b>'|e))|lower] }}{% endautoescape %} => &lt;a b&gt; [Markup(&#39;&amp;lt;a b&amp;gt;&#39;)]
{% autoescape true %}{{ (n)|lower }} {{ [(n)|lower] }}{% endautoescape %} => 5 [&#39;5&#39;]
{% autoescape true %}{{ (undef)|lower }} {{ [(undef)|lower] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (none)|lower }} {{ [(none)|lower] }}{% endautoescape %} => none [&#39;none&#39;]
{% autoescape true %}{{ (['<',('<'|e),1])|lower }} {{ [(['<',('<'|e),1])|lower] }}{% endautoescape %} => [&#39;&lt;&#39;, markup(&#39;&amp;lt;&#39;), 1] [&#34;[&#39;&lt;&#39;, markup(&#39;&amp;lt;&#39;), 1]&#34;]
{% autoescape true %}{{ ([1,'&'])|lower }} {{ [([1,'&'])|lower] }}{% endautoescape %} => [1, &#39;&amp;&#39;] [&#34;[1, &#39;&amp;&#39;]&#34;]
{% autoescape true %}{{ (['<'|e])|lower }} {{ [(['<'|e])|lower] }}{% endautoescape %} => [markup(&#39;&amp;lt;&#39;)] [&#34;[markup(&#39;&amp;lt;&#39;)]&#34;]
{% autoescape true %}{{ (dd)|lower }} {{ [(dd)|lower] }}{% endautoescape %} => {&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: none, &#39;é&#39;: &#39;ü/ &#39;} [&#34;{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: none, &#39;é&#39;: &#39;ü/ &#39;}&#34;]
{% autoescape true %}{{ (d)|lower }} {{ [(d)|lower] }}{% endautoescape %} => {&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}} [&#34;{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;c&#39;: {&#39;x&#39;: [1, 2]}}&#34;]
{% autoescape true %}{{ ('')|lower }} {{ [('')|lower] }}{% endautoescape %} =>  [&#39;&#39;]
{% autoescape true %}{{ (html)|wordcount }} {{ [(html)|wordcount] }}{% endautoescape %} => 13 [13]
{% autoescape true %}{{ (('<a b>'|e))|wordcount }} {{ [(('<a b>'|e))|wordcount] }}{% endautoescape %} => 4 [4]
{% autoescape true %}{{ (n)|wordcount }} {{ [(n)|wordcount] }}{% endautoescape %} => 1 [1]
{% autoescape true %}{{ (undef)|wordcount }} {{ [(undef)|wordcount] }}{% endautoescape %} => 0 [0]
{% autoescape true %}{{ (none)|wordcount }} {{ [(none)|wordcount] }}{% endautoescape %} => 1 [1]
{% autoescape true %}{{ (['<',('<'|e),1])|wordcount }} {{ [(['<',('<'|e),1])|wordcount] }}{% endautoescape %} => 3 [3]
{% autoescape true %}{{ ([1,'&'])|wordcount }} {{ [([1,'&'])|wordcount] }}{% endautoescape %} => 1 [1]
{% autoescape true %}{{ (['<'|e])|wordcount }} {{ [(['<'|e])|wordcount] }}{% endautoescape %} => 2 [2]
{% autoescape true %}{{ (dd)|wordcount }} {{ [(dd)|wordcount] }}{% endautoescape %} => 7 [7]
{% autoescape true %}{{ (d)|wordcount }} {{ [(d)|wordcount] }}{% endautoescape %} => 8 [8]
{% autoescape true %}{{ ('')|wordcount }} {{ [('')|wordcount] }}{% endautoescape %} => 0 [0]
{% autoescape true %}{{ (html)|filesizeformat }} {{ [(html)|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (('<a b>'|e))|filesizeformat }} {{ [(('<a b>'|e))|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (n)|filesizeformat }} {{ [(n)|filesizeformat] }}{% endautoescape %} => 5 Bytes [&#39;5 Bytes&#39;]
{% autoescape true %}{{ (undef)|filesizeformat }} {{ [(undef)|filesizeformat] }}{% endautoescape %} =! undefined 'undef' is undefined
{% autoescape true %}{{ (none)|filesizeformat }} {{ [(none)|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<',('<'|e),1])|filesizeformat }} {{ [(['<',('<'|e),1])|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ([1,'&'])|filesizeformat }} {{ [([1,'&'])|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (['<'|e])|filesizeformat }} {{ [(['<'|e])|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (dd)|filesizeformat }} {{ [(dd)|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ (d)|filesizeformat }} {{ [(d)|filesizeformat] }}{% endautoescape %} =! runtime
{% autoescape true %}{{ ('')|filesizeformat }} {{ [('')|filesizeformat] }}{% endautoescape %} =! runtime
