# Links, wrapping, quoting, JSON, lazy filters and comparisons with what is seldom in them.
@data {"big": 123456789012345678901234567890, "i": 5, "l": [3, 1, 2], "d": {"a": 1, "b": null, "c": {"x": [1]}}, "rows": [{"n": "x", "v": 3}, {"n": "Y", "v": 1}], "t": "one two-three  four---five six--seven a-b-c \t\u000bx superlongwordthatgoeson-and-on", "h": "<a href=x>T&amp;c</a>"}
{{ [('http://a.com')|urlize] }} => ['<a href="http://a.com" rel="noopener">http://a.com</a>']
{{ [('see http://a.com x')|urlize(9, true)] }} => ['see <a href="http://a.com" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('https://a.com/b?c#d')|urlize] }} => ['<a href="https://a.com/b?c#d" rel="noopener">https://a.com/b?c#d</a>']
{{ [('see https://a.com/b?c#d x')|urlize(9, true)] }} => ['see <a href="https://a.com/b?c#d" rel="nofollow noopener">https://a...</a> x']
{{ [('(https://a.com/b?c#d).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a')|urlize] }} => ['http://a']
{{ [('see http://a x')|urlize(9, true)] }} => ['see http://a x']
{{ [('(http://a).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('HTTP://A.COM')|urlize] }} => ['<a href="https://HTTP://A.COM" rel="noopener">HTTP://A.COM</a>']
{{ [('see HTTP://A.COM x')|urlize(9, true)] }} => ['see <a href="https://HTTP://A.COM" rel="nofollow noopener">HTTP://A....</a> x']
{{ [('(HTTP://A.COM).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('www.a.com')|urlize] }} => ['<a href="https://www.a.com" rel="noopener">www.a.com</a>']
{{ [('see www.a.com x')|urlize(9, true)] }} => ['see <a href="https://www.a.com" rel="nofollow noopener">www.a.com</a> x']
{{ [('(www.a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('www.a')|urlize] }} => ['www.a']
{{ [('see www.a x')|urlize(9, true)] }} => ['see www.a x']
{{ [('(www.a).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('www.')|urlize] }} => ['www.']
{{ [('see www. x')|urlize(9, true)] }} => ['see www. x']
{{ [('(www.).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('ftp://a.com')|urlize] }} => ['ftp://a.com']
{{ [('see ftp://a.com x')|urlize(9, true)] }} => ['see ftp://a.com x']
{{ [('(ftp://a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('foo://bar.com')|urlize] }} => ['foo://bar.com']
{{ [('see foo://bar.com x')|urlize(9, true)] }} => ['see foo://bar.com x']
{{ [('(foo://bar.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.com')|urlize] }} => ['a.com']
{{ [('see a.com x')|urlize(9, true)] }} => ['see a.com x']
{{ [('(a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.net')|urlize] }} => ['a.net']
{{ [('see a.net x')|urlize(9, true)] }} => ['see a.net x']
{{ [('(a.net).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.org')|urlize] }} => ['a.org']
{{ [('see a.org x')|urlize(9, true)] }} => ['see a.org x']
{{ [('(a.org).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('x.edu/y')|urlize] }} => ['x.edu/y']
{{ [('see x.edu/y x')|urlize(9, true)] }} => ['see x.edu/y x']
{{ [('(x.edu/y).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.gov?x')|urlize] }} => ['a.gov?x']
{{ [('see a.gov?x x')|urlize(9, true)] }} => ['see a.gov?x x']
{{ [('(a.gov?x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.mil#y')|urlize] }} => ['a.mil#y']
{{ [('see a.mil#y x')|urlize(9, true)] }} => ['see a.mil#y x']
{{ [('(a.mil#y).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.int:80')|urlize] }} => ['a.int:80']
{{ [('see a.int:80 x')|urlize(9, true)] }} => ['see a.int:80 x']
{{ [('(a.int:80).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.aero')|urlize] }} => ['a.aero']
{{ [('see a.aero x')|urlize(9, true)] }} => ['see a.aero x']
{{ [('(a.aero).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('me@x.com')|urlize] }} => ['<a href="mailto:me@x.com">me@x.com</a>']
{{ [('see me@x.com x')|urlize(9, true)] }} => ['see <a href="mailto:me@x.com">me@x.com</a> x']
{{ [('(me@x.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('mailto:me@x.com')|urlize] }} => ['<a href="mailto:me@x.com">me@x.com</a>']
{{ [('see mailto:me@x.com x')|urlize(9, true)] }} => ['see <a href="mailto:me@x.com">me@x.com</a> x']
{{ [('(mailto:me@x.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('me@x')|urlize] }} => ['me@x']
{{ [('see me@x x')|urlize(9, true)] }} => ['see me@x x']
{{ [('(me@x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('@x.com')|urlize] }} => ['@x.com']
{{ [('see @x.com x')|urlize(9, true)] }} => ['see @x.com x']
{{ [('(@x.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('me@-x.com')|urlize] }} => ['me@-x.com']
{{ [('see me@-x.com x')|urlize(9, true)] }} => ['see me@-x.com x']
{{ [('(me@-x.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('me@x_y.com')|urlize] }} => ['<a href="mailto:me@x_y.com">me@x_y.com</a>']
{{ [('see me@x_y.com x')|urlize(9, true)] }} => ['see <a href="mailto:me@x_y.com">me@x_y.com</a> x']
{{ [('(me@x_y.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('me.@x.com')|urlize] }} => ['<a href="mailto:me.@x.com">me.@x.com</a>']
{{ [('see me.@x.com x')|urlize(9, true)] }} => ['see <a href="mailto:me.@x.com">me.@x.com</a> x']
{{ [('(me.@x.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://xn--abc.com')|urlize] }} => ['<a href="http://xn--abc.com" rel="noopener">http://xn--abc.com</a>']
{{ [('see http://xn--abc.com x')|urlize(9, true)] }} => ['see <a href="http://xn--abc.com" rel="nofollow noopener">http://xn...</a> x']
{{ [('(http://xn--abc.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('xn--a.com')|urlize] }} => ['<a href="https://xn--a.com" rel="noopener">xn--a.com</a>']
{{ [('see xn--a.com x')|urlize(9, true)] }} => ['see <a href="https://xn--a.com" rel="nofollow noopener">xn--a.com</a> x']
{{ [('(xn--a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://[::1]/x')|urlize] }} => ['<a href="http://[::1]/x" rel="noopener">http://[::1]/x</a>']
{{ [('see http://[::1]/x x')|urlize(9, true)] }} => ['see <a href="http://[::1]/x" rel="nofollow noopener">http://[:...</a> x']
{{ [('(http://[::1]/x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://[::1')|urlize] }} => ['http://[::1']
{{ [('see http://[::1 x')|urlize(9, true)] }} => ['see http://[::1 x']
{{ [('(http://[::1).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://[::]x')|urlize] }} => ['http://[::]x']
{{ [('see http://[::]x x')|urlize(9, true)] }} => ['see http://[::]x x']
{{ [('(http://[::]x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://[zz]')|urlize] }} => ['http://[zz]']
{{ [('see http://[zz] x')|urlize(9, true)] }} => ['see http://[zz] x']
{{ [('(http://[zz]).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://[1:2:3:4:5:6:7:8]:80/')|urlize] }} => ['<a href="http://[1:2:3:4:5:6:7:8]:80/" rel="noopener">http://[1:2:3:4:5:6:7:8]:80/</a>']
{{ [('see http://[1:2:3:4:5:6:7:8]:80/ x')|urlize(9, true)] }} => ['see <a href="http://[1:2:3:4:5:6:7:8]:80/" rel="nofollow noopener">http://[1...</a> x']
{{ [('(http://[1:2:3:4:5:6:7:8]:80/).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://1.2.3.4/')|urlize] }} => ['<a href="http://1.2.3.4/" rel="noopener">http://1.2.3.4/</a>']
{{ [('see http://1.2.3.4/ x')|urlize(9, true)] }} => ['see <a href="http://1.2.3.4/" rel="nofollow noopener">http://1....</a> x']
{{ [('(http://1.2.3.4/).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://1.2.3')|urlize] }} => ['http://1.2.3']
{{ [('see http://1.2.3 x')|urlize(9, true)] }} => ['see http://1.2.3 x']
{{ [('(http://1.2.3).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://é.com')|urlize] }} => ['<a href="http://é.com" rel="noopener">http://é.com</a>']
{{ [('see http://é.com x')|urlize(9, true)] }} => ['see <a href="http://é.com" rel="nofollow noopener">http://é....</a> x']
{{ [('(http://é.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://İ.com')|urlize] }} => ['<a href="http://İ.com" rel="noopener">http://İ.com</a>']
{{ [('see http://İ.com x')|urlize(9, true)] }} => ['see <a href="http://İ.com" rel="nofollow noopener">http://İ....</a> x']
{{ [('(http://İ.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.K')|urlize] }} => ['http://a.K']
{{ [('see http://a.K x')|urlize(9, true)] }} => ['see http://a.K x']
{{ [('(http://a.K).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com:99999/')|urlize] }} => ['<a href="http://a.com:99999/" rel="noopener">http://a.com:99999/</a>']
{{ [('see http://a.com:99999/ x')|urlize(9, true)] }} => ['see <a href="http://a.com:99999/" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com:99999/).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com:x')|urlize] }} => ['http://a.com:x']
{{ [('see http://a.com:x x')|urlize(9, true)] }} => ['see http://a.com:x x']
{{ [('(http://a.com:x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.b.c.d.e')|urlize] }} => ['http://a.b.c.d.e']
{{ [('see http://a.b.c.d.e x')|urlize(9, true)] }} => ['see http://a.b.c.d.e x']
{{ [('(http://a.b.c.d.e).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com')|urlize] }} => ['<a href="http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com" rel="noopener">http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com</a>']
{{ [('see http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com x')|urlize(9, true)] }} => ['see <a href="http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com" rel="nofollow noopener">http://aa...</a> x']
{{ [('(http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com')|urlize] }} => ['<a href="http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com" rel="noopener">http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com</a>']
{{ [('see http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com x')|urlize(9, true)] }} => ['see <a href="http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com" rel="nofollow noopener">http://aa...</a> x']
{{ [('(http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com')|urlize] }} => ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com']
{{ [('see aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com x')|urlize(9, true)] }} => ['see aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com x']
{{ [('(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a-.com')|urlize] }} => ['<a href="http://a-.com" rel="noopener">http://a-.com</a>']
{{ [('see http://a-.com x')|urlize(9, true)] }} => ['see <a href="http://a-.com" rel="nofollow noopener">http://a-...</a> x']
{{ [('(http://a-.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://-a.com')|urlize] }} => ['<a href="http://-a.com" rel="noopener">http://-a.com</a>']
{{ [('see http://-a.com x')|urlize(9, true)] }} => ['see <a href="http://-a.com" rel="nofollow noopener">http://-a...</a> x']
{{ [('(http://-a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a_b.com')|urlize] }} => ['<a href="http://a_b.com" rel="noopener">http://a_b.com</a>']
{{ [('see http://a_b.com x')|urlize(9, true)] }} => ['see <a href="http://a_b.com" rel="nofollow noopener">http://a_...</a> x']
{{ [('(http://a_b.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb')|urlize] }} => ['http://a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']
{{ [('see http://a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb x')|urlize(9, true)] }} => ['see http://a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb x']
{{ [('(http://a.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://localhost/')|urlize] }} => ['<a href="http://localhost/" rel="noopener">http://localhost/</a>']
{{ [('see http://localhost/ x')|urlize(9, true)] }} => ['see <a href="http://localhost/" rel="nofollow noopener">http://lo...</a> x']
{{ [('(http://localhost/).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://localhost')|urlize] }} => ['<a href="http://localhost" rel="noopener">http://localhost</a>']
{{ [('see http://localhost x')|urlize(9, true)] }} => ['see <a href="http://localhost" rel="nofollow noopener">http://lo...</a> x']
{{ [('(http://localhost).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('https://localhost:8080/x')|urlize] }} => ['<a href="https://localhost:8080/x" rel="noopener">https://localhost:8080/x</a>']
{{ [('see https://localhost:8080/x x')|urlize(9, true)] }} => ['see <a href="https://localhost:8080/x" rel="nofollow noopener">https://l...</a> x']
{{ [('(https://localhost:8080/x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://127.0.0.1:5000')|urlize] }} => ['<a href="http://127.0.0.1:5000" rel="noopener">http://127.0.0.1:5000</a>']
{{ [('see http://127.0.0.1:5000 x')|urlize(9, true)] }} => ['see <a href="http://127.0.0.1:5000" rel="nofollow noopener">http://12...</a> x']
{{ [('(http://127.0.0.1:5000).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://user:pass@a.com/')|urlize] }} => ['http://user:pass@a.com/']
{{ [('see http://user:pass@a.com/ x')|urlize(9, true)] }} => ['see http://user:pass@a.com/ x']
{{ [('(http://user:pass@a.com/).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com/(x)')|urlize] }} => ['<a href="http://a.com/(x)" rel="noopener">http://a.com/(x)</a>']
{{ [('see http://a.com/(x) x')|urlize(9, true)] }} => ['see <a href="http://a.com/(x)" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com/(x)).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('(http://a.com)')|urlize] }} => ['(<a href="http://a.com" rel="noopener">http://a.com</a>)']
{{ [('see (http://a.com) x')|urlize(9, true)] }} => ['see (<a href="http://a.com" rel="nofollow noopener">http://a....</a>) x']
{{ [('((http://a.com)).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('<http://a.com>')|urlize] }} => ['&lt;<a href="http://a.com" rel="noopener">http://a.com</a>&gt;']
{{ [('see <http://a.com> x')|urlize(9, true)] }} => ['see &lt;<a href="http://a.com" rel="nofollow noopener">http://a....</a>&gt; x']
{{ [('(<http://a.com>).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('&lt;http://a.com&gt;')|urlize] }} => ['&amp;lt;http://a.com&amp;gt;']
{{ [('see &lt;http://a.com&gt; x')|urlize(9, true)] }} => ['see &amp;lt;http://a.com&amp;gt; x']
{{ [('(&lt;http://a.com&gt;).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com.')|urlize] }} => ['<a href="http://a.com" rel="noopener">http://a.com</a>.']
{{ [('see http://a.com. x')|urlize(9, true)] }} => ['see <a href="http://a.com" rel="nofollow noopener">http://a....</a>. x']
{{ [('(http://a.com.).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com,')|urlize] }} => ['<a href="http://a.com" rel="noopener">http://a.com</a>,']
{{ [('see http://a.com, x')|urlize(9, true)] }} => ['see <a href="http://a.com" rel="nofollow noopener">http://a....</a>, x']
{{ [('(http://a.com,).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com)')|urlize] }} => ['<a href="http://a.com" rel="noopener">http://a.com</a>)']
{{ [('see http://a.com) x')|urlize(9, true)] }} => ['see <a href="http://a.com" rel="nofollow noopener">http://a....</a>) x']
{{ [('(http://a.com)).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com/x_(y)')|urlize] }} => ['<a href="http://a.com/x_(y)" rel="noopener">http://a.com/x_(y)</a>']
{{ [('see http://a.com/x_(y) x')|urlize(9, true)] }} => ['see <a href="http://a.com/x_(y)" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com/x_(y)).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('((http://a.com/x))')|urlize] }} => ['((<a href="http://a.com/x" rel="noopener">http://a.com/x</a>))']
{{ [('see ((http://a.com/x)) x')|urlize(9, true)] }} => ['see ((<a href="http://a.com/x" rel="nofollow noopener">http://a....</a>)) x']
{{ [('(((http://a.com/x))).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('(http://a.com')|urlize] }} => ['(<a href="http://a.com" rel="noopener">http://a.com</a>']
{{ [('see (http://a.com x')|urlize(9, true)] }} => ['see (<a href="http://a.com" rel="nofollow noopener">http://a....</a> x']
{{ [('((http://a.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com)\n')|urlize] }} => ['<a href="http://a.com" rel="noopener">http://a.com</a>)\\n']
{{ [('see http://a.com)\n x')|urlize(9, true)] }} => ['see <a href="http://a.com" rel="nofollow noopener">http://a....</a>)\\n x']
{{ [('(http://a.com)\n).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('.,)')|urlize] }} => ['.,)']
{{ [('see .,) x')|urlize(9, true)] }} => ['see .,) x']
{{ [('(.,)).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('...')|urlize] }} => ['...']
{{ [('see ... x')|urlize(9, true)] }} => ['see ... x']
{{ [('(...).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('(')|urlize] }} => ['(']
{{ [('see ( x')|urlize(9, true)] }} => ['see ( x']
{{ [('(().')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('<')|urlize] }} => ['&lt;']
{{ [('see < x')|urlize(9, true)] }} => ['see &lt; x']
{{ [('(<).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('&lt;')|urlize] }} => ['&amp;lt;']
{{ [('see &lt; x')|urlize(9, true)] }} => ['see &amp;lt; x']
{{ [('(&lt;).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://')|urlize] }} => ['http://']
{{ [('see http:// x')|urlize(9, true)] }} => ['see http:// x']
{{ [('(http://).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('https://')|urlize] }} => ['https://']
{{ [('see https:// x')|urlize(9, true)] }} => ['see https:// x']
{{ [('(https://).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('tel:123')|urlize] }} => ['tel:123']
{{ [('see tel:123 x')|urlize(9, true)] }} => ['see tel:123 x']
{{ [('(tel:123).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('x:y')|urlize] }} => ['x:y']
{{ [('see x:y x')|urlize(9, true)] }} => ['see x:y x']
{{ [('(x:y).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a+b.c-d:e')|urlize] }} => ['a+b.c-d:e']
{{ [('see a+b.c-d:e x')|urlize(9, true)] }} => ['see a+b.c-d:e x']
{{ [('(a+b.c-d:e).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('é:x')|urlize] }} => ['é:x']
{{ [('see é:x x')|urlize(9, true)] }} => ['see é:x x']
{{ [('(é:x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('tel:+1')|urlize] }} => ['tel:+1']
{{ [('see tel:+1 x')|urlize(9, true)] }} => ['see tel:+1 x']
{{ [('(tel:+1).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('mailto:')|urlize] }} => ['mailto:']
{{ [('see mailto: x')|urlize(9, true)] }} => ['see mailto: x']
{{ [('(mailto:).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('mailto:x')|urlize] }} => ['mailto:x']
{{ [('see mailto:x x')|urlize(9, true)] }} => ['see mailto:x x']
{{ [('(mailto:x).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('mailto:a@b.co')|urlize] }} => ['<a href="mailto:a@b.co">a@b.co</a>']
{{ [('see mailto:a@b.co x')|urlize(9, true)] }} => ['see <a href="mailto:a@b.co">a@b.co</a> x']
{{ [('(mailto:a@b.co).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com/%20x%zz')|urlize] }} => ['<a href="http://a.com/%20x%zz" rel="noopener">http://a.com/%20x%zz</a>']
{{ [('see http://a.com/%20x%zz x')|urlize(9, true)] }} => ['see <a href="http://a.com/%20x%zz" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com/%20x%zz).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.com/é')|urlize] }} => ['<a href="http://a.com/é" rel="noopener">http://a.com/é</a>']
{{ [('see http://a.com/é x')|urlize(9, true)] }} => ['see <a href="http://a.com/é" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.com/é).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.c')|urlize] }} => ['http://a.c']
{{ [('see http://a.c x')|urlize(9, true)] }} => ['see http://a.c x']
{{ [('(http://a.c).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.co-m')|urlize] }} => ['http://a.co-m']
{{ [('see http://a.co-m x')|urlize(9, true)] }} => ['see http://a.co-m x']
{{ [('(http://a.co-m).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a..com')|urlize] }} => ['http://a..com']
{{ [('see http://a..com x')|urlize(9, true)] }} => ['see http://a..com x']
{{ [('(http://a..com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://.com')|urlize] }} => ['http://.com']
{{ [('see http://.com x')|urlize(9, true)] }} => ['see http://.com x']
{{ [('(http://.com).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.com:80')|urlize] }} => ['a.com:80']
{{ [('see a.com:80 x')|urlize(9, true)] }} => ['see a.com:80 x']
{{ [('(a.com:80).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://a.xn--p1ai')|urlize] }} => ['<a href="http://a.xn--p1ai" rel="noopener">http://a.xn--p1ai</a>']
{{ [('see http://a.xn--p1ai x')|urlize(9, true)] }} => ['see <a href="http://a.xn--p1ai" rel="nofollow noopener">http://a....</a> x']
{{ [('(http://a.xn--p1ai).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://xn--p1ai')|urlize] }} => ['<a href="http://xn--p1ai" rel="noopener">http://xn--p1ai</a>']
{{ [('see http://xn--p1ai x')|urlize(9, true)] }} => ['see <a href="http://xn--p1ai" rel="nofollow noopener">http://xn...</a> x']
{{ [('(http://xn--p1ai).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('a.xn--p1ai')|urlize] }} => ['a.xn--p1ai']
{{ [('see a.xn--p1ai x')|urlize(9, true)] }} => ['see a.xn--p1ai x']
{{ [('(a.xn--p1ai).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('www.é.com/é?x=é')|urlize] }} => ['<a href="https://www.é.com/é?x=é" rel="noopener">www.é.com/é?x=é</a>']
{{ [('see www.é.com/é?x=é x')|urlize(9, true)] }} => ['see <a href="https://www.é.com/é?x=é" rel="nofollow noopener">www.é.com...</a> x']
{{ [('(www.é.com/é?x=é).')|urlize(nofollow=true, target='_x', rel='a b', extra_schemes=['tel:', 'foo://', 'x:'])] }} =! runtime
{{ [('http://abc.com x')|urlize(-big)] }} => ['<a href="http://abc.com" rel="noopener">...</a> x']
{{ [('http://abc.com tel:5 x')|urlize(big)] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(big)] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(-1)] }} => ['<a href="http://abc.com" rel="noopener">http://abc.co...</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(-1)] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.co...</a>>']
{{ [('http://abc.com tel:5 x')|urlize(0)] }} => ['<a href="http://abc.com" rel="noopener">...</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(0)] }} => ['<<a href="http://abc.com" rel="noopener">...</a>>']
{{ [('http://abc.com tel:5 x')|urlize('a')] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize('a')] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(2.5)] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(2.5)] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(none)] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(none)] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(true)] }} => ['<a href="http://abc.com" rel="noopener">h...</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(true)] }} => ['<<a href="http://abc.com" rel="noopener">h...</a>>']
{{ [('http://abc.com tel:5 x')|urlize(5, false, none, '')] }} => ['<a href="http://abc.com" rel="noopener">http:...</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(5, false, none, '')] }} => ['<<a href="http://abc.com" rel="noopener">http:...</a>>']
{{ [('http://abc.com tel:5 x')|urlize(target='')] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(target='')] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(target=5)] }} => ['<a href="http://abc.com" rel="noopener" target="5">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(target=5)] }} => ['<<a href="http://abc.com" rel="noopener" target="5">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(target='<')] }} => ['<a href="http://abc.com" rel="noopener" target="&lt;">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(target='<')] }} => ['<<a href="http://abc.com" rel="noopener" target="&lt;">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(rel=5)] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(rel=5)] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(rel='')] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(rel='')] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(rel='x'.encode())] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(rel='x'.encode())] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(rel=none)] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(rel=none)] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(rel=l)] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(rel=l)] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(rel='noopener x noopener')] }} => ['<a href="http://abc.com" rel="noopener x">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(rel='noopener x noopener')] }} => ['<<a href="http://abc.com" rel="noopener x">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=5)] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=5)] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=none)] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=none)] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=[5])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=[5])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['x'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['x'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['x:'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['x:'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['é:'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['é:'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['a+b.c-d:'])] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['a+b.c-d:'])] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['x:////'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['x:////'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=[':'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=[':'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=[''])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=[''])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes='tel:')] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes='tel:')] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['tel:']|map('lower'))] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['tel:']|map('lower'))] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=d)] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=d)] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=['x!:'])] }} =! runtime
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=['x!:'])] }} =! runtime
{{ [('http://abc.com tel:5 x')|urlize(extra_schemes=('tel:',))] }} => ['<a href="http://abc.com" rel="noopener">http://abc.com</a> <a href="tel:5" rel="noopener">tel:5</a> x']
{{ [('<http://abc.com>'|safe)|urlize(extra_schemes=('tel:',))] }} => ['<<a href="http://abc.com" rel="noopener">http://abc.com</a>>']
{{ [('http://abc.com tel:5 x')|urlize(trim_url_limit=3)] }} => ['<a href="http://abc.com" rel="noopener">htt...</a> tel:5 x']
{{ [('<http://abc.com>'|safe)|urlize(trim_url_limit=3)] }} => ['<<a href="http://abc.com" rel="noopener">htt...</a>>']
{{ [(5)|urlize] }} => ['5']
{{ [(none)|urlize] }} => ['None']
{{ [(l)|urlize] }} => ['[3, 1, 2]']
{{ [('x'.encode())|urlize] }} => ['b&#39;x&#39;']
{{ [(nope)|urlize] }} => ['']
{{ [(h|safe)|urlize] }} => ['<a href=x>T&amp;c</a>']
{{ [(h)|urlize] }} => ['&lt;a href=x&gt;T&amp;amp;c&lt;/a&gt;']
{{ [(t)|wordwrap(1)] }} => ['o\\nn\\ne\\nt\\nw\\no\\n-\\nt\\nh\\nr\\ne\\ne\\nf\\no\\nu\\nr\\n-\\n-\\n-\\nf\\ni\\nv\\ne\\ns\\ni\\nx\\n-\\n-\\ns\\ne\\nv\\ne\\nn\\na\\n-\\nb\\n-\\nc\\nx\\ns\\nu\\np\\ne\\nr\\nl\\no\\nn\\ng\\nw\\no\\nr\\nd\\nt\\nh\\na\\nt\\ng\\no\\ne\\ns\\no\\nn\\n-\\na\\nn\\nd\\n-\\no\\nn']
{{ [(t)|wordwrap(2)] }} => ['on\\ne \\ntw\\no-\\nth\\nre\\ne\\nfo\\nur\\n--\\n-f\\niv\\ne \\nsi\\nx\\n--\\nse\\nve\\nn \\na-\\nb-\\nc\\nx \\nsu\\npe\\nrl\\non\\ngw\\nor\\ndt\\nha\\ntg\\noe\\nso\\nn-\\nan\\nd-\\non']
{{ [(t)|wordwrap(3)] }} => ['one\\ntwo\\n-th\\nree\\nfou\\nr\\n---\\nfiv\\ne\\nsix\\n--s\\neve\\nn a\\n-b-\\nc\\nx s\\nupe\\nrlo\\nngw\\nord\\ntha\\ntgo\\neso\\nn-a\\nnd-\\non']
{{ [(t)|wordwrap(5)] }} => ['one\\ntwo-\\nthree\\nfour\\n---\\nfive\\nsix--\\nseven\\na-b-c\\nx sup\\nerlon\\ngword\\nthatg\\noeson\\n-and-\\non']
{{ [(t)|wordwrap(7)] }} => ['one\\ntwo-\\nthree\\nfour---\\nfive\\nsix--\\nseven\\na-b-c\\nx super\\nlongwor\\ndthatgo\\neson-\\nand-on']
{{ [(t)|wordwrap(10, false)] }} => ['one two-\\nthree\\nfour---\\nfive six--\\nseven\\na-b-c\\nx\\nsuperlongwordthatgoeson-\\nand-on']
{{ [(t)|wordwrap(6, true, '|')] }} => ['one|two-|three|four|---|five|six--|seven|a-b-c|x supe|rlongw|ordtha|tgoeso|n-and-|on']
{{ [(t)|wordwrap(6, true, none, false)] }} => ['one tw\\no-thre\\ne  fou\\nr---fi\\nve six\\n--seve\\nn\\na-b-c\\nx supe\\nrlongw\\nordtha\\ntgoeso\\nn-and-\\non']
{{ [(t)|wordwrap(4, false, '+', false)] }} => ['one+two-three+four---five+six--seven+a-b-c+x+superlongwordthatgoeson-and-on']
{{ [(t)|wordwrap(9, break_on_hyphens=0)] }} => ['one\\ntwo-three\\nfour---fi\\nve six--s\\neven\\na-b-c\\nx superlo\\nngwordtha\\ntgoeson-a\\nnd-on']
{{ [(t)|wordwrap(9, wrapstring='')] }} => ['one two-threefour---five six--sevena-b-cx superlongwordthatgoeson-and-on']
{{ [('a---b')|wordwrap(1)] }} => ['a\\n-\\n-\\n-\\nb']
{{ [('a---b')|wordwrap(2)] }} => ['a-\\n--\\nb']
{{ [('a---b')|wordwrap(3)] }} => ['a\\n---\\nb']
{{ [('a---b')|wordwrap(5)] }} => ['a---b']
{{ [('a---b')|wordwrap(7)] }} => ['a---b']
{{ [('a---b')|wordwrap(10, false)] }} => ['a---b']
{{ [('a---b')|wordwrap(6, true, '|')] }} => ['a---b']
{{ [('a---b')|wordwrap(6, true, none, false)] }} => ['a---b']
{{ [('a---b')|wordwrap(4, false, '+', false)] }} => ['a---b']
{{ [('a---b')|wordwrap(9, break_on_hyphens=0)] }} => ['a---b']
{{ [('a---b')|wordwrap(9, wrapstring='')] }} => ['a---b']
{{ [('ab--cd')|wordwrap(1)] }} => ['a\\nb\\n-\\n-\\nc\\nd']
{{ [('ab--cd')|wordwrap(2)] }} => ['ab\\n--\\ncd']
{{ [('ab--cd')|wordwrap(3)] }} => ['ab\\n--\\ncd']
{{ [('ab--cd')|wordwrap(5)] }} => ['ab--\\ncd']
{{ [('ab--cd')|wordwrap(7)] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(10, false)] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(6, true, '|')] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(6, true, none, false)] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(4, false, '+', false)] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(9, break_on_hyphens=0)] }} => ['ab--cd']
{{ [('ab--cd')|wordwrap(9, wrapstring='')] }} => ['ab--cd']
{{ [('--a')|wordwrap(1)] }} => ['-\\n-\\na']
{{ [('--a')|wordwrap(2)] }} => ['--\\na']
{{ [('--a')|wordwrap(3)] }} => ['--a']
{{ [('--a')|wordwrap(5)] }} => ['--a']
{{ [('--a')|wordwrap(7)] }} => ['--a']
{{ [('--a')|wordwrap(10, false)] }} => ['--a']
{{ [('--a')|wordwrap(6, true, '|')] }} => ['--a']
{{ [('--a')|wordwrap(6, true, none, false)] }} => ['--a']
{{ [('--a')|wordwrap(4, false, '+', false)] }} => ['--a']
{{ [('--a')|wordwrap(9, break_on_hyphens=0)] }} => ['--a']
{{ [('--a')|wordwrap(9, wrapstring='')] }} => ['--a']
{{ [('a--')|wordwrap(1)] }} => ['a\\n-\\n-']
{{ [('a--')|wordwrap(2)] }} => ['a-\\n-']
{{ [('a--')|wordwrap(3)] }} => ['a--']
{{ [('a--')|wordwrap(5)] }} => ['a--']
{{ [('a--')|wordwrap(7)] }} => ['a--']
{{ [('a--')|wordwrap(10, false)] }} => ['a--']
{{ [('a--')|wordwrap(6, true, '|')] }} => ['a--']
{{ [('a--')|wordwrap(6, true, none, false)] }} => ['a--']
{{ [('a--')|wordwrap(4, false, '+', false)] }} => ['a--']
{{ [('a--')|wordwrap(9, break_on_hyphens=0)] }} => ['a--']
{{ [('a--')|wordwrap(9, wrapstring='')] }} => ['a--']
{{ [('-')|wordwrap(1)] }} => ['-']
{{ [('-')|wordwrap(2)] }} => ['-']
{{ [('-')|wordwrap(3)] }} => ['-']
{{ [('-')|wordwrap(5)] }} => ['-']
{{ [('-')|wordwrap(7)] }} => ['-']
{{ [('-')|wordwrap(10, false)] }} => ['-']
{{ [('-')|wordwrap(6, true, '|')] }} => ['-']
{{ [('-')|wordwrap(6, true, none, false)] }} => ['-']
{{ [('-')|wordwrap(4, false, '+', false)] }} => ['-']
{{ [('-')|wordwrap(9, break_on_hyphens=0)] }} => ['-']
{{ [('-')|wordwrap(9, wrapstring='')] }} => ['-']
{{ [('a-b')|wordwrap(1)] }} => ['a\\n-\\nb']
{{ [('a-b')|wordwrap(2)] }} => ['a-\\nb']
{{ [('a-b')|wordwrap(3)] }} => ['a-b']
{{ [('a-b')|wordwrap(5)] }} => ['a-b']
{{ [('a-b')|wordwrap(7)] }} => ['a-b']
{{ [('a-b')|wordwrap(10, false)] }} => ['a-b']
{{ [('a-b')|wordwrap(6, true, '|')] }} => ['a-b']
{{ [('a-b')|wordwrap(6, true, none, false)] }} => ['a-b']
{{ [('a-b')|wordwrap(4, false, '+', false)] }} => ['a-b']
{{ [('a-b')|wordwrap(9, break_on_hyphens=0)] }} => ['a-b']
{{ [('a-b')|wordwrap(9, wrapstring='')] }} => ['a-b']
{{ [('1-2')|wordwrap(1)] }} => ['1\\n-\\n2']
{{ [('1-2')|wordwrap(2)] }} => ['1-\\n2']
{{ [('1-2')|wordwrap(3)] }} => ['1-2']
{{ [('1-2')|wordwrap(5)] }} => ['1-2']
{{ [('1-2')|wordwrap(7)] }} => ['1-2']
{{ [('1-2')|wordwrap(10, false)] }} => ['1-2']
{{ [('1-2')|wordwrap(6, true, '|')] }} => ['1-2']
{{ [('1-2')|wordwrap(6, true, none, false)] }} => ['1-2']
{{ [('1-2')|wordwrap(4, false, '+', false)] }} => ['1-2']
{{ [('1-2')|wordwrap(9, break_on_hyphens=0)] }} => ['1-2']
{{ [('1-2')|wordwrap(9, wrapstring='')] }} => ['1-2']
{{ [('e-mail x')|wordwrap(1)] }} => ['e\\n-\\nm\\na\\ni\\nl\\nx']
{{ [('e-mail x')|wordwrap(2)] }} => ['e-\\nma\\nil\\nx']
{{ [('e-mail x')|wordwrap(3)] }} => ['e-\\nmai\\nl x']
{{ [('e-mail x')|wordwrap(5)] }} => ['e-\\nmail\\nx']
{{ [('e-mail x')|wordwrap(7)] }} => ['e-mail\\nx']
{{ [('e-mail x')|wordwrap(10, false)] }} => ['e-mail x']
{{ [('e-mail x')|wordwrap(6, true, '|')] }} => ['e-mail|x']
{{ [('e-mail x')|wordwrap(6, true, none, false)] }} => ['e-mail\\nx']
{{ [('e-mail x')|wordwrap(4, false, '+', false)] }} => ['e-mail+x']
{{ [('e-mail x')|wordwrap(9, break_on_hyphens=0)] }} => ['e-mail x']
{{ [('e-mail x')|wordwrap(9, wrapstring='')] }} => ['e-mail x']
{{ [('well-known-thing')|wordwrap(1)] }} => ['w\\ne\\nl\\nl\\n-\\nk\\nn\\no\\nw\\nn\\n-\\nt\\nh\\ni\\nn\\ng']
{{ [('well-known-thing')|wordwrap(2)] }} => ['we\\nll\\n-k\\nno\\nwn\\n-t\\nhi\\nng']
{{ [('well-known-thing')|wordwrap(3)] }} => ['wel\\nl-k\\nnow\\nn-t\\nhin\\ng']
{{ [('well-known-thing')|wordwrap(5)] }} => ['well-\\nknown\\n-\\nthing']
{{ [('well-known-thing')|wordwrap(7)] }} => ['well-\\nknown-\\nthing']
{{ [('well-known-thing')|wordwrap(10, false)] }} => ['well-\\nknown-\\nthing']
{{ [('well-known-thing')|wordwrap(6, true, '|')] }} => ['well-|known-|thing']
{{ [('well-known-thing')|wordwrap(6, true, none, false)] }} => ['well-k\\nnown-t\\nhing']
{{ [('well-known-thing')|wordwrap(4, false, '+', false)] }} => ['well-known-thing']
{{ [('well-known-thing')|wordwrap(9, break_on_hyphens=0)] }} => ['well-know\\nn-thing']
{{ [('well-known-thing')|wordwrap(9, wrapstring='')] }} => ['well-known-thing']
{{ [('é-ü')|wordwrap(1)] }} => ['é\\n-\\nü']
{{ [('é-ü')|wordwrap(2)] }} => ['é-\\nü']
{{ [('é-ü')|wordwrap(3)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(5)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(7)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(10, false)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(6, true, '|')] }} => ['é-ü']
{{ [('é-ü')|wordwrap(6, true, none, false)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(4, false, '+', false)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(9, break_on_hyphens=0)] }} => ['é-ü']
{{ [('é-ü')|wordwrap(9, wrapstring='')] }} => ['é-ü']
{{ [('a–b')|wordwrap(1)] }} => ['a\\n–\\nb']
{{ [('a–b')|wordwrap(2)] }} => ['a–\\nb']
{{ [('a–b')|wordwrap(3)] }} => ['a–b']
{{ [('a–b')|wordwrap(5)] }} => ['a–b']
{{ [('a–b')|wordwrap(7)] }} => ['a–b']
{{ [('a–b')|wordwrap(10, false)] }} => ['a–b']
{{ [('a–b')|wordwrap(6, true, '|')] }} => ['a–b']
{{ [('a–b')|wordwrap(6, true, none, false)] }} => ['a–b']
{{ [('a–b')|wordwrap(4, false, '+', false)] }} => ['a–b']
{{ [('a–b')|wordwrap(9, break_on_hyphens=0)] }} => ['a–b']
{{ [('a–b')|wordwrap(9, wrapstring='')] }} => ['a–b']
{{ [('')|wordwrap(1)] }} => ['']
{{ [('')|wordwrap(2)] }} => ['']
{{ [('')|wordwrap(3)] }} => ['']
{{ [('')|wordwrap(5)] }} => ['']
{{ [('')|wordwrap(7)] }} => ['']
{{ [('')|wordwrap(10, false)] }} => ['']
{{ [('')|wordwrap(6, true, '|')] }} => ['']
{{ [('')|wordwrap(6, true, none, false)] }} => ['']
{{ [('')|wordwrap(4, false, '+', false)] }} => ['']
{{ [('')|wordwrap(9, break_on_hyphens=0)] }} => ['']
{{ [('')|wordwrap(9, wrapstring='')] }} => ['']
{{ [('\n')|wordwrap(1)] }} => ['']
{{ [('\n')|wordwrap(2)] }} => ['']
{{ [('\n')|wordwrap(3)] }} => ['']
{{ [('\n')|wordwrap(5)] }} => ['']
{{ [('\n')|wordwrap(7)] }} => ['']
{{ [('\n')|wordwrap(10, false)] }} => ['']
{{ [('\n')|wordwrap(6, true, '|')] }} => ['']
{{ [('\n')|wordwrap(6, true, none, false)] }} => ['']
{{ [('\n')|wordwrap(4, false, '+', false)] }} => ['']
{{ [('\n')|wordwrap(9, break_on_hyphens=0)] }} => ['']
{{ [('\n')|wordwrap(9, wrapstring='')] }} => ['']
{{ [(' ')|wordwrap(1)] }} => ['']
{{ [(' ')|wordwrap(2)] }} => ['']
{{ [(' ')|wordwrap(3)] }} => ['']
{{ [(' ')|wordwrap(5)] }} => ['']
{{ [(' ')|wordwrap(7)] }} => ['']
{{ [(' ')|wordwrap(10, false)] }} => ['']
{{ [(' ')|wordwrap(6, true, '|')] }} => ['']
{{ [(' ')|wordwrap(6, true, none, false)] }} => ['']
{{ [(' ')|wordwrap(4, false, '+', false)] }} => ['']
{{ [(' ')|wordwrap(9, break_on_hyphens=0)] }} => ['']
{{ [(' ')|wordwrap(9, wrapstring='')] }} => ['']
{{ [('x\n\ny')|wordwrap(1)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(2)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(3)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(5)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(7)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(10, false)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(6, true, '|')] }} => ['x||y']
{{ [('x\n\ny')|wordwrap(6, true, none, false)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(4, false, '+', false)] }} => ['x++y']
{{ [('x\n\ny')|wordwrap(9, break_on_hyphens=0)] }} => ['x\\n\\ny']
{{ [('x\n\ny')|wordwrap(9, wrapstring='')] }} => ['xy']
{{ [('"x"--y')|wordwrap(1)] }} => ['"\\nx\\n"\\n-\\n-\\ny']
{{ [('"x"--y')|wordwrap(2)] }} => ['"x\\n"\\n--\\ny']
{{ [('"x"--y')|wordwrap(3)] }} => ['"x"\\n--y']
{{ [('"x"--y')|wordwrap(5)] }} => ['"x"--\\ny']
{{ [('"x"--y')|wordwrap(7)] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(10, false)] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(6, true, '|')] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(6, true, none, false)] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(4, false, '+', false)] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(9, break_on_hyphens=0)] }} => ['"x"--y']
{{ [('"x"--y')|wordwrap(9, wrapstring='')] }} => ['"x"--y']
{{ [('(a)--(b)')|wordwrap(1)] }} => ['(\\na\\n)\\n-\\n-\\n(\\nb\\n)']
{{ [('(a)--(b)')|wordwrap(2)] }} => ['(a\\n)-\\n-(\\nb)']
{{ [('(a)--(b)')|wordwrap(3)] }} => ['(a)\\n--(\\nb)']
{{ [('(a)--(b)')|wordwrap(5)] }} => ['(a)--\\n(b)']
{{ [('(a)--(b)')|wordwrap(7)] }} => ['(a)--\\n(b)']
{{ [('(a)--(b)')|wordwrap(10, false)] }} => ['(a)--(b)']
{{ [('(a)--(b)')|wordwrap(6, true, '|')] }} => ['(a)--|(b)']
{{ [('(a)--(b)')|wordwrap(6, true, none, false)] }} => ['(a)--(\\nb)']
{{ [('(a)--(b)')|wordwrap(4, false, '+', false)] }} => ['(a)--(b)']
{{ [('(a)--(b)')|wordwrap(9, break_on_hyphens=0)] }} => ['(a)--(b)']
{{ [('(a)--(b)')|wordwrap(9, wrapstring='')] }} => ['(a)--(b)']
{{ [('a\x1cb\x1fc d')|wordwrap(1)] }} => ['a\\nb\\nc\\nd']
{{ [('a\x1cb\x1fc d')|wordwrap(2)] }} => ['a\\nb\\x1f\\nc\\nd']
{{ [('a\x1cb\x1fc d')|wordwrap(3)] }} => ['a\\nb\\x1fc\\nd']
{{ [('a\x1cb\x1fc d')|wordwrap(5)] }} => ['a\\nb\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(7)] }} => ['a\\nb\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(10, false)] }} => ['a\\nb\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(6, true, '|')] }} => ['a|b\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(6, true, none, false)] }} => ['a\\nb\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(4, false, '+', false)] }} => ['a+b\\x1fc+d']
{{ [('a\x1cb\x1fc d')|wordwrap(9, break_on_hyphens=0)] }} => ['a\\nb\\x1fc d']
{{ [('a\x1cb\x1fc d')|wordwrap(9, wrapstring='')] }} => ['ab\\x1fc d']
{{ [('a,--b')|wordwrap(1)] }} => ['a\\n,\\n-\\n-\\nb']
{{ [('a,--b')|wordwrap(2)] }} => ['a,\\n--\\nb']
{{ [('a,--b')|wordwrap(3)] }} => ['a,\\n--b']
{{ [('a,--b')|wordwrap(5)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(7)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(10, false)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(6, true, '|')] }} => ['a,--b']
{{ [('a,--b')|wordwrap(6, true, none, false)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(4, false, '+', false)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(9, break_on_hyphens=0)] }} => ['a,--b']
{{ [('a,--b')|wordwrap(9, wrapstring='')] }} => ['a,--b']
{{ [('very-'*9)|wordwrap(1)] }} => ['v\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-\\nv\\ne\\nr\\ny\\n-']
{{ [('very-'*9)|wordwrap(2)] }} => ['ve\\nry\\n-v\\ner\\ny-\\nve\\nry\\n-v\\ner\\ny-\\nve\\nry\\n-v\\ner\\ny-\\nve\\nry\\n-v\\ner\\ny-\\nve\\nry\\n-']
{{ [('very-'*9)|wordwrap(3)] }} => ['ver\\ny-v\\nery\\n-ve\\nry-\\nver\\ny-v\\nery\\n-ve\\nry-\\nver\\ny-v\\nery\\n-ve\\nry-']
{{ [('very-'*9)|wordwrap(5)] }} => ['very-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-']
{{ [('very-'*9)|wordwrap(7)] }} => ['very-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-\\nvery-']
{{ [('very-'*9)|wordwrap(10, false)] }} => ['very-very-\\nvery-very-\\nvery-very-\\nvery-very-\\nvery-']
{{ [('very-'*9)|wordwrap(6, true, '|')] }} => ['very-|very-|very-|very-|very-|very-|very-|very-|very-']
{{ [('very-'*9)|wordwrap(6, true, none, false)] }} => ['very-v\\nery-ve\\nry-ver\\ny-very\\n-very-\\nvery-v\\nery-ve\\nry-']
{{ [('very-'*9)|wordwrap(4, false, '+', false)] }} => ['very-very-very-very-very-very-very-very-very-']
{{ [('very-'*9)|wordwrap(9, break_on_hyphens=0)] }} => ['very-very\\n-very-ver\\ny-very-ve\\nry-very-v\\nery-very-']
{{ [('very-'*9)|wordwrap(9, wrapstring='')] }} => ['very-very-very-very-very-very-very-very-very-']
{{ [(t)|wordwrap(0)] }} =! runtime
{{ [(t)|wordwrap(-1)] }} =! runtime
{{ [(t)|wordwrap(big)] }} => ['one two-three  four---five six--seven a-b-c\\nx superlongwordthatgoeson-and-on']
{{ [(t)|wordwrap(-big)] }} =! runtime
{{ [(t)|wordwrap(2.5)] }} =! runtime
{{ [(t)|wordwrap(true)] }} => ['o\\nn\\ne\\nt\\nw\\no\\n-\\nt\\nh\\nr\\ne\\ne\\nf\\no\\nu\\nr\\n-\\n-\\n-\\nf\\ni\\nv\\ne\\ns\\ni\\nx\\n-\\n-\\ns\\ne\\nv\\ne\\nn\\na\\n-\\nb\\n-\\nc\\nx\\ns\\nu\\np\\ne\\nr\\nl\\no\\nn\\ng\\nw\\no\\nr\\nd\\nt\\nh\\na\\nt\\ng\\no\\ne\\ns\\no\\nn\\n-\\na\\nn\\nd\\n-\\no\\nn']
{{ [(t)|wordwrap('a')] }} =! runtime
{{ [(t)|wordwrap(none)] }} =! runtime
{{ [(t)|wordwrap(5, 'x')] }} => ['one\\ntwo-\\nthree\\nfour\\n---\\nfive\\nsix--\\nseven\\na-b-c\\nx sup\\nerlon\\ngword\\nthatg\\noeson\\n-and-\\non']
{{ [(t)|wordwrap(5, true, 5)] }} =! runtime
{{ [(t)|wordwrap(5, true, 'x'.encode())] }} =! runtime
{{ [(t)|wordwrap(5, true, l)] }} =! runtime
{{ [(t)|wordwrap(1e20)] }} => ['one two-three  four---five six--seven a-b-c\\nx superlongwordthatgoeson-and-on']
{{ [(t)|wordwrap('inf'|float)] }} =! runtime
{{ [(5)|wordwrap(5)] }} =! runtime
{{ [(none)|wordwrap(5)] }} =! runtime
{{ [('a b'.encode())|wordwrap(5)] }} =! runtime
{{ [(l)|wordwrap(5)] }} =! runtime
{{ [(nope)|wordwrap(5)] }} =! undefined 'nope' is undefined
{{ [(h|safe)|wordwrap(5)] }} => ['<a hr\\nef=x>\\nT&amp\\n;c</a\\n>']
{{ [(big)|wordwrap(5)] }} =! runtime
{{ [('a b/é?~')|urlencode] }} => ['a%20b/%C3%A9%3F~']
{{ [('é'.encode())|urlencode] }} =! runtime
{{ [([('a', 'b')])|urlencode] }} => ['a=b']
{{ [([('a', 1), ('é', none)])|urlencode] }} => ['a=1&%C3%A9=None']
{{ [(d)|urlencode] }} => ['a=1&b=None&c=%7B%27x%27%3A+%5B1%5D%7D']
{{ [({'a': [1, 2]})|urlencode] }} => ['a=%5B1%2C+2%5D']
{{ [({'a/b': 'c d'})|urlencode] }} => ['a%2Fb=c+d']
{{ [([['a', 'b']])|urlencode] }} => ['a=b']
{{ [(['ab'])|urlencode] }} => ['a=b']
{{ [(['a'])|urlencode] }} =! runtime
{{ [([1])|urlencode] }} =! runtime
{{ [([('a',)])|urlencode] }} =! runtime
{{ [([('a', 'b', 'c')])|urlencode] }} =! runtime
{{ [(5)|urlencode] }} => ['5']
{{ [(none)|urlencode] }} => ['None']
{{ [(nope)|urlencode] }} => ['']
{{ [(big)|urlencode] }} => ['123456789012345678901234567890']
{{ [(2.5)|urlencode] }} => ['2.5']
{{ [(true)|urlencode] }} => ['True']
{{ [([])|urlencode] }} => ['']
{{ [({})|urlencode] }} => ['']
{{ [('')|urlencode] }} => ['']
{{ [(range(2))|urlencode] }} =! runtime
{{ [(('a', 'b'))|urlencode] }} =! runtime
{{ [(d.items())|urlencode] }} => ['a=1&b=None&c=%7B%27x%27%3A+%5B1%5D%7D']
{{ [('\ud800')|urlencode] }} =! runtime
{{ [([('\ud800', 1)])|urlencode] }} =! runtime
{{ [(h|safe)|urlencode] }} => ['%3Ca%20href%3Dx%3ET%26amp%3Bc%3C/a%3E']
{{ [({'x': h|safe})|urlencode] }} => ['x=%3Ca+href%3Dx%3ET%26amp%3Bc%3C%2Fa%3E']
{{ [([(1, 2)])|urlencode] }} => ['1=2']
{{ [('~._-/')|urlencode] }} => ['~._-/']
{{ [({'~._-/': '~._-/'})|urlencode] }} => ['~._-%2F=~._-%2F']
{{ [([('a'.encode(), 'b/'.encode())])|urlencode] }} => ['a=b%2F']
{{ [(d.items()|map('list'))|urlencode] }} => ['a=1&b=None&c=%7B%27x%27%3A+%5B1%5D%7D']
{{ [({'a': 1})|xmlattr] }} => [' a="1"']
{{ [({'a': 1})|xmlattr(false)] }} => ['a="1"']
{{ [({'a': 1})|xmlattr(autospace='')] }} => ['a="1"']
{{ [({'a': none})|xmlattr] }} => ['']
{{ [({'a': none})|xmlattr(false)] }} => ['']
{{ [({'a': none})|xmlattr(autospace='')] }} => ['']
{{ [({'a': nope})|xmlattr] }} => ['']
{{ [({'a': nope})|xmlattr(false)] }} => ['']
{{ [({'a': nope})|xmlattr(autospace='')] }} => ['']
{{ [({'a b': 1})|xmlattr] }} =! runtime
{{ [({'a b': 1})|xmlattr(false)] }} =! runtime
{{ [({'a b': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a/b': 1})|xmlattr] }} =! runtime
{{ [({'a/b': 1})|xmlattr(false)] }} =! runtime
{{ [({'a/b': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a>b': 1})|xmlattr] }} =! runtime
{{ [({'a>b': 1})|xmlattr(false)] }} =! runtime
{{ [({'a>b': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a=b': 1})|xmlattr] }} =! runtime
{{ [({'a=b': 1})|xmlattr(false)] }} =! runtime
{{ [({'a=b': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a\tb': 1})|xmlattr] }} =! runtime
{{ [({'a\tb': 1})|xmlattr(false)] }} =! runtime
{{ [({'a\tb': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a\nb': 1})|xmlattr] }} =! runtime
{{ [({'a\nb': 1})|xmlattr(false)] }} =! runtime
{{ [({'a\nb': 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'': 1})|xmlattr] }} => [' ="1"']
{{ [({'': 1})|xmlattr(false)] }} => ['="1"']
{{ [({'': 1})|xmlattr(autospace='')] }} => ['="1"']
{{ [({1: 2})|xmlattr] }} =! runtime
{{ [({1: 2})|xmlattr(false)] }} =! runtime
{{ [({1: 2})|xmlattr(autospace='')] }} =! runtime
{{ [({'a': '<'})|xmlattr] }} => [' a="&lt;"']
{{ [({'a': '<'})|xmlattr(false)] }} => ['a="&lt;"']
{{ [({'a': '<'})|xmlattr(autospace='')] }} => ['a="&lt;"']
{{ [({'a': '<'|safe})|xmlattr] }} => [' a="<"']
{{ [({'a': '<'|safe})|xmlattr(false)] }} => ['a="<"']
{{ [({'a': '<'|safe})|xmlattr(autospace='')] }} => ['a="<"']
{{ [({'a<': 1})|xmlattr] }} => [' a&lt;="1"']
{{ [({'a<': 1})|xmlattr(false)] }} => ['a&lt;="1"']
{{ [({'a<': 1})|xmlattr(autospace='')] }} => ['a&lt;="1"']
{{ [({})|xmlattr] }} => ['']
{{ [({})|xmlattr(false)] }} => ['']
{{ [({})|xmlattr(autospace='')] }} => ['']
{{ [(5)|xmlattr] }} =! runtime
{{ [(5)|xmlattr(false)] }} =! runtime
{{ [(5)|xmlattr(autospace='')] }} =! runtime
{{ [(none)|xmlattr] }} =! runtime
{{ [(none)|xmlattr(false)] }} =! runtime
{{ [(none)|xmlattr(autospace='')] }} =! runtime
{{ [([])|xmlattr] }} =! runtime
{{ [([])|xmlattr(false)] }} =! runtime
{{ [([])|xmlattr(autospace='')] }} =! runtime
{{ [([('a', 1)])|xmlattr] }} =! runtime
{{ [([('a', 1)])|xmlattr(false)] }} =! runtime
{{ [([('a', 1)])|xmlattr(autospace='')] }} =! runtime
{{ [({'a': l})|xmlattr] }} => [' a="[3, 1, 2]"']
{{ [({'a': l})|xmlattr(false)] }} => ['a="[3, 1, 2]"']
{{ [({'a': l})|xmlattr(autospace='')] }} => ['a="[3, 1, 2]"']
{{ [({none: 1})|xmlattr] }} =! runtime
{{ [({none: 1})|xmlattr(false)] }} =! runtime
{{ [({none: 1})|xmlattr(autospace='')] }} =! runtime
{{ [({'a': true})|xmlattr] }} => [' a="True"']
{{ [({'a': true})|xmlattr(false)] }} => ['a="True"']
{{ [({'a': true})|xmlattr(autospace='')] }} => ['a="True"']
{{ [(nope)|xmlattr] }} =! undefined 'nope' is undefined
{{ [(nope)|xmlattr(false)] }} =! undefined 'nope' is undefined
{{ [(nope)|xmlattr(autospace='')] }} =! undefined 'nope' is undefined
{{ [({'a': 1, 'b': 2})|xmlattr] }} => [' a="1" b="2"']
{{ [({'a': 1, 'b': 2})|xmlattr(false)] }} => ['a="1" b="2"']
{{ [({'a': 1, 'b': 2})|xmlattr(autospace='')] }} => ['a="1" b="2"']
{{ [({'é': 'é'})|xmlattr] }} => [' é="é"']
{{ [({'é': 'é'})|xmlattr(false)] }} => ['é="é"']
{{ [({'é': 'é'})|xmlattr(autospace='')] }} => ['é="é"']
{{ [({'a\x0cb': 1})|xmlattr] }} =! runtime
{{ [({'a\x0cb': 1})|xmlattr(false)] }} =! runtime
{{ [({'a\x0cb': 1})|xmlattr(autospace='')] }} =! runtime
{{ [(d)|tojson] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(2)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(0)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(-1)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson('-')] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson('')] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(indent=none)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(ensure_ascii=true)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(separators=(',', ':'))] }} => ['{"a":1,"b":null,"c":{"x":[1]}}']
{{ [(d)|tojson(separators=[',', ':'])] }} => ['{"a":1,"b":null,"c":{"x":[1]}}']
{{ [(d)|tojson(separators=(',',))] }} =! runtime
{{ [(d)|tojson(separators=(',', ':', ';'))] }} =! runtime
{{ [(d)|tojson(separators=5)] }} =! runtime
{{ [(d)|tojson(separators='ab')] }} => ['{"a"b1a"b"bnulla"c"b{"x"b[1]}}']
{{ [(d)|tojson(separators=(1, 2))] }} =! runtime
{{ [(d)|tojson(separators=('', none))] }} =! runtime
{{ [(d)|tojson(separators=d)] }} =! runtime
{{ [(d)|tojson(separators=none)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(sort_keys=true)] }} => ['{"a": 1, "b": null, "c": {"x": [1]}}']
{{ [(d)|tojson(indent=2.5)] }} =! runtime
{{ [(d)|tojson(indent=true)] }} => ['{\\n "a": 1,\\n "b": null,\\n "c": {\\n  "x": [\\n   1\\n  ]\\n }\\n}']
{{ [(d)|tojson(indent=2, separators=(' , ', ' : '), sort_keys=true, ensure_ascii=true)] }} => ['{\\n  "a" : 1 , \\n  "b" : null , \\n  "c" : {\\n    "x" : [\\n      1\\n    ]\\n  }\\n}']
{{ [(l)|tojson] }} => ['[3, 1, 2]']
{{ [(l)|tojson(2)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(0)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(-1)] }} => ['[3, 1, 2]']
{{ [(l)|tojson('-')] }} => ['[3, 1, 2]']
{{ [(l)|tojson('')] }} => ['[3, 1, 2]']
{{ [(l)|tojson(indent=none)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(ensure_ascii=true)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(separators=(',', ':'))] }} => ['[3,1,2]']
{{ [(l)|tojson(separators=[',', ':'])] }} => ['[3,1,2]']
{{ [(l)|tojson(separators=(',',))] }} =! runtime
{{ [(l)|tojson(separators=(',', ':', ';'))] }} =! runtime
{{ [(l)|tojson(separators=5)] }} =! runtime
{{ [(l)|tojson(separators='ab')] }} => ['[3a1a2]']
{{ [(l)|tojson(separators=(1, 2))] }} =! runtime
{{ [(l)|tojson(separators=('', none))] }} =! runtime
{{ [(l)|tojson(separators=d)] }} =! runtime
{{ [(l)|tojson(separators=none)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(sort_keys=true)] }} => ['[3, 1, 2]']
{{ [(l)|tojson(indent=2.5)] }} =! runtime
{{ [(l)|tojson(indent=true)] }} => ['[\\n 3,\\n 1,\\n 2\\n]']
{{ [(l)|tojson(indent=2, separators=(' , ', ' : '), sort_keys=true, ensure_ascii=true)] }} => ['[\\n  3 , \\n  1 , \\n  2\\n]']
{{ [(h)|tojson] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h)|tojson(2)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h)|tojson(ensure_ascii=true)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h)|tojson(separators=(',', ':'))] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h)|tojson(sort_keys=true)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [('</script>')|tojson] }} => ['"</script>"']
{{ [('</script>')|tojson(2)] }} => ['"</script>"']
{{ [('</script>')|tojson(ensure_ascii=true)] }} => ['"</script>"']
{{ [('</script>')|tojson(separators=(',', ':'))] }} => ['"</script>"']
{{ [('</script>')|tojson(sort_keys=true)] }} => ['"</script>"']
{{ [('é')|tojson] }} => ['"é"']
{{ [('é')|tojson(2)] }} => ['"\\\\u00e9"']
{{ [('é')|tojson(ensure_ascii=true)] }} => ['"\\\\u00e9"']
{{ [('é')|tojson(separators=(',', ':'))] }} => ['"é"']
{{ [('é')|tojson(sort_keys=true)] }} => ['"é"']
{{ [(big)|tojson] }} => ['123456789012345678901234567890']
{{ [(big)|tojson(2)] }} => ['123456789012345678901234567890']
{{ [(big)|tojson(ensure_ascii=true)] }} => ['123456789012345678901234567890']
{{ [(big)|tojson(separators=(',', ':'))] }} => ['123456789012345678901234567890']
{{ [(big)|tojson(sort_keys=true)] }} => ['123456789012345678901234567890']
{{ [(2.5)|tojson] }} => ['2.5']
{{ [(2.5)|tojson(2)] }} => ['2.5']
{{ [(2.5)|tojson(ensure_ascii=true)] }} => ['2.5']
{{ [(2.5)|tojson(separators=(',', ':'))] }} => ['2.5']
{{ [(2.5)|tojson(sort_keys=true)] }} => ['2.5']
{{ [(('nan'|float))|tojson] }} => ['NaN']
{{ [(('nan'|float))|tojson(2)] }} => ['NaN']
{{ [(('nan'|float))|tojson(ensure_ascii=true)] }} => ['NaN']
{{ [(('nan'|float))|tojson(separators=(',', ':'))] }} => ['NaN']
{{ [(('nan'|float))|tojson(sort_keys=true)] }} => ['NaN']
{{ [(nope)|tojson] }} =! runtime
{{ [(nope)|tojson(2)] }} =! runtime
{{ [(nope)|tojson(ensure_ascii=true)] }} =! runtime
{{ [(nope)|tojson(separators=(',', ':'))] }} =! runtime
{{ [(nope)|tojson(sort_keys=true)] }} =! runtime
{{ [(none)|tojson] }} => ['null']
{{ [(none)|tojson(2)] }} => ['null']
{{ [(none)|tojson(ensure_ascii=true)] }} => ['null']
{{ [(none)|tojson(separators=(',', ':'))] }} => ['null']
{{ [(none)|tojson(sort_keys=true)] }} => ['null']
{{ [({1: 2})|tojson] }} => ['{"1": 2}']
{{ [({1: 2})|tojson(2)] }} => ['{"1": 2}']
{{ [({1: 2})|tojson(ensure_ascii=true)] }} => ['{"1": 2}']
{{ [({1: 2})|tojson(separators=(',', ':'))] }} => ['{"1":2}']
{{ [({1: 2})|tojson(sort_keys=true)] }} => ['{"1": 2}']
{{ [({none: 1})|tojson] }} => ['{"null": 1}']
{{ [({none: 1})|tojson(2)] }} => ['{"null": 1}']
{{ [({none: 1})|tojson(ensure_ascii=true)] }} => ['{"null": 1}']
{{ [({none: 1})|tojson(separators=(',', ':'))] }} => ['{"null":1}']
{{ [({none: 1})|tojson(sort_keys=true)] }} => ['{"null": 1}']
{{ [({true: 1})|tojson] }} => ['{"true": 1}']
{{ [({true: 1})|tojson(2)] }} => ['{"true": 1}']
{{ [({true: 1})|tojson(ensure_ascii=true)] }} => ['{"true": 1}']
{{ [({true: 1})|tojson(separators=(',', ':'))] }} => ['{"true":1}']
{{ [({true: 1})|tojson(sort_keys=true)] }} => ['{"true": 1}']
{{ [({2.5: 1})|tojson] }} => ['{"2.5": 1}']
{{ [({2.5: 1})|tojson(2)] }} => ['{"2.5": 1}']
{{ [({2.5: 1})|tojson(ensure_ascii=true)] }} => ['{"2.5": 1}']
{{ [({2.5: 1})|tojson(separators=(',', ':'))] }} => ['{"2.5":1}']
{{ [({2.5: 1})|tojson(sort_keys=true)] }} => ['{"2.5": 1}']
{{ [({(1, 2): 1})|tojson] }} =! runtime
{{ [({(1, 2): 1})|tojson(2)] }} =! runtime
{{ [({(1, 2): 1})|tojson(ensure_ascii=true)] }} =! runtime
{{ [({(1, 2): 1})|tojson(separators=(',', ':'))] }} =! runtime
{{ [({(1, 2): 1})|tojson(sort_keys=true)] }} =! runtime
{{ [({'a': {}})|tojson] }} => ['{"a": {}}']
{{ [({'a': {}})|tojson(2)] }} => ['{"a": {}}']
{{ [({'a': {}})|tojson(ensure_ascii=true)] }} => ['{"a": {}}']
{{ [({'a': {}})|tojson(separators=(',', ':'))] }} => ['{"a":{}}']
{{ [({'a': {}})|tojson(sort_keys=true)] }} => ['{"a": {}}']
{{ [([])|tojson] }} => ['[]']
{{ [([])|tojson(2)] }} => ['[]']
{{ [([])|tojson(ensure_ascii=true)] }} => ['[]']
{{ [([])|tojson(separators=(',', ':'))] }} => ['[]']
{{ [([])|tojson(sort_keys=true)] }} => ['[]']
{{ [([[]])|tojson] }} => ['[[]]']
{{ [([[]])|tojson(2)] }} => ['[[]]']
{{ [([[]])|tojson(ensure_ascii=true)] }} => ['[[]]']
{{ [([[]])|tojson(separators=(',', ':'))] }} => ['[[]]']
{{ [([[]])|tojson(sort_keys=true)] }} => ['[[]]']
{{ [('\u2028')|tojson] }} => ['"\\u2028"']
{{ [('\u2028')|tojson(2)] }} => ['"\\\\u2028"']
{{ [('\u2028')|tojson(ensure_ascii=true)] }} => ['"\\\\u2028"']
{{ [('\u2028')|tojson(separators=(',', ':'))] }} => ['"\\u2028"']
{{ [('\u2028')|tojson(sort_keys=true)] }} => ['"\\u2028"']
{{ [('\ud800')|tojson] }} => ['"\\ud800"']
{{ [('\ud800')|tojson(2)] }} => ['"\\\\ud800"']
{{ [('\ud800')|tojson(ensure_ascii=true)] }} => ['"\\\\ud800"']
{{ [('\ud800')|tojson(separators=(',', ':'))] }} => ['"\\ud800"']
{{ [('\ud800')|tojson(sort_keys=true)] }} => ['"\\ud800"']
{{ [(range(2))|tojson] }} =! runtime
{{ [(range(2))|tojson(2)] }} =! runtime
{{ [(range(2))|tojson(ensure_ascii=true)] }} =! runtime
{{ [(range(2))|tojson(separators=(',', ':'))] }} =! runtime
{{ [(range(2))|tojson(sort_keys=true)] }} =! runtime
{{ [((1,))|tojson] }} => ['[1]']
{{ [((1,))|tojson(2)] }} => ['[1]']
{{ [((1,))|tojson(ensure_ascii=true)] }} => ['[1]']
{{ [((1,))|tojson(separators=(',', ':'))] }} => ['[1]']
{{ [((1,))|tojson(sort_keys=true)] }} => ['[1]']
{{ [(h|safe)|tojson] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h|safe)|tojson(2)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h|safe)|tojson(ensure_ascii=true)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h|safe)|tojson(separators=(',', ':'))] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(h|safe)|tojson(sort_keys=true)] }} => ['"<a href=x>T&amp;c</a>"']
{{ [(d.items())|tojson] }} =! runtime
{{ [(d.items())|tojson(2)] }} =! runtime
{{ [(d.items())|tojson(ensure_ascii=true)] }} =! runtime
{{ [(d.items())|tojson(separators=(',', ':'))] }} =! runtime
{{ [(d.items())|tojson(sort_keys=true)] }} =! runtime
{{ [({'b': 1, 'a': 2})|tojson] }} => ['{"b": 1, "a": 2}']
{{ [({'b': 1, 'a': 2})|tojson(2)] }} => ['{"b": 1, "a": 2}']
{{ [({'b': 1, 'a': 2})|tojson(ensure_ascii=true)] }} => ['{"b": 1, "a": 2}']
{{ [({'b': 1, 'a': 2})|tojson(separators=(',', ':'))] }} => ['{"b":1,"a":2}']
{{ [({'b': 1, 'a': 2})|tojson(sort_keys=true)] }} => ['{"a": 2, "b": 1}']
{{ [(l)|batch(2)|list] }} => [[[3, 1], [2]]]
{{ [(l)|batch(0)|list] }} => [[[], [3, 1, 2]]]
{{ [(l)|batch(-1)|list] }} => [[[3, 1, 2]]]
{{ [(l)|batch('a')|list] }} => [[[3, 1, 2]]]
{{ [(l)|batch(2.5)|list] }} => [[[3, 1, 2]]]
{{ [(l)|batch(none)|list] }} => [[[3, 1, 2]]]
{{ [(l)|batch(big)|list] }} => [[[3, 1, 2]]]
{{ [(l)|batch(2, 'x')|list] }} => [[[3, 1], [2, 'x']]]
{{ [(l)|batch(3, none)|list] }} => [[[3, 1, 2]]]
{{ [(l)|slice(2)|list] }} => [[[3, 1], [2]]]
{{ [(l)|slice(0)|list] }} =! runtime
{{ [(l)|slice(-1)|list] }} => [[]]
{{ [(l)|slice('a')|list] }} =! runtime
{{ [(l)|slice(3, 'x')|list] }} => [[[3, 'x'], [1, 'x'], [2, 'x']]]
{{ [(l)|slice(2.5)|list] }} =! runtime
{{ [(l)|slice(9)|list] }} => [[[3], [1], [2], [], [], [], [], [], []]]
{{ [(l)|unique|list] }} => [[3, 1, 2]]
{{ [(l)|reverse|list] }} => [[2, 1, 3]]
{{ [(l)|first] }} => [3]
{{ [(l)|last] }} => [2]
{{ [(l)|length] }} => [3]
{{ [(l)|sort] }} => [[1, 2, 3]]
{{ [(l)|min] }} => [1]
{{ [(l)|max] }} => [3]
{{ [(l)|join('|')] }} => ['3|1|2']
{{ [(l)|list] }} => [[3, 1, 2]]
{{ [(l)|string] }} => ['[3, 1, 2]']
{{ [(l)|sum] }} => [6]
{{ [(l)|items|list] }} =! runtime
{{ [(l)|dictsort] }} =! runtime
{{ [(l)|pprint] }} => ['[3, 1, 2]']
{{ [(range(7))|batch(2)|list] }} => [[[0, 1], [2, 3], [4, 5], [6]]]
{{ [(range(7))|batch(0)|list] }} => [[[], [0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch(-1)|list] }} => [[[0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch('a')|list] }} => [[[0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch(2.5)|list] }} => [[[0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch(none)|list] }} => [[[0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch(big)|list] }} => [[[0, 1, 2, 3, 4, 5, 6]]]
{{ [(range(7))|batch(2, 'x')|list] }} => [[[0, 1], [2, 3], [4, 5], [6, 'x']]]
{{ [(range(7))|batch(3, none)|list] }} => [[[0, 1, 2], [3, 4, 5], [6]]]
{{ [(range(7))|slice(2)|list] }} => [[[0, 1, 2, 3], [4, 5, 6]]]
{{ [(range(7))|slice(0)|list] }} =! runtime
{{ [(range(7))|slice(-1)|list] }} => [[]]
{{ [(range(7))|slice('a')|list] }} =! runtime
{{ [(range(7))|slice(3, 'x')|list] }} => [[[0, 1, 2], [3, 4, 'x'], [5, 6, 'x']]]
{{ [(range(7))|slice(2.5)|list] }} =! runtime
{{ [(range(7))|slice(9)|list] }} => [[[0], [1], [2], [3], [4], [5], [6], [], []]]
{{ [(range(7))|unique|list] }} => [[0, 1, 2, 3, 4, 5, 6]]
{{ [(range(7))|reverse|list] }} => [[6, 5, 4, 3, 2, 1, 0]]
{{ [(range(7))|first] }} => [0]
{{ [(range(7))|last] }} => [6]
{{ [(range(7))|length] }} => [7]
{{ [(range(7))|sort] }} => [[0, 1, 2, 3, 4, 5, 6]]
{{ [(range(7))|min] }} => [0]
{{ [(range(7))|max] }} => [6]
{{ [(range(7))|join('|')] }} => ['0|1|2|3|4|5|6']
{{ [(range(7))|list] }} => [[0, 1, 2, 3, 4, 5, 6]]
{{ [(range(7))|string] }} => ['range(0, 7)']
{{ [(range(7))|sum] }} => [21]
{{ [(range(7))|items|list] }} =! runtime
{{ [(range(7))|dictsort] }} =! runtime
{{ [(range(7))|pprint] }} => ['range(0, 7)']
{{ [('abcdefg')|batch(2)|list] }} => [[['a', 'b'], ['c', 'd'], ['e', 'f'], ['g']]]
{{ [('abcdefg')|batch(0)|list] }} => [[[], ['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch(-1)|list] }} => [[['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch('a')|list] }} => [[['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch(2.5)|list] }} => [[['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch(none)|list] }} => [[['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch(big)|list] }} => [[['a', 'b', 'c', 'd', 'e', 'f', 'g']]]
{{ [('abcdefg')|batch(2, 'x')|list] }} => [[['a', 'b'], ['c', 'd'], ['e', 'f'], ['g', 'x']]]
{{ [('abcdefg')|batch(3, none)|list] }} => [[['a', 'b', 'c'], ['d', 'e', 'f'], ['g']]]
{{ [('abcdefg')|slice(2)|list] }} => [[['a', 'b', 'c', 'd'], ['e', 'f', 'g']]]
{{ [('abcdefg')|slice(0)|list] }} =! runtime
{{ [('abcdefg')|slice(-1)|list] }} => [[]]
{{ [('abcdefg')|slice('a')|list] }} =! runtime
{{ [('abcdefg')|slice(3, 'x')|list] }} => [[['a', 'b', 'c'], ['d', 'e', 'x'], ['f', 'g', 'x']]]
{{ [('abcdefg')|slice(2.5)|list] }} =! runtime
{{ [('abcdefg')|slice(9)|list] }} => [[['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'], [], []]]
{{ [('abcdefg')|unique|list] }} => [['a', 'b', 'c', 'd', 'e', 'f', 'g']]
{{ [('abcdefg')|reverse|list] }} => [['g', 'f', 'e', 'd', 'c', 'b', 'a']]
{{ [('abcdefg')|first] }} => ['a']
{{ [('abcdefg')|last] }} => ['g']
{{ [('abcdefg')|length] }} => [7]
{{ [('abcdefg')|sort] }} => [['a', 'b', 'c', 'd', 'e', 'f', 'g']]
{{ [('abcdefg')|min] }} => ['a']
{{ [('abcdefg')|max] }} => ['g']
{{ [('abcdefg')|join('|')] }} => ['a|b|c|d|e|f|g']
{{ [('abcdefg')|list] }} => [['a', 'b', 'c', 'd', 'e', 'f', 'g']]
{{ [('abcdefg')|string] }} => ['abcdefg']
{{ [('abcdefg')|sum] }} =! runtime
{{ [('abcdefg')|items|list] }} =! runtime
{{ [('abcdefg')|dictsort] }} =! runtime
{{ [('abcdefg')|pprint] }} => ["'abcdefg'"]
{{ [({})|batch(2)|list] }} => [[]]
{{ [({})|batch(0)|list] }} => [[]]
{{ [({})|batch(-1)|list] }} => [[]]
{{ [({})|batch('a')|list] }} => [[]]
{{ [({})|batch(2.5)|list] }} => [[]]
{{ [({})|batch(none)|list] }} => [[]]
{{ [({})|batch(big)|list] }} => [[]]
{{ [({})|batch(2, 'x')|list] }} => [[]]
{{ [({})|batch(3, none)|list] }} => [[]]
{{ [({})|slice(2)|list] }} => [[[], []]]
{{ [({})|slice(0)|list] }} =! runtime
{{ [({})|slice(-1)|list] }} => [[]]
{{ [({})|slice('a')|list] }} =! runtime
{{ [({})|slice(3, 'x')|list] }} => [[['x'], ['x'], ['x']]]
{{ [({})|slice(2.5)|list] }} =! runtime
{{ [({})|slice(9)|list] }} => [[[], [], [], [], [], [], [], [], []]]
{{ [({})|unique|list] }} => [[]]
{{ [({})|reverse|list] }} => [[]]
{{ [({})|first] }} => [Undefined]
{{ [({})|last] }} => [Undefined]
{{ [({})|length] }} => [0]
{{ [({})|sort] }} => [[]]
{{ [({})|min] }} => [Undefined]
{{ [({})|max] }} => [Undefined]
{{ [({})|join('|')] }} => ['']
{{ [({})|list] }} => [[]]
{{ [({})|string] }} => ['{}']
{{ [({})|sum] }} => [0]
{{ [({})|items|list] }} => [[]]
{{ [({})|dictsort] }} => [[]]
{{ [({})|pprint] }} => ['{}']
{{ [([])|batch(2)|list] }} => [[]]
{{ [([])|batch(0)|list] }} => [[]]
{{ [([])|batch(-1)|list] }} => [[]]
{{ [([])|batch('a')|list] }} => [[]]
{{ [([])|batch(2.5)|list] }} => [[]]
{{ [([])|batch(none)|list] }} => [[]]
{{ [([])|batch(big)|list] }} => [[]]
{{ [([])|batch(2, 'x')|list] }} => [[]]
{{ [([])|batch(3, none)|list] }} => [[]]
{{ [([])|slice(2)|list] }} => [[[], []]]
{{ [([])|slice(0)|list] }} =! runtime
{{ [([])|slice(-1)|list] }} => [[]]
{{ [([])|slice('a')|list] }} =! runtime
{{ [([])|slice(3, 'x')|list] }} => [[['x'], ['x'], ['x']]]
{{ [([])|slice(2.5)|list] }} =! runtime
{{ [([])|slice(9)|list] }} => [[[], [], [], [], [], [], [], [], []]]
{{ [([])|unique|list] }} => [[]]
{{ [([])|reverse|list] }} => [[]]
{{ [([])|first] }} => [Undefined]
{{ [([])|last] }} => [Undefined]
{{ [([])|length] }} => [0]
{{ [([])|sort] }} => [[]]
{{ [([])|min] }} => [Undefined]
{{ [([])|max] }} => [Undefined]
{{ [([])|join('|')] }} => ['']
{{ [([])|list] }} => [[]]
{{ [([])|string] }} => ['[]']
{{ [([])|sum] }} => [0]
{{ [([])|items|list] }} =! runtime
{{ [([])|dictsort] }} =! runtime
{{ [([])|pprint] }} => ['[]']
{{ [(5)|batch(2)|list] }} =! runtime
{{ [(5)|batch(0)|list] }} =! runtime
{{ [(5)|batch(-1)|list] }} =! runtime
{{ [(5)|batch('a')|list] }} =! runtime
{{ [(5)|batch(2.5)|list] }} =! runtime
{{ [(5)|batch(none)|list] }} =! runtime
{{ [(5)|batch(big)|list] }} =! runtime
{{ [(5)|batch(2, 'x')|list] }} =! runtime
{{ [(5)|batch(3, none)|list] }} =! runtime
{{ [(5)|slice(2)|list] }} =! runtime
{{ [(5)|slice(0)|list] }} =! runtime
{{ [(5)|slice(-1)|list] }} =! runtime
{{ [(5)|slice('a')|list] }} =! runtime
{{ [(5)|slice(3, 'x')|list] }} =! runtime
{{ [(5)|slice(2.5)|list] }} =! runtime
{{ [(5)|slice(9)|list] }} =! runtime
{{ [(5)|unique|list] }} =! runtime
{{ [(5)|reverse|list] }} =! runtime
{{ [(5)|first] }} =! runtime
{{ [(5)|last] }} =! runtime
{{ [(5)|length] }} =! runtime
{{ [(5)|sort] }} =! runtime
{{ [(5)|min] }} =! runtime
{{ [(5)|max] }} =! runtime
{{ [(5)|join('|')] }} =! runtime
{{ [(5)|list] }} =! runtime
{{ [(5)|string] }} => ['5']
{{ [(5)|sum] }} =! runtime
{{ [(5)|items|list] }} =! runtime
{{ [(5)|dictsort] }} =! runtime
{{ [(5)|pprint] }} => ['5']
{{ [(none)|batch(2)|list] }} =! runtime
{{ [(none)|batch(0)|list] }} =! runtime
{{ [(none)|batch(-1)|list] }} =! runtime
{{ [(none)|batch('a')|list] }} =! runtime
{{ [(none)|batch(2.5)|list] }} =! runtime
{{ [(none)|batch(none)|list] }} =! runtime
{{ [(none)|batch(big)|list] }} =! runtime
{{ [(none)|batch(2, 'x')|list] }} =! runtime
{{ [(none)|batch(3, none)|list] }} =! runtime
{{ [(none)|slice(2)|list] }} =! runtime
{{ [(none)|slice(0)|list] }} =! runtime
{{ [(none)|slice(-1)|list] }} =! runtime
{{ [(none)|slice('a')|list] }} =! runtime
{{ [(none)|slice(3, 'x')|list] }} =! runtime
{{ [(none)|slice(2.5)|list] }} =! runtime
{{ [(none)|slice(9)|list] }} =! runtime
{{ [(none)|unique|list] }} =! runtime
{{ [(none)|reverse|list] }} =! runtime
{{ [(none)|first] }} =! runtime
{{ [(none)|last] }} =! runtime
{{ [(none)|length] }} =! runtime
{{ [(none)|sort] }} =! runtime
{{ [(none)|min] }} =! runtime
{{ [(none)|max] }} =! runtime
{{ [(none)|join('|')] }} =! runtime
{{ [(none)|list] }} =! runtime
{{ [(none)|string] }} => ['None']
{{ [(none)|sum] }} =! runtime
{{ [(none)|items|list] }} =! runtime
{{ [(none)|dictsort] }} =! runtime
{{ [(none)|pprint] }} => ['None']
{{ [(nope)|batch(2)|list] }} => [[]]
{{ [(nope)|batch(0)|list] }} => [[]]
{{ [(nope)|batch(-1)|list] }} => [[]]
{{ [(nope)|batch('a')|list] }} => [[]]
{{ [(nope)|batch(2.5)|list] }} => [[]]
{{ [(nope)|batch(none)|list] }} => [[]]
{{ [(nope)|batch(big)|list] }} => [[]]
{{ [(nope)|batch(2, 'x')|list] }} => [[]]
{{ [(nope)|batch(3, none)|list] }} => [[]]
{{ [(nope)|slice(2)|list] }} => [[[], []]]
{{ [(nope)|slice(0)|list] }} =! runtime
{{ [(nope)|slice(-1)|list] }} => [[]]
{{ [(nope)|slice('a')|list] }} =! runtime
{{ [(nope)|slice(3, 'x')|list] }} => [[['x'], ['x'], ['x']]]
{{ [(nope)|slice(2.5)|list] }} =! runtime
{{ [(nope)|slice(9)|list] }} => [[[], [], [], [], [], [], [], [], []]]
{{ [(nope)|unique|list] }} => [[]]
{{ [(nope)|reverse|list] }} => [[]]
{{ [(nope)|first] }} => [Undefined]
{{ [(nope)|last] }} => [Undefined]
{{ [(nope)|length] }} => [0]
{{ [(nope)|sort] }} => [[]]
{{ [(nope)|min] }} => [Undefined]
{{ [(nope)|max] }} => [Undefined]
{{ [(nope)|join('|')] }} => ['']
{{ [(nope)|list] }} => [[]]
{{ [(nope)|string] }} => ['']
{{ [(nope)|sum] }} => [0]
{{ [(nope)|items|list] }} => [[]]
{{ [(nope)|dictsort] }} =! undefined 'nope' is undefined
{{ [(nope)|pprint] }} => ['Undefined']
{{ [(d)|batch(2)|list] }} => [[['a', 'b'], ['c']]]
{{ [(d)|batch(0)|list] }} => [[[], ['a', 'b', 'c']]]
{{ [(d)|batch(-1)|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|batch('a')|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|batch(2.5)|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|batch(none)|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|batch(big)|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|batch(2, 'x')|list] }} => [[['a', 'b'], ['c', 'x']]]
{{ [(d)|batch(3, none)|list] }} => [[['a', 'b', 'c']]]
{{ [(d)|slice(2)|list] }} => [[['a', 'b'], ['c']]]
{{ [(d)|slice(0)|list] }} =! runtime
{{ [(d)|slice(-1)|list] }} => [[]]
{{ [(d)|slice('a')|list] }} =! runtime
{{ [(d)|slice(3, 'x')|list] }} => [[['a', 'x'], ['b', 'x'], ['c', 'x']]]
{{ [(d)|slice(2.5)|list] }} =! runtime
{{ [(d)|slice(9)|list] }} => [[['a'], ['b'], ['c'], [], [], [], [], [], []]]
{{ [(d)|unique|list] }} => [['a', 'b', 'c']]
{{ [(d)|reverse|list] }} => [['c', 'b', 'a']]
{{ [(d)|first] }} => ['a']
{{ [(d)|last] }} => ['c']
{{ [(d)|length] }} => [3]
{{ [(d)|sort] }} => [['a', 'b', 'c']]
{{ [(d)|min] }} => ['a']
{{ [(d)|max] }} => ['c']
{{ [(d)|join('|')] }} => ['a|b|c']
{{ [(d)|list] }} => [['a', 'b', 'c']]
{{ [(d)|string] }} => ["{'a': 1, 'b': None, 'c': {'x': [1]}}"]
{{ [(d)|sum] }} =! runtime
{{ [(d)|items|list] }} => [[('a', 1), ('b', None), ('c', {'x': [1]})]]
{{ [(d)|dictsort] }} => [[('a', 1), ('b', None), ('c', {'x': [1]})]]
{{ [(d)|pprint] }} => ["{'a': 1, 'b': None, 'c': {'x': [1]}}"]
{{ [(d.items())|batch(2)|list] }} => [[[('a', 1), ('b', None)], [('c', {'x': [1]})]]]
{{ [(d.items())|batch(0)|list] }} => [[[], [('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch(-1)|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch('a')|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch(2.5)|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch(none)|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch(big)|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|batch(2, 'x')|list] }} => [[[('a', 1), ('b', None)], [('c', {'x': [1]}), 'x']]]
{{ [(d.items())|batch(3, none)|list] }} => [[[('a', 1), ('b', None), ('c', {'x': [1]})]]]
{{ [(d.items())|slice(2)|list] }} => [[[('a', 1), ('b', None)], [('c', {'x': [1]})]]]
{{ [(d.items())|slice(0)|list] }} =! runtime
{{ [(d.items())|slice(-1)|list] }} => [[]]
{{ [(d.items())|slice('a')|list] }} =! runtime
{{ [(d.items())|slice(3, 'x')|list] }} => [[[('a', 1), 'x'], [('b', None), 'x'], [('c', {'x': [1]}), 'x']]]
{{ [(d.items())|slice(2.5)|list] }} =! runtime
{{ [(d.items())|slice(9)|list] }} => [[[('a', 1)], [('b', None)], [('c', {'x': [1]})], [], [], [], [], [], []]]
{{ [(d.items())|unique|list] }} =! runtime
{{ [(d.items())|reverse|list] }} => [[('c', {'x': [1]}), ('b', None), ('a', 1)]]
{{ [(d.items())|first] }} => [('a', 1)]
{{ [(d.items())|last] }} => [('c', {'x': [1]})]
{{ [(d.items())|length] }} => [3]
{{ [(d.items())|sort] }} => [[('a', 1), ('b', None), ('c', {'x': [1]})]]
{{ [(d.items())|min] }} => [('a', 1)]
{{ [(d.items())|max] }} => [('c', {'x': [1]})]
{{ [(d.items())|join('|')] }} => ["('a', 1)|('b', None)|('c', {'x': [1]})"]
{{ [(d.items())|list] }} => [[('a', 1), ('b', None), ('c', {'x': [1]})]]
{{ [(d.items())|string] }} => ["dict_items([('a', 1), ('b', None), ('c', {'x': [1]})])"]
{{ [(d.items())|sum] }} =! runtime
{{ [(d.items())|items|list] }} =! runtime
{{ [(d.items())|dictsort] }} =! runtime
{{ [(d.items())|pprint] }} => ["dict_items([('a', 1), ('b', None), ('c', {'x': [1]})])"]
{{ [('é'.encode())|batch(2)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(0)|list] }} => [[[], [195, 169]]]
{{ [('é'.encode())|batch(-1)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch('a')|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(2.5)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(none)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(big)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(2, 'x')|list] }} => [[[195, 169]]]
{{ [('é'.encode())|batch(3, none)|list] }} => [[[195, 169]]]
{{ [('é'.encode())|slice(2)|list] }} => [[[195], [169]]]
{{ [('é'.encode())|slice(0)|list] }} =! runtime
{{ [('é'.encode())|slice(-1)|list] }} => [[]]
{{ [('é'.encode())|slice('a')|list] }} =! runtime
{{ [('é'.encode())|slice(3, 'x')|list] }} => [[[195], [169], ['x']]]
{{ [('é'.encode())|slice(2.5)|list] }} =! runtime
{{ [('é'.encode())|slice(9)|list] }} => [[[195], [169], [], [], [], [], [], [], []]]
{{ [('é'.encode())|unique|list] }} => [[195, 169]]
{{ [('é'.encode())|reverse|list] }} => [[169, 195]]
{{ [('é'.encode())|first] }} => [195]
{{ [('é'.encode())|last] }} => [169]
{{ [('é'.encode())|length] }} => [2]
{{ [('é'.encode())|sort] }} => [[169, 195]]
{{ [('é'.encode())|min] }} => [169]
{{ [('é'.encode())|max] }} => [195]
{{ [('é'.encode())|join('|')] }} => ['195|169']
{{ [('é'.encode())|list] }} => [[195, 169]]
{{ [('é'.encode())|string] }} => ["b'\\\\xc3\\\\xa9'"]
{{ [('é'.encode())|sum] }} => [364]
{{ [('é'.encode())|items|list] }} =! runtime
{{ [('é'.encode())|dictsort] }} =! runtime
{{ [('é'.encode())|pprint] }} => ["b'\\\\xc3\\\\xa9'"]
{{ [((1, 2, 3))|batch(2)|list] }} => [[[1, 2], [3]]]
{{ [((1, 2, 3))|batch(0)|list] }} => [[[], [1, 2, 3]]]
{{ [((1, 2, 3))|batch(-1)|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|batch('a')|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|batch(2.5)|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|batch(none)|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|batch(big)|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|batch(2, 'x')|list] }} => [[[1, 2], [3, 'x']]]
{{ [((1, 2, 3))|batch(3, none)|list] }} => [[[1, 2, 3]]]
{{ [((1, 2, 3))|slice(2)|list] }} => [[[1, 2], [3]]]
{{ [((1, 2, 3))|slice(0)|list] }} =! runtime
{{ [((1, 2, 3))|slice(-1)|list] }} => [[]]
{{ [((1, 2, 3))|slice('a')|list] }} =! runtime
{{ [((1, 2, 3))|slice(3, 'x')|list] }} => [[[1, 'x'], [2, 'x'], [3, 'x']]]
{{ [((1, 2, 3))|slice(2.5)|list] }} =! runtime
{{ [((1, 2, 3))|slice(9)|list] }} => [[[1], [2], [3], [], [], [], [], [], []]]
{{ [((1, 2, 3))|unique|list] }} => [[1, 2, 3]]
{{ [((1, 2, 3))|reverse|list] }} => [[3, 2, 1]]
{{ [((1, 2, 3))|first] }} => [1]
{{ [((1, 2, 3))|last] }} => [3]
{{ [((1, 2, 3))|length] }} => [3]
{{ [((1, 2, 3))|sort] }} => [[1, 2, 3]]
{{ [((1, 2, 3))|min] }} => [1]
{{ [((1, 2, 3))|max] }} => [3]
{{ [((1, 2, 3))|join('|')] }} => ['1|2|3']
{{ [((1, 2, 3))|list] }} => [[1, 2, 3]]
{{ [((1, 2, 3))|string] }} => ['(1, 2, 3)']
{{ [((1, 2, 3))|sum] }} => [6]
{{ [((1, 2, 3))|items|list] }} =! runtime
{{ [((1, 2, 3))|dictsort] }} =! runtime
{{ [((1, 2, 3))|pprint] }} => ['(1, 2, 3)']
{{ [(l|map('int'))|batch(2)|list] }} => [[[3, 1], [2]]]
{{ [(l|map('int'))|batch(0)|list] }} => [[[], [3, 1, 2]]]
{{ [(l|map('int'))|batch(-1)|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|batch('a')|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|batch(2.5)|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|batch(none)|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|batch(big)|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|batch(2, 'x')|list] }} => [[[3, 1], [2, 'x']]]
{{ [(l|map('int'))|batch(3, none)|list] }} => [[[3, 1, 2]]]
{{ [(l|map('int'))|slice(2)|list] }} => [[[3, 1], [2]]]
{{ [(l|map('int'))|slice(0)|list] }} =! runtime
{{ [(l|map('int'))|slice(-1)|list] }} => [[]]
{{ [(l|map('int'))|slice('a')|list] }} =! runtime
{{ [(l|map('int'))|slice(3, 'x')|list] }} => [[[3, 'x'], [1, 'x'], [2, 'x']]]
{{ [(l|map('int'))|slice(2.5)|list] }} =! runtime
{{ [(l|map('int'))|slice(9)|list] }} => [[[3], [1], [2], [], [], [], [], [], []]]
{{ [(l|map('int'))|unique|list] }} => [[3, 1, 2]]
{{ [(l|map('int'))|reverse|list] }} => [[2, 1, 3]]
{{ [(l|map('int'))|first] }} => [3]
{{ [(l|map('int'))|last] }} =! runtime
{{ [(l|map('int'))|length] }} =! runtime
{{ [(l|map('int'))|sort] }} => [[1, 2, 3]]
{{ [(l|map('int'))|min] }} => [1]
{{ [(l|map('int'))|max] }} => [3]
{{ [(l|map('int'))|join('|')] }} => ['3|1|2']
{{ [(l|map('int'))|list] }} => [[3, 1, 2]]
{{ [(l|map('int'))|sum] }} => [6]
{{ [(l|map('int'))|items|list] }} =! runtime
{{ [(l|map('int'))|dictsort] }} =! runtime
{{ [d|reverse|string|length > 5] }} => [True]
{{ [d.items()|reverse|string|length > 5] }} => [True]
{{ [d.values()|reverse|string|length > 5] }} => [True]
{{ [d.keys()|reverse|list] }} => [['c', 'b', 'a']]
{{ [l|reverse|string|length > 5] }} => [True]
{{ ['ab'|reverse] }} => ['ba']
{{ ['a&b'|safe|reverse] }} => [Markup('b&a')]
{{ [range(3)|reverse|string|length > 5] }} => [True]
{{ [d.items()|reverse|list] }} => [[('c', {'x': [1]}), ('b', None), ('a', 1)]]
{{ [(l|map('int')) == (l|map('int'))] }} => [False]
{{ [dict == dict] }} => [True]
{{ [dict == range] }} => [False]
{{ [lipsum == lipsum] }} => [True]
{{ [cycler('a') == cycler('a')] }} => [False]
{{ [joiner() == joiner()] }} => [False]
{{ [namespace(a=1) == namespace(a=1)] }} => [False]
{{ ['a'.upper == 'a'.upper] }} => [True]
{{ ['a'.upper == 'a'.lower] }} => [False]
{{ [l.append == l.append] }} => [True]
{{ [d.keys() == d.keys()] }} => [True]
{{ [d.items() == d.items()] }} => [True]
{{ [d.values() == d.values()] }} => [False]
{{ [d.keys() == ['a', 'b', 'c']] }} => [False]
{{ [range(3) == range(0, 3)] }} => [True]
{{ [range(0) == range(1, 1)] }} => [True]
{{ [range(0, 4, 3) == range(0, 5, 3)] }} => [True]
{{ [range(0, 3, 2) == range(0, 4, 2)] }} => [True]
{{ [range(0, 6, 2) == range(0, 6, 3)] }} => [False]
{{ [range(1, 2, 5) == range(1, 3, 7)] }} => [True]
{{ [range(3) == [0, 1, 2]] }} => [False]
{{ [l is sameas l] }} => [True]
{{ [big is sameas big] }} => [True]
{{ [2.5 is sameas 3.5] }} => [False]
{{ ['abc' is sameas 'abc'] }} => [False]
{{ ['é' is sameas 'é'] }} => [True]
{{ ['a' is sameas 'a'] }} => [True]
{{ [() is sameas ()] }} =! runtime
{{ [(1,) is sameas (1,)] }} => [False]
{{ [d is sameas d] }} => [True]
{{ [d.c is sameas d.c] }} => [True]
{{ ['a'.upper is sameas 'a'.upper] }} => [False]
{{ [none is sameas none] }} => [True]
{{ [true is sameas 1] }} => [False]
{{ [5 is sameas 5] }} => [True]
{{ [-6 is sameas -6] }} =! runtime
{{ [1000 is sameas i] }} => [False]
{{ ['a'.encode() is sameas 'a'.encode()] }} => [True]
{{ [range(3) is sameas range(3)] }} => [False]
{{ [dict is sameas dict] }} => [True]
{{ [namespace() is sameas namespace()] }} => [False]
{{ [(l|map('int')) is sameas l] }} => [False]
{{ [[1] < [1, 2]] }} => [True]
{{ [[1, 'a'] < [1, 2]] }} =! runtime
{{ [[[1]] < [[2]]] }} => [True]
{{ [(1, 2) < (1, 3)] }} => [True]
{{ [[1] < (1,)] }} =! runtime
{{ [{} < {}] }} =! runtime
{{ [none < none] }} =! runtime
{{ ['a' < 1] }} =! runtime
{{ ['a'.encode() < 'b'.encode()] }} => [True]
{{ ['a'.encode() < 'b'] }} =! runtime
{{ [d.keys() < d.keys()] }} => [False]
{{ [range(3) < range(4)] }} =! runtime
{{ [nope < 1] }} =! undefined 'nope' is undefined
{{ [nope == nope] }} => [True]
{{ [big < 2.5] }} => [False]
{{ [big < ('inf'|float)] }} =! runtime
{{ [big == big] }} => [True]
{{ [('nan'|float) == ('nan'|float)] }} => [False]
{{ [l == l] }} => [True]
{{ [{'a': [1, {'b': 2}]} == {'a': [1, {'b': 2}]}] }} => [True]
{{ [{'a': 1} == {'b': 1}] }} => [False]
{{ [{'a': 1} == {'a': 2}] }} => [False]
{{ [{1: 1} == {true: 1}] }} => [True]
{{ [{1: 1} == {1.0: 1}] }} => [True]
{{ [[1, 2] == (1, 2)] }} => [False]
{{ ['a' == 'a'.encode()] }} => [False]
{{ [1 in d] }} => [False]
{{ ['a' in 'abc'] }} => [True]
{{ [1 in 'abc'] }} =! runtime
{{ ['' in ''] }} => [True]
{{ [l in [l]] }} => [True]
{{ [1 in range(5)] }} => [True]
{{ [2.0 in range(5)] }} => [True]
{{ [2.5 in range(5)] }} => [False]
{{ ['a' in range(5)] }} => [False]
{{ [big in range(5)] }} => [False]
{{ [none in l] }} => [False]
{{ [1 in nope] }} => [False]
{{ [1 in 5] }} =! runtime
{{ ['é' in 'é'.encode()] }} =! runtime
{{ [195 in 'é'.encode()] }} => [True]
{{ [300 in 'é'.encode()] }} =! runtime
{{ [('a', 1) in d.items()] }} => [True]
{{ [1 in d.values()] }} => [True]
{{ [range(0, 10, 3).index(6)] }} => [2]
{{ [range(0, 10, 3).index(7)] }} =! runtime
{{ [range(10, 0, -3).index(4)] }} => [2]
{{ [range(10, 0, -3).index(5)] }} =! runtime
{{ [range(10, 0, -3).index(20)] }} =! runtime
{{ [range(0, 10, 3).index(6.0)] }} => [2]
{{ [range(0, 10, 3).index(6.5)] }} =! runtime
{{ [range(0, 10).index(1e30)] }} =! runtime
{{ [range(0, 10).index('a')] }} =! runtime
{{ [range(0, 10).count(3.0)] }} => [1]
{{ [range(0, 10).count(99)] }} => [0]
{{ [range(0, 10).index(-1)] }} =! runtime
{{ [range(5).index(true)] }} => [1]
{{ [range(5).start] }} => [0]
{{ [l.index(9)] }} =! runtime
{{ [l.index(3, 1)] }} =! runtime
{{ [l.index(1, 0, none)] }} =! runtime
{{ [l.index('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')] }} =! runtime
{{ [(1, 2).index(3)] }} =! runtime
{{ [(1, 2).count(1)] }} => [1]
{{ [l.count([])] }} => [0]
{{ [d.get('z')] }} => [None]
{{ [d.get([])] }} =! runtime
{{ [d.keys().isdisjoint(['z'])] }} => [True]
{{ [d.keys().isdisjoint(['a'])] }} => [False]
{{ [d.keys().isdisjoint(5)] }} =! runtime
{{ [dict.fromkeys(l)] }} => [{3: None, 1: None, 2: None}]
{{ [dict.fromkeys('ab', 1)] }} => [{'a': 1, 'b': 1}]
{{ [dict.fromkeys(5)] }} =! runtime
{{ [d.copy()] }} => [{'a': 1, 'b': None, 'c': {'x': [1]}}]
{{ [l.copy()] }} => [[3, 1, 2]]
{{ [d.fromkeys(l, 2)] }} => [{3: 2, 1: 2, 2: 2}]
{{ [('a\u001cb\u001ec\u0085d\u2028e')|indent(2)] }} => ['a\\n  b\\n  c\\n  d\\n  e']
{{ ['a\r\nb\rc'|indent(2, true)] }} => ['  a\\n  b\\n  c']
{{ [''|indent(2, true)] }} => ['  ']
{{ ['a\n\nb'|indent(2, false, true)] }} => ['a\\n  \\n  b']
{{ ['a\nb'|indent('-->')] }} => ['a\\n-->b']
{{ ['a\nb'|indent(5.5)] }} =! runtime
{{ ['a'|indent(none)] }} =! runtime
{{ [5|indent] }} =! runtime
{{ [(h|safe)|indent('<')] }} => [Markup('<a href=x>T&amp;c</a>')]
{{ ['a b'|truncate(1)] }} =! runtime
{{ ['aaaa bbbb cccc'|truncate(9)] }} => ['aaaa bbbb cccc']
{{ ['aaaa bbbb cccc'|truncate(9, true)] }} => ['aaaa bbbb cccc']
{{ ['aaaa bbbb cccc'|truncate(9, false, '!')] }} => ['aaaa bbbb cccc']
{{ ['aaaa bbbb cccc'|truncate(9, false, '…', 0)] }} => ['aaaa…']
{{ ['aaaa'|truncate(2.5)] }} =! runtime
{{ ['aaaa'|truncate(big)] }} => ['aaaa']
{{ ['aaaa'|truncate('2')] }} =! runtime
{{ ['aaaa bbbb'|truncate(4, leeway=-1)] }} =! runtime
{{ ['aaaa bbbb'|truncate(4, leeway=2.5)] }} => ['a...']
{{ ['aaaa bbbb'|truncate(4, leeway=none)] }} => ['aaaa bbbb']
{{ ['aaaa bbbb'|truncate(4, leeway='a')] }} =! runtime
{{ ['aaaa bbbb'|truncate(4, leeway=('nan'|float))] }} =! runtime
{{ [l|truncate(2)] }} =! runtime
{{ [5|truncate(3)] }} =! runtime
{{ [(h|safe)|truncate(9)] }} => [Markup('<a...')]
{{ [none|truncate] }} =! runtime
{{ [nope|truncate] }} => [Undefined]
{{ [(['a']*300)|truncate(4)] }} =! runtime
{{ ['aaaa bbbb'|truncate(2)] }} =! runtime
{{ ['a b'|truncate(4.0, leeway=0)] }} => ['a b']
{{ [{'a': 1}|truncate(3)] }} => [{'a': 1}]
{{ [[1,2,3,4,5,6]|truncate(5, true, [])] }} => [[1, 2, 3, 4, 5, 6]]
{{ ['a b c d'|replace('b', 5)] }} => ['a 5 c d']
{{ ['a b'|replace(none, 1)] }} => ['a b']
{{ ['abc'|replace('', '-', 2)] }} => ['-a-bc']
{{ ['abc'|replace('b', '<', none)] }} => ['a<c']
{{ ['abc'|replace('b', 'x', 'y')] }} =! runtime
{{ [(h|safe)|replace('T', '<')] }} => ['<a href=x><&amp;c</a>']
{{ [5|replace(5, 6)] }} => ['6']
{{ ['abc'|replace('b')] }} =! runtime
{{ ['abc'|center(big)] }} =! runtime
{{ ['abc'|center(2.5)] }} =! runtime
{{ ['abc'|center(-5)] }} => ['abc']
{{ ['abc'|center(9)] }} => ['   abc   ']
{{ [5|center(9)] }} => ['    5    ']
{{ [(h|safe)|center(30)] }} => [Markup('    <a href=x>T&amp;c</a>     ')]
{{ ['%s and %s'|format('a', b=1)] }} =! runtime
{{ ['%(b)s'|format(b=1)] }} => ['1']
{{ ['%s'|format(nope)] }} => ['']
{{ [(h|safe)|format('x')] }} =! runtime
{{ [5|format(1)] }} =! runtime
{{ [l|format] }} => ['[3, 1, 2]']
{{ ['a'|wordcount] }} => [1]
{{ [5|wordcount] }} => [1]
{{ [l|join(5)] }} => ['35152']
{{ [l|join(nope)] }} => ['312']
{{ [rows|join(',', 'n')] }} => ['x,Y']
{{ [rows|join(',', attribute='v')] }} => ['3,1']
{{ [rows|map(attribute='n.x', default='z')|list] }} => [['z', 'z']]
{{ [rows|map(attribute='n', default=none)|list] }} => [['x', 'Y']]
{{ [rows|map('upper')|list] }} => [["{'N': 'X', 'V': 3}", "{'N': 'Y', 'V': 1}"]]
{{ [rows|groupby('n')] }} => [[('x', [{'n': 'x', 'v': 3}]), ('Y', [{'n': 'Y', 'v': 1}])]]
{{ [rows|groupby('n', default='a')] }} => [[('x', [{'n': 'x', 'v': 3}]), ('Y', [{'n': 'Y', 'v': 1}])]]
{{ [rows|groupby('n', case_sensitive=true)] }} => [[('Y', [{'n': 'Y', 'v': 1}]), ('x', [{'n': 'x', 'v': 3}])]]
{{ [rows|groupby('v')|map('list')|list] }} => [[[1, [{'n': 'Y', 'v': 1}]], [3, [{'n': 'x', 'v': 3}]]]]
{{ [(rows|groupby('n'))[0].grouper] }} => ['x']
{{ [(rows|groupby('n'))[0].list] }} => [[{'n': 'x', 'v': 3}]]
{{ [(rows|groupby('n'))[0].nope] }} => [Undefined]
{{ [rows|sort(attribute='n,v')] }} => [[{'n': 'x', 'v': 3}, {'n': 'Y', 'v': 1}]]
{{ [rows|sort(attribute='v', reverse=true)] }} => [[{'n': 'x', 'v': 3}, {'n': 'Y', 'v': 1}]]
{{ [rows|unique(attribute='n')|list] }} => [[{'n': 'x', 'v': 3}, {'n': 'Y', 'v': 1}]]
{{ [rows|selectattr('n', 'eq', 'x')|list] }} => [[{'n': 'x', 'v': 3}]]
{{ [rows|rejectattr('zz')|list] }} => [[{'n': 'x', 'v': 3}, {'n': 'Y', 'v': 1}]]
{{ [rows|selectattr('n', 'nope')|list] }} =! runtime
{{ [rows|map('nope')|list] }} =! runtime
{{ [rows|min(attribute='v')] }} => [{'n': 'Y', 'v': 1}]
{{ [rows|max(attribute='n')] }} => [{'n': 'Y', 'v': 1}]
{{ [[]|min] }} => [Undefined]
{{ [[]|max(attribute='x')] }} => [Undefined]
{{ [rows|sum(attribute='v')] }} => [4]
{{ [lipsum(1, true, 5, 4)] }} =! runtime
{{ [lipsum(1, true, 5, 5)] }} =! runtime
{{ [lipsum('a')] }} =! runtime
{{ [lipsum(1, 2, 'a')] }} =! runtime
{{ [lipsum(1, true, 1, 'a')] }} =! runtime
{{ [dict(5)] }} =! runtime
{{ [dict([('a', 1)], b=2)] }} => [{'a': 1, 'b': 2}]
{{ [dict([1])] }} =! runtime
{{ [dict([(1, 2, 3)])] }} =! runtime
{{ [dict(a=1)] }} => [{'a': 1}]
{{ [dict({'a': 1}, a=2)] }} => [{'a': 2}]
{{ [dict([[[], 1]])] }} =! runtime
{{ [range(3, 0)|list] }} => [[]]
{{ [range(0, 3, 0)] }} =! runtime
{{ [range('a')] }} =! runtime
{{ [range()] }} =! runtime
{{ [range(1, 2, 3, 4)] }} =! runtime
{{ [range(2.5)] }} =! runtime
{{ [range(big)] }} =! runtime
{{ [cycler()] }} =! runtime
{{ [cycler('a', 'b').next()] }} => ['a']
{{ [cycler('a').current] }} => ['a']
{{ [joiner('x')()] }} => ['']
{{ [namespace(5)] }} =! runtime
{{ [namespace([('a', 1)]).a] }} => [1]
{{ [namespace(a=1).b] }} => [Undefined]
{{ [namespace({'a': 1}, b=2).b] }} => [2]
