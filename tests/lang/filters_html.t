# The filters for HTML and addresses.
@data {"s": "Hello World", "ml": "a\nb\r\n\nc d\u2028e\n", "uni": "Straße ǆ ŉ İ ΑΣ ﬁx 🎉 é", "html": "<a href=\"x\">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;", "n": 5, "neg": -7, "f": 2.675, "lst": [3, 1, 2], "strs": ["b", "A", "a", "B", "c"], "mix": [1, "a", null], "d": {"b": 2, "a": 1, "C": {"x": [1, 2]}}, "rows": [{"n": "x", "v": 3, "t": {"k": [1, 2]}}, {"n": "Y", "v": 1, "t": {"k": [0]}}, {"n": "y", "v": 2}], "empty": "", "e_l": [], "e_d": {}, "deep": {"a": [1, [2, [3, {"k": "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvv", "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}]]], "s": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}, "longs": "The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co", "fl": [1.5, -0.0, 1e+16, 0.1], "nl": [[1, "a"], [2, "b"], [3, "c"]], "dd": {"x y": "<1>", "k": null, "é": "ü/ "}, "none_l": [null, null], "bl": [true, 1, 1.0, false, 0]}
{{ [(s)|escape] }} => [Markup('Hello World')]
{{ [(html)|escape] }} => [Markup('&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;')]
{{ [(n)|escape] }} => [Markup('5')]
{{ [(none)|escape] }} => [Markup('None')]
{{ [(undef)|escape] }} => [Markup('')]
{{ [(lst)|escape] }} => [Markup('[3, 1, 2]')]
{{ [(d)|escape] }} => [Markup('{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}')]
{{ [(dd)|escape] }} => [Markup('{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}')]
{{ [(nl)|escape] }} => [Markup('[[1, &#39;a&#39;], [2, &#39;b&#39;], [3, &#39;c&#39;]]')]
{{ [('<b>\'"&')|escape] }} => [Markup('&lt;b&gt;&#39;&#34;&amp;')]
{{ [('<b>'|e)|escape] }} => [Markup('&lt;b&gt;')]
{{ [(longs)|escape] }} => [Markup('The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&amp;d (see www.foo.org). me@x.com mailto:a@b.co')]
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|escape] }} => [Markup('(http://a.com/(x)) foo@bar.com, www.a.b.')]
{{ [('https://[::1]:80/x <www.a.co.uk>')|escape] }} => [Markup('https://[::1]:80/x &lt;www.a.co.uk&gt;')]
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|escape] }} => [Markup('&amp;eacute &amp;#65;&amp;#x42;&amp;nbsp;&amp;notit; &amp;amp;lt;')]
{{ [('é /?')|escape] }} => [Markup('é /?')]
{{ [(['ab','cd'])|escape] }} => [Markup('[&#39;ab&#39;, &#39;cd&#39;]')]
{{ [('é'.encode())|escape] }} => [Markup('b&#39;\\\\xc3\\\\xa9&#39;')]
{{ [(s)|e] }} => [Markup('Hello World')]
{{ [(html)|e] }} => [Markup('&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;')]
{{ [(n)|e] }} => [Markup('5')]
{{ [(none)|e] }} => [Markup('None')]
{{ [(undef)|e] }} => [Markup('')]
{{ [(lst)|e] }} => [Markup('[3, 1, 2]')]
{{ [(d)|e] }} => [Markup('{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}')]
{{ [(dd)|e] }} => [Markup('{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}')]
{{ [(nl)|e] }} => [Markup('[[1, &#39;a&#39;], [2, &#39;b&#39;], [3, &#39;c&#39;]]')]
{{ [('<b>\'"&')|e] }} => [Markup('&lt;b&gt;&#39;&#34;&amp;')]
{{ [('<b>'|e)|e] }} => [Markup('&lt;b&gt;')]
{{ [(longs)|e] }} => [Markup('The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&amp;d (see www.foo.org). me@x.com mailto:a@b.co')]
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|e] }} => [Markup('(http://a.com/(x)) foo@bar.com, www.a.b.')]
{{ [('https://[::1]:80/x <www.a.co.uk>')|e] }} => [Markup('https://[::1]:80/x &lt;www.a.co.uk&gt;')]
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|e] }} => [Markup('&amp;eacute &amp;#65;&amp;#x42;&amp;nbsp;&amp;notit; &amp;amp;lt;')]
{{ [('é /?')|e] }} => [Markup('é /?')]
{{ [(['ab','cd'])|e] }} => [Markup('[&#39;ab&#39;, &#39;cd&#39;]')]
{{ [('é'.encode())|e] }} => [Markup('b&#39;\\\\xc3\\\\xa9&#39;')]
{{ [(s)|forceescape] }} => [Markup('Hello World')]
{{ [(html)|forceescape] }} => [Markup('&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;')]
{{ [(n)|forceescape] }} => [Markup('5')]
{{ [(none)|forceescape] }} => [Markup('None')]
{{ [(undef)|forceescape] }} => [Markup('')]
{{ [(lst)|forceescape] }} => [Markup('[3, 1, 2]')]
{{ [(d)|forceescape] }} => [Markup('{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}')]
{{ [(dd)|forceescape] }} => [Markup('{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}')]
{{ [(nl)|forceescape] }} => [Markup('[[1, &#39;a&#39;], [2, &#39;b&#39;], [3, &#39;c&#39;]]')]
{{ [('<b>\'"&')|forceescape] }} => [Markup('&lt;b&gt;&#39;&#34;&amp;')]
{{ [('<b>'|e)|forceescape] }} => [Markup('&amp;lt;b&amp;gt;')]
{{ [(longs)|forceescape] }} => [Markup('The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&amp;d (see www.foo.org). me@x.com mailto:a@b.co')]
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|forceescape] }} => [Markup('(http://a.com/(x)) foo@bar.com, www.a.b.')]
{{ [('https://[::1]:80/x <www.a.co.uk>')|forceescape] }} => [Markup('https://[::1]:80/x &lt;www.a.co.uk&gt;')]
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|forceescape] }} => [Markup('&amp;eacute &amp;#65;&amp;#x42;&amp;nbsp;&amp;notit; &amp;amp;lt;')]
{{ [('é /?')|forceescape] }} => [Markup('é /?')]
{{ [(['ab','cd'])|forceescape] }} => [Markup('[&#39;ab&#39;, &#39;cd&#39;]')]
{{ [('é'.encode())|forceescape] }} => [Markup('b&#39;\\\\xc3\\\\xa9&#39;')]
{{ [(s)|safe] }} => [Markup('Hello World')]
{{ [(html)|safe] }} => [Markup('<a href="x">T&amp;\\'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;')]
{{ [(n)|safe] }} => [Markup('5')]
{{ [(none)|safe] }} => [Markup('None')]
{{ [(undef)|safe] }} => [Markup('')]
{{ [(lst)|safe] }} => [Markup('[3, 1, 2]')]
{{ [(d)|safe] }} => [Markup("{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}")]
{{ [(dd)|safe] }} => [Markup("{'x y': '<1>', 'k': None, 'é': 'ü/ '}")]
{{ [(nl)|safe] }} => [Markup("[[1, 'a'], [2, 'b'], [3, 'c']]")]
{{ [('<b>\'"&')|safe] }} => [Markup('<b>\\'"&')]
{{ [('<b>'|e)|safe] }} => [Markup('&lt;b&gt;')]
{{ [(longs)|safe] }} => [Markup('The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co')]
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|safe] }} => [Markup('(http://a.com/(x)) foo@bar.com, www.a.b.')]
{{ [('https://[::1]:80/x <www.a.co.uk>')|safe] }} => [Markup('https://[::1]:80/x <www.a.co.uk>')]
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|safe] }} => [Markup('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')]
{{ [('é /?')|safe] }} => [Markup('é /?')]
{{ [(['ab','cd'])|safe] }} => [Markup("['ab', 'cd']")]
{{ [('é'.encode())|safe] }} => [Markup("b'\\\\xc3\\\\xa9'")]
{{ [(s)|striptags] }} => ['Hello World']
{{ [(html)|striptags] }} => ["T&'c <\\xa0é AB"]
{{ [(n)|striptags] }} => ['5']
{{ [(none)|striptags] }} => ['None']
{{ [(undef)|striptags] }} => ['']
{{ [(lst)|striptags] }} => ['[3, 1, 2]']
{{ [(d)|striptags] }} => ["{'b': 2, 'a': 1, 'C': {'x': [1, 2]}}"]
{{ [(dd)|striptags] }} => ["{'x y': '', 'k': None, 'é': 'ü/ '}"]
{{ [(nl)|striptags] }} => ["[[1, 'a'], [2, 'b'], [3, 'c']]"]
{{ [('<b>\'"&')|striptags] }} => ['\\'"&']
{{ [('<b>'|e)|striptags] }} => ['<b>']
{{ [(longs)|striptags] }} => ['The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co']
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|striptags] }} => ['(http://a.com/(x)) foo@bar.com, www.a.b.']
{{ [('https://[::1]:80/x <www.a.co.uk>')|striptags] }} => ['https://[::1]:80/x']
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|striptags] }} => ['é AB\\xa0¬it; &lt;']
{{ [('é /?')|striptags] }} => ['é /?']
{{ [(['ab','cd'])|striptags] }} => ["['ab', 'cd']"]
{{ [('é'.encode())|striptags] }} => ["b'\\\\xc3\\\\xa9'"]
{{ [(s)|urlencode] }} => ['Hello%20World']
{{ [(html)|urlencode] }} => ['%3Ca%20href%3D%22x%22%3ET%26amp%3B%27c%3C/a%3E%20%3C%21--%20c%20--%3E%20%26lt%3B%26nbsp%3B%26eacute%20%26%2365%3B%26%23x42%3B']
{{ [(n)|urlencode] }} => ['5']
{{ [(none)|urlencode] }} => ['None']
{{ [(undef)|urlencode] }} => ['']
{{ [(lst)|urlencode] }} =! runtime
{{ [(d)|urlencode] }} => ['b=2&a=1&C=%7B%27x%27%3A+%5B1%2C+2%5D%7D']
{{ [(dd)|urlencode] }} => ['x+y=%3C1%3E&k=None&%C3%A9=%C3%BC%2F+']
{{ [(nl)|urlencode] }} => ['1=a&2=b&3=c']
{{ [('<b>\'"&')|urlencode] }} => ['%3Cb%3E%27%22%26']
{{ [('<b>'|e)|urlencode] }} => ['%26lt%3Bb%26gt%3B']
{{ [(longs)|urlencode] }} => ['The%20quick%20brown%20fox-jumps%20over--the%20lazy%20dog%2C%20well-known%20e-mail%20a-b-c%20supercalifragilisticexpialidocious-and-more%20and%20http%3A//example.com/a%3Fb%3Dc%26d%20%28see%20www.foo.org%29.%20me%40x.com%20mailto%3Aa%40b.co']
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|urlencode] }} => ['%28http%3A//a.com/%28x%29%29%20foo%40bar.com%2C%20www.a.b.']
{{ [('https://[::1]:80/x <www.a.co.uk>')|urlencode] }} => ['https%3A//%5B%3A%3A1%5D%3A80/x%20%3Cwww.a.co.uk%3E']
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|urlencode] }} => ['%26eacute%20%26%2365%3B%26%23x42%3B%26nbsp%3B%26notit%3B%20%26amp%3Blt%3B']
{{ [('é /?')|urlencode] }} => ['%C3%A9%20/%3F']
{{ [(['ab','cd'])|urlencode] }} => ['a=b&c=d']
{{ [('é'.encode())|urlencode] }} =! runtime
{{ [(s)|xmlattr] }} =! runtime
{{ [(s)|xmlattr(false)] }} =! runtime
{{ [(html)|xmlattr] }} =! runtime
{{ [(html)|xmlattr(false)] }} =! runtime
{{ [(n)|xmlattr] }} =! runtime
{{ [(n)|xmlattr(false)] }} =! runtime
{{ [(none)|xmlattr(false)] }} =! runtime
{{ [(none)|xmlattr] }} =! runtime
{{ [(undef)|xmlattr] }} =! undefined 'undef' is undefined
{{ [(undef)|xmlattr(false)] }} =! undefined 'undef' is undefined
{{ [(lst)|xmlattr(false)] }} =! runtime
{{ [(lst)|xmlattr] }} =! runtime
{{ [(d)|xmlattr] }} => [' b="2" a="1" C="{&#39;x&#39;: [1, 2]}"']
{{ [(d)|xmlattr(false)] }} => ['b="2" a="1" C="{&#39;x&#39;: [1, 2]}"']
{{ [(dd)|xmlattr(false)] }} =! runtime
{{ [(dd)|xmlattr] }} =! runtime
{{ [(nl)|xmlattr] }} =! runtime
{{ [(nl)|xmlattr(false)] }} =! runtime
{{ [('<b>\'"&')|xmlattr(false)] }} =! runtime
{{ [('<b>\'"&')|xmlattr] }} =! runtime
{{ [('<b>'|e)|xmlattr] }} =! runtime
{{ [('<b>'|e)|xmlattr(false)] }} =! runtime
{{ [(longs)|xmlattr(false)] }} =! runtime
{{ [(longs)|xmlattr] }} =! runtime
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|xmlattr] }} =! runtime
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|xmlattr(false)] }} =! runtime
{{ [('https://[::1]:80/x <www.a.co.uk>')|xmlattr(false)] }} =! runtime
{{ [('https://[::1]:80/x <www.a.co.uk>')|xmlattr] }} =! runtime
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|xmlattr] }} =! runtime
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|xmlattr(false)] }} =! runtime
{{ [('é /?')|xmlattr(false)] }} =! runtime
{{ [('é /?')|xmlattr] }} =! runtime
{{ [(['ab','cd'])|xmlattr] }} =! runtime
{{ [(['ab','cd'])|xmlattr(false)] }} =! runtime
{{ [('é'.encode())|xmlattr(false)] }} =! runtime
{{ [('é'.encode())|xmlattr] }} =! runtime
{{ [(s)|urlize] }} => ['Hello World']
{{ [(s)|urlize(10)] }} => ['Hello World']
{{ [(s)|urlize(none,true)] }} => ['Hello World']
{{ [(s)|urlize(target='_blank')] }} => ['Hello World']
{{ [(s)|urlize(rel='me x')] }} => ['Hello World']
{{ [(s)|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [(s)|urlize(extra_schemes=['foo:','ab://'])] }} => ['Hello World']
{{ [(s)|urlize(5,true,'<t>','b a')] }} => ['Hello World']
{{ [(html)|urlize] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(10)] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(none,true)] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(target='_blank')] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(rel='me x')] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [(html)|urlize(extra_schemes=['foo:','ab://'])] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(html)|urlize(5,true,'<t>','b a')] }} => ['&lt;a href=&#34;x&#34;&gt;T&amp;amp;&#39;c&lt;/a&gt; &lt;!-- c --&gt; &amp;lt;&amp;nbsp;&amp;eacute &amp;#65;&amp;#x42;']
{{ [(n)|urlize] }} => ['5']
{{ [(n)|urlize(10)] }} => ['5']
{{ [(n)|urlize(none,true)] }} => ['5']
{{ [(n)|urlize(target='_blank')] }} => ['5']
{{ [(n)|urlize(rel='me x')] }} => ['5']
{{ [(n)|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [(n)|urlize(extra_schemes=['foo:','ab://'])] }} => ['5']
{{ [(n)|urlize(5,true,'<t>','b a')] }} => ['5']
{{ [(none)|urlize(target='_blank')] }} => ['None']
{{ [(none)|urlize] }} => ['None']
{{ [(undef)|urlize(rel='me x')] }} => ['']
{{ [(undef)|urlize(5,true,'<t>','b a')] }} => ['']
{{ [(lst)|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [(lst)|urlize(extra_schemes=['foo:','ab://'])] }} => ['[3, 1, 2]']
{{ [(d)|urlize(extra_schemes=['foo:','ab://'])] }} => ['{&#39;b&#39;: 2, &#39;a&#39;: 1, &#39;C&#39;: {&#39;x&#39;: [1, 2]}}']
{{ [(d)|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [(dd)|urlize(5,true,'<t>','b a')] }} => ['{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}']
{{ [(dd)|urlize(rel='me x')] }} => ['{&#39;x y&#39;: &#39;&lt;1&gt;&#39;, &#39;k&#39;: None, &#39;é&#39;: &#39;ü/ &#39;}']
{{ [(nl)|urlize] }} => ['[[1, &#39;a&#39;], [2, &#39;b&#39;], [3, &#39;c&#39;]]']
{{ [(nl)|urlize(target='_blank')] }} => ['[[1, &#39;a&#39;], [2, &#39;b&#39;], [3, &#39;c&#39;]]']
{{ [('<b>\'"&')|urlize(10)] }} => ['&lt;b&gt;&#39;&#34;&amp;']
{{ [('<b>\'"&')|urlize(none,true)] }} => ['&lt;b&gt;&#39;&#34;&amp;']
{{ [('<b>'|e)|urlize(none,true)] }} => ['&lt;b&gt;']
{{ [('<b>'|e)|urlize(10)] }} => ['&lt;b&gt;']
{{ [(longs)|urlize(target='_blank')] }} => ['The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and <a href="http://example.com/a?b=c&amp;d" rel="noopener" target="_blank">http://example.com/a?b=c&amp;d</a> (see <a href="https://www.foo.org" rel="noopener" target="_blank">www.foo.org</a>). <a href="mailto:me@x.com">me@x.com</a> <a href="mailto:a@b.co">a@b.co</a>']
{{ [(longs)|urlize] }} => ['The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and <a href="http://example.com/a?b=c&amp;d" rel="noopener">http://example.com/a?b=c&amp;d</a> (see <a href="https://www.foo.org" rel="noopener">www.foo.org</a>). <a href="mailto:me@x.com">me@x.com</a> <a href="mailto:a@b.co">a@b.co</a>']
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|urlize(rel='me x')] }} => ['(<a href="http://a.com/(x)" rel="me noopener x">http://a.com/(x)</a>) <a href="mailto:foo@bar.com">foo@bar.com</a>, www.a.b.']
{{ [('(http://a.com/(x)) foo@bar.com, www.a.b.')|urlize(5,true,'<t>','b a')] }} => ['(<a href="http://a.com/(x)" rel="a b nofollow noopener" target="&lt;t&gt;">http:...</a>) <a href="mailto:foo@bar.com">foo@bar.com</a>, www.a.b.']
{{ [('https://[::1]:80/x <www.a.co.uk>')|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [('https://[::1]:80/x <www.a.co.uk>')|urlize(extra_schemes=['foo:','ab://'])] }} => ['<a href="https://[::1]:80/x" rel="noopener">https://[::1]:80/x</a> &lt;<a href="https://www.a.co.uk" rel="noopener">www.a.co.uk</a>&gt;']
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|urlize(extra_schemes=['foo:','ab://'])] }} => ['&amp;eacute &amp;#65;&amp;#x42;&amp;nbsp;&amp;notit; &amp;amp;lt;']
{{ [('&eacute &#65;&#x42;&nbsp;&notit; &amp;lt;')|urlize(extra_schemes=['tel:','x'])] }} =! runtime
{{ [('é /?')|urlize(5,true,'<t>','b a')] }} => ['é /?']
{{ [('é /?')|urlize(rel='me x')] }} => ['é /?']
{{ [(['ab','cd'])|urlize] }} => ['[&#39;ab&#39;, &#39;cd&#39;]']
{{ [(['ab','cd'])|urlize(target='_blank')] }} => ['[&#39;ab&#39;, &#39;cd&#39;]']
{{ [('é'.encode())|urlize(10)] }} => ['b&#39;\\\\xc3\\\\xa9&#39;']
{{ [('é'.encode())|urlize(none,true)] }} => ['b&#39;\\\\xc3\\\\xa9&#39;']
