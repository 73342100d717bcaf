# Corners of numbers, formatting, attributes, calls, bytes, comparisons; a sample of all combinations,
# expectations by run.py --update.
@data {"inf": Infinity, "nan": NaN}
{{ ([1,2]) == (joiner()) }}{{ ([1,2]) in [joiner()] }}{{ ([1,2]) is sameas (joiner()) }} => FalseFalseFalse
{{ ((1,)) == (-10**20) }}{{ ((1,)) in [-10**20] }}{{ ((1,)) is sameas (-10**20) }} => FalseFalseFalse
{{ ((1,)) in ((1,)) }} => False
{{ ((1,)) >= ({'a':1}) }} =! runtime
{{ ((1,)) == (range(3)) }}{{ ((1,)) in [range(3)] }}{{ ((1,)) is sameas (range(3)) }} => FalseFalseFalse
{{ ((1,)) == (range(0,3,2)) }}{{ ((1,)) in [range(0,3,2)] }}{{ ((1,)) is sameas (range(0,3,2)) }} => FalseFalseFalse
{{ ((1,)) in (range(5,6)) }} => False
{{ ((1,)) < (nope) }} =! undefined 'nope' is undefined
{{ ((1,)) in (nope) }} => False
{{ ((1,)) in (dict) }} =! runtime
{{ ((1,)) < (namespace()) }} =! runtime
{{ ((1,)) >= (namespace()) }} =! runtime
{{ (()) >= (1) }} =! runtime
{{ (()) < ({}) }} =! runtime
{{ (()) >= (range(0)) }} =! runtime
{{ (()) >= (none) }} =! runtime
{{ (()) == ('a'.upper) }}{{ (()) in ['a'.upper] }}{{ (()) is sameas ('a'.upper) }} => FalseFalseFalse
{{ (()) == (joiner()) }}{{ (()) in [joiner()] }}{{ (()) is sameas (joiner()) }} => FalseFalseFalse
{{ ({}) < (-10**20) }} =! runtime
{{ ({}) < ([1]) }} =! runtime
{{ ({}) in ({'a':1}.items()) }} => False
{{ ({}) == (namespace()) }}{{ ({}) in [namespace()] }}{{ ({}) is sameas (namespace()) }} => FalseFalseFalse
{{ ({'a':1}) == (1.0) }}{{ ({'a':1}) in [1.0] }}{{ ({'a':1}) is sameas (1.0) }} => FalseFalseFalse
{{ ({'a':1}) in ({'a':1}.keys()) }} =! runtime
{{ ({'a':1}) == ({'a':1}.items()) }}{{ ({'a':1}) in [{'a':1}.items()] }}{{ ({'a':1}) is sameas ({'a':1}.items()) }} => FalseFalseFalse
{{ ({'a':1}) < (dict) }} =! runtime
{{ ({'a':1}.keys()) == (true) }}{{ ({'a':1}.keys()) in [true] }}{{ ({'a':1}.keys()) is sameas (true) }} => FalseFalseFalse
{{ ({'a':1}.keys()) < (-10**20) }} =! runtime
{{ ({'a':1}.keys()) in ('a'|safe) }} =! runtime
{{ ({'a':1}.keys()) == ([1]) }}{{ ({'a':1}.keys()) in [[1]] }}{{ ({'a':1}.keys()) is sameas ([1]) }} => FalseFalseFalse
{{ ({'a':1}.keys()) == (()) }}{{ ({'a':1}.keys()) in [()] }}{{ ({'a':1}.keys()) is sameas (()) }} => FalseFalseFalse
{{ ({'a':1}.keys()) < ({'a':1}.items()) }} => False
{{ ({'a':1}.keys()) >= (range(3)) }} =! runtime
{{ ({'a':1}.keys()) in (joiner()) }} =! runtime
{{ ({'a':1}.items()) == (1) }}{{ ({'a':1}.items()) in [1] }}{{ ({'a':1}.items()) is sameas (1) }} => FalseFalseFalse
{{ ({'a':1}.items()) >= (true) }} =! runtime
{{ ({'a':1}.items()) < ('a') }} =! runtime
{{ ({'a':1}.items()) < (namespace()) }} =! runtime
{{ (range(0)) < (1.0) }} =! runtime
{{ (range(0)) < (10**20) }} =! runtime
{{ (range(0)) == (1e20) }}{{ (range(0)) in [1e20] }}{{ (range(0)) is sameas (1e20) }} => FalseFalseFalse
{{ (range(0)) < (nan) }} =! runtime
{{ (range(0)) == ('a'.encode()) }}{{ (range(0)) in ['a'.encode()] }}{{ (range(0)) is sameas ('a'.encode()) }} => FalseFalseFalse
{{ (range(0)) >= ({'a':1}.keys()) }} =! runtime
{{ (range(0)) < (nope) }} =! undefined 'nope' is undefined
{{ (range(3)) >= ([1]) }} =! runtime
{{ (range(3)) < ({}) }} =! runtime
{{ (range(3)) == ({'a':1}) }}{{ (range(3)) in [{'a':1}] }}{{ (range(3)) is sameas ({'a':1}) }} => FalseFalseFalse
{{ (range(3)) >= (range(5,6,9)) }} =! runtime
{{ (range(3)) < (namespace()) }} =! runtime
{{ (range(3)) >= ([1]|map('string')) }} =! runtime
{{ (range(0,3,1)) == (1e20) }}{{ (range(0,3,1)) in [1e20] }}{{ (range(0,3,1)) is sameas (1e20) }} => FalseFalseFalse
{{ (range(0,3,1)) == ({'a':1}.keys()) }}{{ (range(0,3,1)) in [{'a':1}.keys()] }}{{ (range(0,3,1)) is sameas ({'a':1}.keys()) }} => FalseFalseFalse
{{ (range(0,3,1)) == (range(3)) }}{{ (range(0,3,1)) in [range(3)] }}{{ (range(0,3,1)) is sameas (range(3)) }} => TrueTrueFalse
{{ (range(0,3,1)) in (range(0,3,1)) }} => False
{{ (range(0,3,1)) >= (range(5,6)) }} =! runtime
{{ (range(0,3,1)) in (range(5,6)) }} => False
{{ (range(0,3,1)) in (range) }} =! runtime
{{ (range(0,4,2)) >= (nan) }} =! runtime
{{ (range(0,4,2)) >= ('b') }} =! runtime
{{ (range(0,3,2)) >= ('b') }} =! runtime
{{ (range(0,3,2)) >= (()) }} =! runtime
{{ (range(0,3,2)) in (range(0)) }} => False
{{ (range(0,3,2)) < (range(0,3,1)) }} =! runtime
{{ (range(0,3,2)) == (range(0,3,2)) }}{{ (range(0,3,2)) in [range(0,3,2)] }}{{ (range(0,3,2)) is sameas (range(0,3,2)) }} => TrueTrueFalse
{{ (range(5,6)) >= ('a'|safe) }} =! runtime
{{ (range(5,6)) == (range(0,3,1)) }}{{ (range(5,6)) in [range(0,3,1)] }}{{ (range(5,6)) is sameas (range(0,3,1)) }} => FalseFalseFalse
{{ (range(5,6)) >= (range(5,6)) }} =! runtime
{{ (range(5,6,9)) in (1e20) }} =! runtime
{{ (range(5,6,9)) in ({'a':1}) }} => False
{{ (range(5,6,9)) in (range(0)) }} => False
{{ (range(5,6,9)) == (dict) }}{{ (range(5,6,9)) in [dict] }}{{ (range(5,6,9)) is sameas (dict) }} => FalseFalseFalse
{{ (range(5,6,9)) < (range) }} =! runtime
{{ (range(5,6,9)) >= ('a'.upper) }} =! runtime
{{ (range(5,6,9)) < (namespace()) }} =! runtime
{{ (none) < (10**20) }} =! runtime
{{ (none) in ('a'.encode()) }} =! runtime
{{ (none) < (range(0,3,1)) }} =! runtime
{{ (none) >= (dict) }} =! runtime
{{ (none) >= (range) }} =! runtime
{{ (none) >= ([1]|map('string')) }} =! runtime
{{ (nope) < ([1]) }} =! undefined 'nope' is undefined
{{ (nope) in ({'a':1}.items()) }} => False
{{ (nope) in (range(0)) }} => False
{{ (nope) == (range(0,3,2)) }}{{ (nope) in [range(0,3,2)] }}{{ (nope) is sameas (range(0,3,2)) }} => FalseFalseFalse
{{ (nope) == (none) }}{{ (nope) in [none] }}{{ (nope) is sameas (none) }} => FalseFalseFalse
{{ (nope) >= (nope) }} =! undefined 'nope' is undefined
{{ (nope) == (joiner()) }}{{ (nope) in [joiner()] }}{{ (nope) is sameas (joiner()) }} => FalseFalseFalse
{{ (dict) in (1) }} =! runtime
{{ (dict) < (1e20) }} =! runtime
{{ (dict) < (-10**20) }} =! runtime
{{ (dict) < (nan) }} =! runtime
{{ (dict) in ('a') }} =! runtime
{{ (dict) >= (range(3)) }} =! runtime
{{ (dict) in (range(0,3,1)) }} => False
{{ (dict) >= (range(5,6,9)) }} =! runtime
{{ (range) == ([1,2]) }}{{ (range) in [[1,2]] }}{{ (range) is sameas ([1,2]) }} => FalseFalseFalse
{{ (range) >= ((1,)) }} =! runtime
{{ (range) == ({'a':1}) }}{{ (range) in [{'a':1}] }}{{ (range) is sameas ({'a':1}) }} => FalseFalseFalse
{{ (range) == (range(3)) }}{{ (range) in [range(3)] }}{{ (range) is sameas (range(3)) }} => FalseFalseFalse
{{ ('a'.upper) == (-10**20) }}{{ ('a'.upper) in [-10**20] }}{{ ('a'.upper) is sameas (-10**20) }} => FalseFalseFalse
{{ ('a'.upper) in (nan) }} =! runtime
{{ ('a'.upper) >= ({}) }} =! runtime
{{ ('a'.upper) >= ({'a':1}) }} =! runtime
{{ ('a'.upper) < ({'a':1}.items()) }} =! runtime
{{ ('a'.upper) >= (range(5,6)) }} =! runtime
{{ ('a'.upper) < ([1]|map('string')) }} =! runtime
{{ (namespace()) in (1) }} =! runtime
{{ (namespace()) in (inf) }} =! runtime
{{ (namespace()) == ('a') }}{{ (namespace()) in ['a'] }}{{ (namespace()) is sameas ('a') }} => FalseFalseFalse
{{ (namespace()) in ('a'.encode()) }} =! runtime
{{ (namespace()) in ([1]) }} => False
{{ (namespace()) == ({'a':1}.keys()) }}{{ (namespace()) in [{'a':1}.keys()] }}{{ (namespace()) is sameas ({'a':1}.keys()) }} => FalseFalseFalse
{{ (namespace()) >= (range(0,4,2)) }} =! runtime
{{ (namespace()) == (range(0,3,2)) }}{{ (namespace()) in [range(0,3,2)] }}{{ (namespace()) is sameas (range(0,3,2)) }} => FalseFalseFalse
{{ (namespace()) == (range(5,6,9)) }}{{ (namespace()) in [range(5,6,9)] }}{{ (namespace()) is sameas (range(5,6,9)) }} => FalseFalseFalse
{{ (namespace()) < (range(5,6,9)) }} =! runtime
{{ (namespace()) in (range(5,6,9)) }} => False
{{ (namespace()) == (none) }}{{ (namespace()) in [none] }}{{ (namespace()) is sameas (none) }} => FalseFalseFalse
{{ ([1]|map('string')) < (inf) }} =! runtime
{{ ([1]|map('string')) == ('a'.encode()) }}{{ ([1]|map('string')) in ['a'.encode()] }}{{ ([1]|map('string')) is sameas ('a'.encode()) }} => FalseFalseFalse
{{ ([1]|map('string')) >= ({'a':1}.items()) }} =! runtime
{{ ([1]|map('string')) == (range(0,4,2)) }}{{ ([1]|map('string')) in [range(0,4,2)] }}{{ ([1]|map('string')) is sameas (range(0,4,2)) }} => FalseFalseFalse
{{ ([1]|map('string')) in (none) }} =! runtime
{{ ([1]|map('string')) == (nope) }}{{ ([1]|map('string')) in [nope] }}{{ ([1]|map('string')) is sameas (nope) }} => FalseFalseFalse
{{ ([1]|map('string')) == (range) }}{{ ([1]|map('string')) in [range] }}{{ ([1]|map('string')) is sameas (range) }} => FalseFalseFalse
{{ (joiner()) in (inf) }} =! runtime
{{ (joiner()) in ('a'|safe) }} =! runtime
{{ (joiner()) in ('a'.encode()) }} =! runtime
{{ (joiner()) < ({'a':1}) }} =! runtime
{{ (joiner()) < ({'a':1}.keys()) }} =! runtime
{{ (joiner()) < (range(0,3,1)) }} =! runtime
{{ (joiner()) < (range(0,4,2)) }} =! runtime
{{ (joiner()) < (none) }} =! runtime
{{ (joiner()) < (dict) }} =! runtime
{{ (joiner()) < (range) }} =! runtime
{{ 'a https://example.com/x?y#z b'|urlize(8, true) }} => a <a href="https://example.com/x?y#z" rel="nofollow noopener">https://...</a> b
{{ 'example.com'|urlize }} => <a href="https://example.com" rel="noopener">example.com</a>
{{ 'a example.com b'|urlize(8, true) }} => a <a href="https://example.com" rel="nofollow noopener">example....</a> b
{{ 'a a.org b'|urlize(8, true) }} => a a.org b
{{ '<http://x.y>'|urlize }} => &lt;http://x.y&gt;
{{ 'http://x.y.'|urlize }} => http://x.y.
{{ 'a http://x.y. b'|urlize(8, true) }} => a http://x.y. b
{{ 'http://x.y)'|urlize }} => http://x.y)
{{ 'http://[1:2'|urlize }} => http://[1:2
{{ 'a http://[1:2 b'|urlize(8, true) }} => a http://[1:2 b
{{ 'a https://1.2.3.4:80/x b'|urlize(8, true) }} => a <a href="https://1.2.3.4:80/x" rel="nofollow noopener">https://...</a> b
{{ 'http://1.2.3'|urlize }} => http://1.2.3
{{ 'a http://1.2.3 b'|urlize(8, true) }} => a http://1.2.3 b
{{ 'http://localhost:99999999'|urlize }} => http://localhost:99999999
{{ 'mailto:a@b.c'|urlize }} => <a href="mailto:a@b.c">a@b.c</a>
{{ 'a mailto:a@b.c b'|urlize(8, true) }} => a <a href="mailto:a@b.c">a@b.c</a> b
{{ 'a@b'|urlize }} => a@b
{{ '@b.c'|urlize }} => @b.c
{{ 'ftp://x.y'|urlize }} => ftp://x.y
{{ 'a ftp://x.y b'|urlize(8, true) }} => a ftp://x.y b
{{ 'a HTTP://X.Y b'|urlize(8, true) }} => a HTTP://X.Y b
{{ 'http://xn--abc.com'|urlize }} => <a href="http://xn--abc.com" rel="noopener">http://xn--abc.com</a>
{{ 'www.xn--ab-c.de'|urlize }} => <a href="https://www.xn--ab-c.de" rel="noopener">www.xn--ab-c.de</a>
{{ 'a www.xn--ab-c.de b'|urlize(8, true) }} => a <a href="https://www.xn--ab-c.de" rel="nofollow noopener">www.xn--...</a> b
{{ 'a.edu#x'|urlize }} => a.edu#x
{{ 'a.mil'|urlize }} => a.mil
{{ 'a.gov'|urlize }} => a.gov
{{ 'a.com:80'|urlize }} => a.com:80
{{ 'a %41.com b'|urlize(8, true) }} => a <a href="https://%41.com" rel="nofollow noopener">%41.com</a> b
{{ 'x%zz.com'|urlize }} => <a href="https://x%zz.com" rel="noopener">x%zz.com</a>
{{ 'a x%zz.com b'|urlize(8, true) }} => a <a href="https://x%zz.com" rel="nofollow noopener">x%zz.com</a> b
{{ 'a http://a.c b'|urlize(8, true) }} => a http://a.c b
{{ 'a http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com b'|urlize(8, true) }} => a <a href="http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com" rel="nofollow noopener">http://a...</a> b
{{ 'a http://a.b/(c) b'|urlize(8, true) }} => a http://a.b/(c) b
{{ 'a &lt;http://a.b&gt; b'|urlize(8, true) }} => a &amp;lt;http://a.b&amp;gt; b
{{ 'http://\u017f.com'|urlize }} => <a href="http://ſ.com" rel="noopener">http://ſ.com</a>
{{ 'a http://\u017f.com b'|urlize(8, true) }} => a <a href="http://ſ.com" rel="nofollow noopener">http://ſ...</a> b
{{ 'www.a'|urlize }} => www.a
{{ 'www.'|urlize }} => www.
{{ 'http://user:pw@a.b/'|urlize }} => http://user:pw@a.b/
{{ 'http://user@a.b'|urlize }} => http://user@a.b
{{ 'https://[fe80::1%25en]/x'|urlize }} => https://[fe80::1%25en]/x
{{ 'http://[::1]:80/'|urlize }} => <a href="http://[::1]:80/" rel="noopener">http://[::1]:80/</a>
{{ 'a@b-c.de'|urlize }} => <a href="mailto:a@b-c.de">a@b-c.de</a>
{{ 'a@b..c'|urlize }} => <a href="mailto:a@b..c">a@b..c</a>
{{ '\u00e9@b.com'|urlize }} => <a href="mailto:é@b.com">é@b.com</a>
{{ 'a x@y.z1 b'|urlize(8, true) }} => a <a href="mailto:x@y.z1">x@y.z1</a> b
{{ 'see http://example.com/abcdef ok'|urlize(0) }} => see <a href="http://example.com/abcdef" rel="noopener">...</a> ok
{{ 'see http://example.com/abcdef ok'|urlize(-1) }} => see <a href="http://example.com/abcdef" rel="noopener">http://example.com/abcde...</a> ok
{{ 'see http://example.com/abcdef ok'|urlize(1.5) }} =! runtime
{{ 'see http://example.com/abcdef ok'|urlize(true) }} => see <a href="http://example.com/abcdef" rel="noopener">h...</a> ok
{{ 'see http://example.com/abcdef ok'|urlize('a') }} =! runtime
{{ 'see http://example.com/abcdef ok'|urlize(nope) }} =! undefined 'nope' is undefined
{{ 'see http://a.bc tel:123 ftp://x.y h-t+p.9:q a@b.org'|urlize(rel='x y') }} => see <a href="http://a.bc" rel="noopener x y">http://a.bc</a> tel:123 ftp://x.y h-t+p.9:q <a href="mailto:a@b.org">a@b.org</a>
{{ 'see http://a.bc tel:123 ftp://x.y h-t+p.9:q a@b.org'|urlize(rel=5) }} =! runtime
{{ 'see http://a.bc tel:123 ftp://x.y h-t+p.9:q a@b.org'|urlize(rel='') }} => see <a href="http://a.bc" rel="noopener">http://a.bc</a> tel:123 ftp://x.y h-t+p.9:q <a href="mailto:a@b.org">a@b.org</a>
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(5, break_on_hyphens=false) }} => aaa b\nbb-cc\nc ddd\n--eee\nf-g\n-x-\n y\tz \nsuper\ncalif\nragil\nistic\nit's \nwell-\nknown\n. (ab\n-cd)\na---b\n12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(1, break_on_hyphens=false) }} => a\na\na\nb\nb\nb\n-\nc\nc\nc\nd\nd\nd\n-\n-\ne\ne\ne\nf\n-\ng\n-\nx\n-\ny\nz\ns\nu\np\ne\nr\nc\na\nl\ni\nf\nr\na\ng\ni\nl\ni\ns\nt\ni\nc\ni\nt\n'\ns\nw\ne\nl\nl\n-\nk\nn\no\nw\nn\n.\n(\na\nb\n-\nc\nd\n)\na\n-\n-\n-\nb\n1\n2\n-\n3\n4
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0, wrapstring='|') }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0, wrapstring=5) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0, wrapstring='a'.encode()) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(-1) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10) }} => aaa bbb-\nccc ddd--\neee f-g\n-x-  y\tz s\nupercalifr\nagilistic\nit's well-\nknown.\n(ab-cd) a\n---b 12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10, break_long_words=false) }} => aaa bbb-\nccc ddd--\neee f-g\n-x-  y\tz\nsupercalifragilistic\nit's well-\nknown.\n(ab-cd) a\n---b 12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10, break_on_hyphens=false) }} => aaa\nbbb-ccc\nddd--eee\nf-g -x-  y\nz supercal\nifragilist\nic it's we\nll-known.\n(ab-cd)\na---b\n12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10, wrapstring='|') }} => aaa bbb-|ccc ddd--|eee f-g|-x-  y\tz s|upercalifr|agilistic|it's well-|known.|(ab-cd) a|---b 12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(2.5, wrapstring='|') }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(2.5, wrapstring=5) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0.5, break_long_words=false) }} => aaa\nbbb-\nccc\nddd\n--\neee\nf-g\n-x-\n y\nz\nsupercalifragilistic\nit's\nwell-\nknown.\n(ab-\ncd)\na\n---\nb\n12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(0.5, break_on_hyphens=false) }} => a\na\na\nb\nb\nb\n-\nc\nc\nc\nd\nd\nd\n-\n-\ne\ne\ne\nf\n-\ng\n-\nx\n-\ny\nz\ns\nu\np\ne\nr\nc\na\nl\ni\nf\nr\na\ng\ni\nl\ni\ns\nt\ni\nc\ni\nt\n'\ns\nw\ne\nl\nl\n-\nk\nn\no\nw\nn\n.\n(\na\nb\n-\nc\nd\n)\na\n-\n-\n-\nb\n1\n2\n-\n3\n4
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(-0.5) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(-0.5, break_long_words=false) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(-0.5, break_on_hyphens=false) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(-0.5, wrapstring='a'.encode()) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(true, wrapstring='|') }} => a|a|a|b|b|b|-|c|c|c|d|d|d|-|-|e|e|e|f|-|g|-|x|-|y|z|s|u|p|e|r|c|a|l|i|f|r|a|g|i|l|i|s|t|i|c|i|t|'|s|w|e|l|l|-|k|n|o|w|n|.|(|a|b|-|c|d|)|a|-|-|-|b|1|2|-|3|4
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(nope) }} =! undefined 'nope' is undefined
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(none, break_long_words=false) }} =! runtime
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10**20) }} => aaa bbb-ccc ddd--eee f-g -x-  y\tz supercalifragilistic it's well-known. (ab-cd) a---b 12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10**20, break_on_hyphens=false) }} => aaa bbb-ccc ddd--eee f-g -x-  y\tz supercalifragilistic it's well-known. (ab-cd) a---b 12-34
{{ 'aaa bbb-ccc ddd--eee f-g -x- \u00a0y\tz supercalifragilistic it\'s well-known. (ab-cd) a---b 12-34'|wordwrap(10**20, wrapstring='a'.encode()) }} =! runtime
{{ ''|wordwrap(4) }} =>
{{ 'a-b-c-d-e-f'|wordwrap(3, break_on_hyphens=false) }} => a-b\n-c-\nd-e\n-f
{{ 'ab--cd--ef'|wordwrap(4) }} => ab--\ncd--\nef
{{ 'a\u2028b c'|wordwrap(3, break_on_hyphens=false) }} => a\nb c
{{ '  lead and trail  '|wordwrap(4) }} => lead\nand \ntrai\nl
{{ 'foo--bar baz'|wordwrap(3, break_on_hyphens=false) }} => foo\n--b\nar\nbaz
{{ 'abc-def-ghi-jkl'|wordwrap(3, break_on_hyphens=false) }} => abc\n-de\nf-g\nhi-\njkl
{{ ({'a': 'y ' * 60, 'b': [1] * 50})|pprint }} => {'a': 'y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y y '\n      'y y y y y y y y y y y y y y y y y y y y y y y y ',\n 'b': [1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1,\n       1]}
{{ (('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',) * 2)|pprint }} => ('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',\n 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz')
{{ ('q' * 200)|pprint }} => 'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'
{{ (('ab\n' * 40))|pprint }} => ('ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n'\n 'ab\\n')
{{ ('\u00e9\t\\' * 40)|pprint }} => ('é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t'\n '\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t'\n '\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\é\\t\\\\')
{{ (('a'.encode() * 3))|pprint }} => b'aaa'
{{ ([('w ' * 50).encode()])|pprint }} => [b'w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w w '\n b'w w w w w w w w w w w w ']
{{ ({1: {2: {3: 'v ' * 50}}})|pprint }} => {1: {2: {3: 'v v v v v v v v v v v v v v v v v v v v v v v v v v v v v v v v v '\n            'v v v v v v v v v v v v v v v v v '}}}
{{ ([{}] * 40)|pprint }} => [{},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {},\n {}]
{{ (((),))|pprint }} => ((),)
{{ ('it\'s "q" ' * 20)|pprint }} => ('it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s '\n '"q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" '\n 'it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" it\\'s "q" ')
{{ ((1, 'c ' * 50))|pprint }} => (1,\n 'c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c c '\n 'c c c c c c c c c c c c ')
{{ ({'a': nope})|pprint }} => {'a': Undefined}
{{ (namespace(a=1))|pprint }} => <Namespace {'a': 1}>
{{ (dict)|pprint }} => <class 'dict'>
{{ ('abc'.encode()).decode('utf-8','ignore') }} => abc
{{ ('abc'.encode()).decode('utf-16') }} =! runtime
{{ ('abc'.encode()).decode('U8') }} => abc
{{ ('abc'.encode()).decode('utf-8','nope') }} => abc
{{ ('abc'.encode()).decode('utf-8','backslashreplace') }} => abc
{{ ('abc'.encode()).hex() }} => 616263
{{ ('abc'.encode()).hex(':', -2) }} => 6162:63
{{ ('abc'.encode()).hex('::') }} =! runtime
{{ ('abc'.encode()).__len__() }} =! security
{{ ('abc'.encode())[-1] }} => 99
{{ ('abc'.encode())[9] }} =>
{{ ('é'.encode()).decode() }} => é
{{ ('é'.encode()).decode('ascii','ignore') }} =>
{{ ('é'.encode()).decode('utf-8','ignore') }} => é
{{ ('é'.encode()).decode('utf-16-le','replace') }} => ꧃
{{ ('é'.encode()).hex() }} => c3a9
{{ ('é'.encode()).hex('::') }} =! runtime
{{ ('é'.encode()).hex('é') }} =! runtime
{{ ('é'.encode())[9] }} =>
{{ ('\U0001f600'.encode()).decode() }} => 😀
{{ ('\U0001f600'.encode()).decode('ascii','ignore') }} =>
{{ ('\U0001f600'.encode()).decode('latin1') }} => ð\x9f\x98\x80
{{ ('\U0001f600'.encode()).decode('utf-32') }} =! runtime
{{ ('\U0001f600'.encode()).decode('utf-8','nope') }} => 😀
{{ ('\U0001f600'.encode()).decode('ascii','backslashreplace') }} => \\xf0\\x9f\\x98\\x80
{{ ('\U0001f600'.encode()).hex() }} => f09f9880
{{ ('\U0001f600'.encode()).hex(':') }} => f0:9f:98:80
{{ ('\U0001f600'.encode()).hex(5) }} =! runtime
{{ ('\U0001f600'.encode())[0] }} => 240
{{ ('\U0001f600'.encode())[-1] }} => 128
{{ ('\U0001f600'.encode())[::-1] }} => b'\\x80\\x98\\x9f\\xf0'
{{ ('aé\u20ac'.encode('utf-16')).decode('utf-8','nope') }} =! runtime
{{ ('aé\u20ac'.encode('utf-16')).decode('utf-8','backslashreplace') }} => \\xff\\xfea\x00\\xe9\x00\\xac\x20
{{ ('aé\u20ac'.encode('utf-16')).hex() }} => fffe6100e900ac20
{{ ('aé\u20ac'.encode('utf-16')).hex(':') }} => ff:fe:61:00:e9:00:ac:20
{{ ('aé\u20ac'.encode('utf-16')).hex('::') }} =! runtime
{{ ('aé\u20ac'.encode('utf-16')).hex(5) }} =! runtime
{{ ('aé\u20ac'.encode('utf-16'))[-1] }} => 32
{{ ('aé\u20ac'.encode('utf-16'))[1:] }} => b'\\xfea\\x00\\xe9\\x00\\xac '
{{ ('aé\u20ac'.encode('utf-16'))[::-1] }} => b' \\xac\\x00\\xe9\\x00a\\xfe\\xff'
{{ (''.encode()).decode() }} =>
{{ (''.encode()).decode('utf-8','ignore') }} =>
{{ (''.encode()).decode('utf-16') }} =>
{{ (''.encode()).decode('utf-16-le','replace') }} =>
{{ (''.encode()).decode('utf-32') }} =>
{{ (''.encode()).decode('utf-8','nope') }} =>
{{ (''.encode()).decode('ascii','backslashreplace') }} =>
{{ (''.encode()).hex() }} =>
{{ (''.encode()).hex(':', 2) }} =>
{{ (''.encode()).hex(':', -2) }} =>
{{ (''.encode()).hex('::') }} =! runtime
{{ (''.encode()).hex(5) }} =! runtime
{{ (''.encode()).hex('é') }} =! runtime
{{ (''.encode()).hex(':', 0) }} =>
{{ (''.encode())[1:] }} => b''
{{ (''.encode())['a'] }} =>
{{ ('é'.encode('latin-1')).decode() }} =! runtime
{{ ('é'.encode('latin-1')).decode('ascii') }} =! runtime
{{ ('é'.encode('latin-1')).decode('utf_8','replace') }} => �
{{ ('é'.encode('latin-1')).decode('utf-16-le','replace') }} => �
{{ ('é'.encode('latin-1')).decode('U8') }} =! runtime
{{ ('é'.encode('latin-1')).decode('nope') }} =! runtime
{{ ('é'.encode('latin-1')).decode('utf-8','backslashreplace') }} => \\xe9
{{ ('é'.encode('latin-1')).hex(':') }} => e9
{{ ('é'.encode('latin-1')).hex('::') }} =! runtime
{{ ('é'.encode('latin-1'))[0] }} => 233
{{ ('é'.encode('latin-1'))[::-1] }} => b'\\xe9'
{{ ('\u20ac'.encode('utf-32')).decode('ascii','replace') }} => ��\x00\x00� \x00\x00
{{ ('\u20ac'.encode('utf-32')).decode('utf-8','ignore') }} => \x00\x00 \x00\x00
{{ ('\u20ac'.encode('utf-32')).decode('utf_8','replace') }} => ��\x00\x00� \x00\x00
{{ ('\u20ac'.encode('utf-32')).decode('latin1') }} => ÿþ\x00\x00¬ \x00\x00
{{ ('\u20ac'.encode('utf-32')).hex(':', -2) }} => fffe:0000:ac20:0000
{{ ('\u20ac'.encode('utf-32')).hex('é') }} =! runtime
{{ ('\u20ac'.encode('utf-32'))[-1] }} => 0
{{ 'aé\u20ac\U0001f600z'.encode('ascii', 'nope') }} =! runtime
{{ 'aé\u20ac\U0001f600z'.encode('latin-1', 'xmlcharrefreplace') }} => b'a\\xe9&#8364;&#128512;z'
{{ 'aé\u20ac\U0001f600z'.encode('latin-1', 'nope') }} =! runtime
{{ 'aé\u20ac\U0001f600z'.encode('utf-16', 'strict') }} => b'\\xff\\xfea\\x00\\xe9\\x00\\xac =\\xd8\\x00\\xdez\\x00'
{{ 'aé\u20ac\U0001f600z'.encode('utf-16', 'replace') }} => b'\\xff\\xfea\\x00\\xe9\\x00\\xac =\\xd8\\x00\\xdez\\x00'
{{ 'aé\u20ac\U0001f600z'.encode('utf-16', 'namereplace') }} => b'\\xff\\xfea\\x00\\xe9\\x00\\xac =\\xd8\\x00\\xdez\\x00'
{{ 'aé\u20ac\U0001f600z'.encode('utf-16-be', 'strict') }} => b'\\x00a\\x00\\xe9 \\xac\\xd8=\\xde\\x00\\x00z'
{{ 'aé\u20ac\U0001f600z'.encode('utf-16-be', 'replace') }} => b'\\x00a\\x00\\xe9 \\xac\\xd8=\\xde\\x00\\x00z'
{{ 'aé\u20ac\U0001f600z'.encode('utf-16-be', 'nope') }} => b'\\x00a\\x00\\xe9 \\xac\\xd8=\\xde\\x00\\x00z'
{{ 'aé\u20ac\U0001f600z'.encode('utf-32-le', 'xmlcharrefreplace') }} => b'a\\x00\\x00\\x00\\xe9\\x00\\x00\\x00\\xac \\x00\\x00\\x00\\xf6\\x01\\x00z\\x00\\x00\\x00'
{{ 'aé\u20ac\U0001f600z'.encode('utf-32-le', 'namereplace') }} => b'a\\x00\\x00\\x00\\xe9\\x00\\x00\\x00\\xac \\x00\\x00\\x00\\xf6\\x01\\x00z\\x00\\x00\\x00'
{{ 'aé\u20ac\U0001f600z'.encode('utf-8', 'ignore') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('utf-8', 'replace') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('cp1252', 'nope') }} =! runtime
{{ 'aé\u20ac\U0001f600z'.encode('UTF 8', 'strict') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('UTF 8', 'backslashreplace') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('UTF 8', 'namereplace') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('UTF 8', 'nope') }} => b'a\\xc3\\xa9\\xe2\\x82\\xac\\xf0\\x9f\\x98\\x80z'
{{ 'aé\u20ac\U0001f600z'.encode('iso8859_1', 'xmlcharrefreplace') }} => b'a\\xe9&#8364;&#128512;z'
{{ 'aé\u20ac\U0001f600z'.encode('iso8859_1', 'nope') }} =! runtime
{{ 'aé\u20ac\U0001f600z'.encode('us-ascii', 'strict') }} =! runtime
{{ 'aé\u20ac\U0001f600z'.encode('us-ascii', 'backslashreplace') }} => b'a\\\\xe9\\\\u20ac\\\\U0001f600z'
{{ '{}'.format('ab', 3, 1, a={'b': 'c'}) }} => ab
{{ '{}'.format(true, 3, 1, a={'b': 'c'}) }} => True
{{ '{}'.format(nan, 3, 1, a={'b': 'c'}) }} => nan
{{ '{}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ '{0}'.format(10**20, 3, 1, a={'b': 'c'}) }} => 100000000000000000000
{{ '{0}'.format([7,8], 3, 1, a={'b': 'c'}) }} => [7, 8]
{{ '{0}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ '{a}'.format([7,8], 3, 1, a={'b': 'c'}) }} => {'b': 'c'}
{{ '{0.real}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{0.real}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ ('{0.real}'|safe).format('<', 3, a={'b': '<c>'}) }} =>
{{ '{0.real}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{0[0]}'.format(-5, 3, 1, a={'b': 'c'}) }} =>
{{ '{0[0]}'.format(none, 3, 1, a={'b': 'c'}) }} =>
{{ '{0[0]}'.format('x'|safe) }} => x
{{ '{0[0]}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{a[b]}'.format(true, 3, 1, a={'b': 'c'}) }} => c
{{ '{a[b]}'.format(65, 3, 1, a={'b': 'c'}) }} => c
{{ ('{a[b]}'|safe).format('<', 3, a={'b': '<c>'}) }} => &lt;c&gt;
{{ '{a[b]}'.format_map({'a': {'b': 1}}) }} => 1
{{ '{!r}'.format('x'|safe) }} => Markup('x')
{{ '{!s}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{!s}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ ('{!s}'|safe).format('<', 3, a={'b': '<c>'}) }} => &lt;
{{ '{!s}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{!a}'.format(none, 3, 1, a={'b': 'c'}) }} => None
{{ '{!a}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{!q}'.format(5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{!q}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{!q}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{!q}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:5}'.format('ab', 3, 1, a={'b': 'c'}) }} => ab  \x20
{{ '{:5}'.format('x'|safe) }} => x   \x20
{{ '{:^5}|'.format(5, 3, 1, a={'b': 'c'}) }} =>   5  |
{{ '{:^5}|'.format('ab', 3, 1, a={'b': 'c'}) }} =>  ab  |
{{ '{:^5}|'.format(10**20, 3, 1, a={'b': 'c'}) }} => 100000000000000000000|
{{ '{:^5}|'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:>5}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:>5}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:*^9}'.format(5, 3, 1, a={'b': 'c'}) }} => ****5****
{{ '{:*^9}'.format(-5, 3, 1, a={'b': 'c'}) }} => ***-5****
{{ '{:=+5}'.format(5, 3, 1, a={'b': 'c'}) }} => +   5
{{ '{:=+5}'.format(1.5, 3, 1, a={'b': 'c'}) }} => + 1.5
{{ '{:=+5}'.format(true, 3, 1, a={'b': 'c'}) }} => +   1
{{ '{:=+5}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:+}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{:+}'.format(65, 3, 1, a={'b': 'c'}) }} => +65
{{ '{:+}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{: }'.format(true, 3, 1, a={'b': 'c'}) }} =>  1
{{ '{: }'.format('x'|safe) }} =! runtime
{{ '{:#x}'.format(5, 3, 1, a={'b': 'c'}) }} => 0x5
{{ '{:#x}'.format(nan, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:#x}'.format('x'|safe) }} =! runtime
{{ '{:#b}'.format(5, 3, 1, a={'b': 'c'}) }} => 0b101
{{ '{:#b}'.format('ab', 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:#b}'.format(65, 3, 1, a={'b': 'c'}) }} => 0b1000001
{{ '{:#o}'.format(-5, 3, 1, a={'b': 'c'}) }} => -0o5
{{ '{:#o}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:#o}'.format('x'|safe) }} =! runtime
{{ '{:,}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{:,}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:,}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:,}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:_}'.format(5, 3, 1, a={'b': 'c'}) }} => 5
{{ '{:_}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:,.2f}'.format(nan, 3, 1, a={'b': 'c'}) }} => nan
{{ '{:_x}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:e}'.format(1.5, 3, 1, a={'b': 'c'}) }} => 1.500000e+00
{{ '{:e}'.format(true, 3, 1, a={'b': 'c'}) }} => 1.000000e+00
{{ '{:e}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:.0%}'.format(true, 3, 1, a={'b': 'c'}) }} => 100%
{{ '{:.0%}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:g}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{:g}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ ('{:g}'|safe).format('<', 3, a={'b': '<c>'}) }} =! runtime
{{ '{:n}'.format(-5, 3, 1, a={'b': 'c'}) }} => -5
{{ '{:n}'.format('x'|safe) }} =! runtime
{{ '{:c}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:c}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:c}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:d}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:d}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:d}'.format(65, 3, 1, a={'b': 'c'}) }} => 65
{{ '{:s}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:z.1f}'.format(5, 3, 1, a={'b': 'c'}) }} => 5.0
{{ '{:z.1f}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:z.1f}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:{}}'.format(-5, 3, 1, a={'b': 'c'}) }} =>  -5
{{ '{:{}}'.format(1.5, 3, 1, a={'b': 'c'}) }} => 1.5
{{ '{:{}}'.format(true, 3, 1, a={'b': 'c'}) }} =>   1
{{ '{:{}}'.format(65, 3, 1, a={'b': 'c'}) }} =>  65
{{ ('{:{}}'|safe).format('<', 3, a={'b': '<c>'}) }} => &lt; \x20
{{ '{:{}}'.format('x'|safe) }} =! runtime
{{ '{:{}.{}}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ ('{:{}.{}}'|safe).format('<', 3, a={'b': '<c>'}) }} =! runtime
{{ '{'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '}'.format(true, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '}'.format(nan, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '}'.format(65, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0}{}'.format(65, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{}{0}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{}{0}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{}{0}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{a.b}'.format(5, 3, 1, a={'b': 'c'}) }} => c
{{ '{a.b}'.format(1.5, 3, 1, a={'b': 'c'}) }} => c
{{ '{0.nope}'.format(1.5, 3, 1, a={'b': 'c'}) }} =>
{{ '{0.nope}'.format(65, 3, 1, a={'b': 'c'}) }} =>
{{ ('{0.nope}'|safe).format('<', 3, a={'b': '<c>'}) }} =>
{{ '{0[nope]}'.format(5, 3, 1, a={'b': 'c'}) }} =>
{{ '{0[nope]}'.format(-5, 3, 1, a={'b': 'c'}) }} =>
{{ '{0[nope]}'.format('ab', 3, 1, a={'b': 'c'}) }} =>
{{ '{0[nope]}'.format(nan, 3, 1, a={'b': 'c'}) }} =>
{{ '{0[nope]}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{99999999999999999999}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:010}'.format(true, 3, 1, a={'b': 'c'}) }} => 0000000001
{{ '{:010}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:010}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:010}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{:,_}'.format(5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:_,}'.format('ab', 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:_,}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ ('{:,,}'|safe).format('<', 3, a={'b': '<c>'}) }} =! runtime
{{ '{:,,}'.format('x'|safe) }} =! runtime
{{ '{:,b}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:,b}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:,b}'.format(nan, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:,b}'.format('x'|safe) }} =! runtime
{{ '{0[}'.format(true, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0[}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0[}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0[}'.format(65, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0[}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{0[]}'.format('ab', 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0[]}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ ('{0[]}'|safe).format('<', 3, a={'b': '<c>'}) }} =! runtime
{{ '{0[]}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{0.}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0.}'.format(true, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{0.}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{!}'.format(true, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{!}'.format(none, 3, 1, a={'b': 'c'}) }} =! runtime
{{ ('{!}'|safe).format('<', 3, a={'b': '<c>'}) }} =! runtime
{{ '{!rx}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{!rx}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{:{:{}}}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{-1}'.format(1.5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{-1}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{-1}'.format_map({'a': {'b': 1}}) }} =! runtime
{{ '{ 0}'.format(5, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{ 0}'.format('ab', 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{ 0}'.format(10**20, 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{ 0}'.format([7,8], 3, 1, a={'b': 'c'}) }} =! runtime
{{ '{ 0}'.format('x'|safe) }} =! runtime
{{ '{:é>4}'.format(5, 3, 1, a={'b': 'c'}) }} => ééé5
{{ '{:é>4}'.format('ab', 3, 1, a={'b': 'c'}) }} => ééab
{{ '{:é>4}'.format('x'|safe) }} => éééx
{{ '{a}'.format_map(nope) }} =! undefined 'nope' is undefined
{{ '{a}'.format_map([]) }} =! runtime
{{ []|sum(start=10) }} => 10
{{ []|sum(start=10**20) }} => 100000000000000000000
{{ [1,2]|sum(start=10**20) }} => 100000000000000000003
{{ [1.5, 2]|sum(start=10) }} => 13.5
{{ [1.5, 2]|sum(start='a') }} =! runtime
{{ [1.5, 2]|sum(attribute='x') }} =! undefined 'float object' has no attribute 'x'
{{ ['a']|sum(start=10**20) }} =! runtime
{{ [[1],[2]]|sum(start=10) }} =! runtime
{{ 5|sum(start=10) }} =! runtime
{{ 5|sum(start=10**20) }} =! runtime
{{ 5|sum(start=1.5) }} =! runtime
{{ none|sum() }} =! runtime
{{ none|sum(start=[]) }} =! runtime
{{ none|sum(start=1.5) }} =! runtime
{{ none|sum(attribute='x') }} =! runtime
{{ [inf, -inf]|sum(start=1.5) }} => nan
{{ [true, true]|sum() }} => 2
{{ [true, true]|sum(start='a') }} =! runtime
{{ {}|sum() }} => 0
{{ {}|sum(start='a') }} =! runtime
{{ {}|sum(start=[]) }} => []
{{ {}|sum(start=10**20) }} => 100000000000000000000
{{ {}|sum(start=1.5) }} => 1.5
{{ {}|sum(attribute='x') }} => 0
{{ (1,2)|sum() }} => 3
{{ (1,2)|sum(start=10) }} => 13
{{ (1,2)|sum(start=10**20) }} => 100000000000000000003
{{ range(4)|sum() }} => 6
{{ range(4)|sum(start=10) }} => 16
{{ range(4)|sum(start=1.5) }} => 7.5
{{ 0|filesizeformat }} {{ 0|filesizeformat(true) }} => 0 Bytes 0 Bytes
{{ 999|float }} {{ 999|int }} => 999.0 999
{{ 1000|filesizeformat }} {{ 1000|filesizeformat(true) }} => 1.0 kB 1000 Bytes
{{ 999999|filesizeformat }} {{ 999999|filesizeformat(true) }} => 1000.0 kB 976.6 KiB
{{ 999999|float }} {{ 999999|int }} => 999999.0 999999
{{ 10**7|string|length }} => 10
{{ 10**30|filesizeformat }} {{ 10**30|filesizeformat(true) }} =! runtime
{{ 10**30|float }} {{ 10**30|int }} => 1e+30 1000000000000000000000000000000
{{ -5|float }} {{ -5|int }} => -5.0 -5
{{ -5|string|length }} => 2
{{ 1.5|float }} {{ 1.5|int }} => 1.5 1
{{ '1000'|filesizeformat }} {{ '1000'|filesizeformat(true) }} => 1.0 kB 1000 Bytes
{{ '1000'|string|length }} => 4
{{ true|filesizeformat }} {{ true|filesizeformat(true) }} => 1 Byte 1 Byte
{{ true|string|length }} => 4
{{ inf|float }} {{ inf|int }} =! runtime
{{ nan|filesizeformat }} {{ nan|filesizeformat(true) }} => nan YB nan YiB
{{ [1]|filesizeformat }} {{ [1]|filesizeformat(true) }} =! runtime
{{ [1]|string|length }} => 3
{{ 1000.0|string|length }} => 6
{{ (namespace(a=1)).upper }} =>
{{ (namespace(a=1)).items }} =>
{{ (namespace(a=1)).append }} =>
{{ (namespace(a=1))|attr('append') }} =>
{{ (namespace(a=1))|attr('start') }} =>
{{ (namespace(a=1))['stop'] }} =>
{{ (namespace(a=1)).next }} =>
{{ (namespace(a=1)).arguments }} =>
{{ (namespace(a=1))[''] }} =>
{{ (namespace(a=1))[5] }} =>
{{ ({'a':1})['name'] }} =>
{{ ({'a':1}).__nope__ }} =>
{{ ({'a':1}).upper }} =>
{{ ({'a':1}).append }} =>
{{ ({'a':1}).real }} =>
{{ ({'a':1}).next }} =>
{{ ({'a':1})|attr('arguments') }} =>
{{ ('s').name }} =>
{{ ('s').__nope__ }} =>
{{ ('s')['__nope__'] }} =>
{{ ('s').items }} =>
{{ ('s')['real'] }} =>
{{ ('s')|attr('next') }} =>
{{ ('s')['arguments'] }} =>
{{ ('s').caller }} =>
{{ (5)._x }} =>
{{ (5)['_x'] }} =>
{{ (5).upper }} =>
{{ (5)|attr('upper') }} =>
{{ (5).items }} =>
{{ (5).append }} =>
{{ (5).stop }} =>
{{ (5).step }} =>
{{ (5).real }} => 5
{{ (5)[''] }} =>
{{ (5)[5] }} =>
{{ (1.5)['__class__'] }} =>
{{ (1.5)|attr('__class__') }} =>
{{ (1.5).__nope__ }} =>
{{ (1.5)['append'] }} =>
{{ (1.5).step }} =>
{{ (1.5)['step'] }} =>
{{ (1.5).current }} =>
{{ (1.5)['current'] }} =>
{{ (1.5).arguments }} =>
{{ ([1]).append }} =>
{{ ([1]).step }} =>
{{ ([1])['step'] }} =>
{{ ([1])|attr('current') }} =>
{{ ([1]).arguments }} =>
{{ ((1,)).__nope__ }} =>
{{ ((1,)).items }} =>
{{ ((1,)).append }} =>
{{ ((1,))['step'] }} =>
{{ ((1,)).real }} =>
{{ ((1,)).current }} =>
{{ (none).name }} =>
{{ (none).__class__ }} =>
{{ (none).__nope__ }} =>
{{ (none).items }} =>
{{ (none)['items'] }} =>
{{ (none).step }} =>
{{ (none).real }} =>
{{ (none).current }} =>
{{ (none).arguments }} =>
{{ (none)[''] }} =>
{{ (nope)|attr('a') }} =! undefined 'nope' is undefined
{{ (nope).step }} =! undefined 'nope' is undefined
{{ (nope).real }} =! undefined 'nope' is undefined
{{ (nope)|attr('next') }} =! undefined 'nope' is undefined
{{ (nope).caller }} =! undefined 'nope' is undefined
{{ (range(3)).name }} =>
{{ (range(3)).__class__ }} =>
{{ (range(3)).upper }} =>
{{ (range(3)).step }} => 1
{{ (range(3)).real }} =>
{{ (range(3)).next }} =>
{{ (range(3)).arguments }} =>
{{ (range(3))[5] }} =>
{{ (dict)|attr('a') }} =>
{{ (dict).__class__ }} =>
{{ (dict)|attr('step') }} =>
{{ (loop).name }} =! undefined 'loop' is undefined
{{ (loop).__nope__ }} =! undefined 'loop' is undefined
{{ (loop)|attr('append') }} =! undefined 'loop' is undefined
{{ (loop).start }} =! undefined 'loop' is undefined
{{ (loop).stop }} =! undefined 'loop' is undefined
{{ (loop).step }} =! undefined 'loop' is undefined
{{ (loop).caller }} =! undefined 'loop' is undefined
{{ (loop)[5] }} =! undefined 'loop' is undefined
{{ (joiner()).__nope__ }} =>
{{ (joiner()).items }} =>
{{ (joiner())['arguments'] }} =>
{{ (joiner()).caller }} =>
{{ (joiner())[''] }} =>
{{ (cycler(1,2)).a }} =>
{{ (cycler(1,2))['a'] }} =>
{{ (cycler(1,2))|attr('a') }} =>
{{ (cycler(1,2)).name }} =>
{{ (cycler(1,2))['__class__'] }} =>
{{ (cycler(1,2))|attr('__class__') }} =>
{{ (cycler(1,2))['_x'] }} =>
{{ (cycler(1,2)).__nope__ }} =>
{{ (cycler(1,2)).upper }} =>
{{ (cycler(1,2)).step }} =>
{{ (cycler(1,2)).real }} =>
{{ (cycler(1,2))['current'] }} => 1
{{ (cycler(1,2)).arguments }} =>
{{ ('b'.encode()).a }} =>
{{ ('b'.encode()).__class__ }} =>
{{ ('b'.encode())['_x'] }} =>
{{ ('b'.encode()).stop }} =>
{{ ('b'.encode())|attr('stop') }} =>
{{ ('b'.encode()).step }} =>
{{ ('b'.encode()).real }} =>
{{ ('b'.encode()).current }} =>
{{ ('b'.encode()).next }} =>
{{ ('b'.encode())|attr('arguments') }} =>
{{ ('b'.encode())[5] }} =>
{{ (true)._x }} =>
{{ (true)|attr('upper') }} =>
{{ (true).items }} =>
{{ (true).start }} =>
{{ (true).step }} =>
{{ (true)[5] }} =>
{{ ({}.items()).a }} =>
{{ ({}.items())|attr('a') }} =>
{{ ({}.items()).__nope__ }} =>
{{ ({}.items()).upper }} =>
{{ ({}.items()).stop }} =>
{{ ({}.items()).step }} =>
{{ ({}.items()).real }} =>
{{ ({}.items()).current }} =>
{{ ({}.items()).next }} =>
{{ ([1]|map('upper'))|attr('name') }} =>
{{ ([1]|map('upper')).__class__ }} =>
{{ ([1]|map('upper')).upper }} =>
{{ ([1]|map('upper')).items }} =>
{{ ([1]|map('upper')).append }} =>
{{ ([1]|map('upper'))['append'] }} =>
{{ ([1]|map('upper')).stop }} =>
{{ ([1]|map('upper')).step }} =>
{{ ([1]|map('upper'))['real'] }} =>
{{ ([1]|map('upper'))['caller'] }} =>
{{ ([1]|map('upper'))[''] }} =>
{{ ([1]|map('upper'))[5] }} =>
{{ ('a'.upper)._x }} =>
{{ ('a'.upper)|attr('real') }} =>
{{ ('a'.upper)[5] }} =>
{{ (10**20).a }} =>
{{ (10**20).__class__ }} =>
{{ (10**20)._x }} =>
{{ (10**20).real }} => 100000000000000000000
{% macro f() %}{{ kwargs }}{{ caller }}{% endmacro %}{{ f.name }} => f
{% macro f() %}{{ kwargs }}{{ caller }}{% endmacro %}{{ f.catch_kwargs }} => True
{% macro f(a, b=1, caller=none) %}{{ varargs }}{% endmacro %}{{ f.catch_varargs }} => True
{% macro f(a, b=1, caller=none) %}{{ varargs }}{% endmacro %}{{ f.caller }} => False
{% macro f(a, b=1, caller=none) %}{{ varargs }}{% endmacro %}{{ f._x }} =>
{% block q %}x{{ super.super }}{% endblock %} =! undefined there is no parent block called 'q'.
{% block q %}x{% endblock %}{{ self.q._x }} => x
{% block q %}x{% endblock %}{{ self.q.nope }} => x
{% block q %}x{{ super.nope }}{% endblock %} =! undefined there is no parent block called 'q'.
{{ (range(0))[1.5] }} =>
{{ (range(5))[0] }} => 0
{{ (range(5))[-5] }} => 0
{{ (range(5))[9] }} =>
{{ (range(5))[1.5] }} =>
{{ (range(9,0,-2))[0] }} => 9
{{ (range(9,0,-2))[-1] }} => 1
{{ (range(9,0,-2))[4] }} => 1
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(*[1,2]) }} => 1-2(){}
{% call f(*'ab') %}x{% endcall %} =! undefined 'f' is undefined
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(*'ab') %}x{% endcall %} =! runtime
{{ 'x'|default(*5) }} =! runtime
{{ dict(*none) }} =! runtime
{% call f(*none) %}x{% endcall %} =! runtime
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(*nope) %}x{% endcall %} => 0x
{{ 5 is divisibleby(*nope) }} =! runtime
{{ 'a'.replace(*nope) }} =! runtime
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(**{'a':1}) }} => 1-0(){}
{% call f(**{'a':1}) %}x{% endcall %} =! undefined 'f' is undefined
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(**{'a':1}) %}x{% endcall %} => 1x
{{ 'x'|default(**{'a':1}) }} =! runtime
{{ 5 is divisibleby(**{'a':1}) }} =! runtime
{{ dict(**{1:2}) }} =! runtime
{{ 5 is divisibleby(**{1:2}) }} =! runtime
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(**5) }} =! runtime
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(**5) %}x{% endcall %} =! runtime
{{ 'a'.replace(**5) }} =! runtime
{{ 'x'|default(**none) }} =! runtime
{{ 5 is divisibleby(**none) }} =! runtime
{{ 'a'.replace(**none) }} =! runtime
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(**nope) }} =! undefined 'nope' is undefined
{{ dict(**nope) }} =! undefined 'nope' is undefined
{% call f(**nope) %}x{% endcall %} =! undefined 'nope' is undefined
{{ 5 is divisibleby(**nope) }} =! undefined 'nope' is undefined
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, *[2], **{'b': 3}) }} => 1-2(){'b': 3}
{{ 'x'|default(1, *[2], **{'b': 3}) }} =! runtime
{{ 'a'.replace(1, *[2], **{'b': 3}) }} =! runtime
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(1, a=2) %}x{% endcall %} =! runtime
{{ 'a'.replace(1, a=2) }} =! runtime
{{ dict(*range(3), b=9) }} =! runtime
{% call f(*range(3), b=9) %}x{% endcall %} =! undefined 'f' is undefined
{{ 5 is divisibleby(*range(3), b=9) }} =! runtime
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(*{'x':1}) }} => x-0(){}
{{ dict(*{'x':1}) }} =! runtime
{% call f(*{'x':1}) %}x{% endcall %} =! undefined 'f' is undefined
{% macro f(a=0, b=0) %}{{ a }}-{{ b }}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(a=1, a=2) }} =! syntax
{% macro f(a=0) %}{{ a }}{{ caller() }}{% endmacro %}{% call f(a=1, a=2) %}x{% endcall %} =! syntax
{{ strftime_now('%s') }} => 1767323045
{{ strftime_now('%V %G') }} => 01 2026
{{ strftime_now('%U %W') }} => 00 00
{{ strftime_now('%j') }} => 002
{{ strftime_now('%k %l') }} =>  3  3
{{ strftime_now('%c') }} => Fri Jan  2 03:04:05 2026
{{ strftime_now('%E') }} => %E
{{ strftime_now('%Q') }} => %Q
{{ strftime_now('%_d') }} =>  2
{{ strftime_now('%^B') }} => JANUARY
{{ strftime_now('%+Y') }} => %+Y
{{ strftime_now('%:z') }} => %:z
{{ strftime_now('%Ey') }} => 26
{{ strftime_now('%Od') }} => 02
{{ strftime_now('abc\u00e9') }} => abcé
{{ strftime_now('') }} =>
{{ strftime_now('%G-W%V-%u') }} => 2026-W01-5
{% autoescape true %}{{ x ~ '<' }}{{ ['<']|join(',') }}{{ '<'|upper }}{{ -1 }}{{ '<' * 2 }}{% set q %}<{% endset %}{{ q }}{% set r | upper %}<a>{% endset %}{{ r }}{% filter lower %}<A>{% endfilter %}{{ '<' if true }}{{ 1.5 }}{% endautoescape %} => &lt;&lt;&lt;-1&lt;&lt;<<A><a>&lt;1.5
{% autoescape x is defined %}{{ '<' ~ '>' }}{% set q %}<{% endset %}{{ q }}{% set r | upper %}<{% endset %}{{ r }}{% filter lower %}<A>{% endfilter %}{{ '<' }}{{ ('<'|safe) ~ '<' }}{% endautoescape %} => <><<<a><<<
{% if true %}{{ 'a'|nope(**{}) }}{% endif %} =! runtime
{{ 'a'|upper(*[1]) }} =! runtime
{{ 'a' is string(*[]) }} => True
{{ [1,2,3][::2] }}{{ [1,2,3][1::] }}{{ [1,2,3][:, 1] }} => [1, 3][2, 3]
{% set x = 5 %}{% set x.b = 1 %} =! runtime
{% set a, b = 1 %} =! runtime
{% for a, b in [[1,2]] %}{{ a }}{{ b }}{% endfor %} => 12
# Names that are empty, in every way to ask for one.
@data {"d": {"": 1, "_x": 2}, "s": "abc", "l": [1, 2, 3], "B": 100000000000000000000}
@options {}
{{ d[''] }}{{ d|attr('') is defined }} => 1False
{{ s[''] is defined }}{{ l|attr('') is defined }} => FalseFalse
{% set ns = namespace(a=1) %}{{ ns[''] is defined }}{{ ns|attr('') is defined }} => FalseFalse
{{ d['_x'] }} => 2
{{ l[-4] is defined }}{{ l[-3] }}{{ l[3] is defined }}{{ s[-4] is defined }}{{ l[B] is defined }} => False1FalseFalseFalse
# Powers of and by integers beyond 64 bits.
{{ (2 ** 70) ** 3 }}{{ (-(2 ** 70)) ** 3 }} => 1645504557321206042154969182557350504982735865633579863348609024-1645504557321206042154969182557350504982735865633579863348609024
{{ (2 ** 70) ** 0 }}{{ 0 ** B }}{{ 1 ** B }}{{ (-1) ** B }}{{ (-1) ** (B + 1) }} => 101-1-1
# Slices whose bounds are far out, forwards and backwards.
{{ l[-9::-1] }}{{ l[9:-9:-1] }}{{ l[-9:2] }}{{ l[5:1] }}{{ l[:-9] }}{{ l[-9:-9:-1] }} => [][3, 2, 1][1, 2][][][]
{{ s[-9::-1] }}{{ s[9:-9:-1] }}{{ s[-9:2] }}{{ s[::9] }}{{ s[::-9] }} => cbaabac
{{ (1, 2, 3)[-9::-2] }}{{ range(5)[-9:3]|list }} => ()[0, 1, 2]
# Floors of quotients.
{{ 7.9 // 0.1 }} {{ 1e300 // 1e-10 }} {{ -7.5 // 0.3 }} {{ 0.3 // 0.1 }} {{ 1e16 // 0.3 }} => 78.0 inf -26.0 2.0 3.3333333333333336e+16
# Sequences times what is no number.
{{ 'a' * none }} =! runtime
{{ none * 'a' }} =! runtime
{{ [1] * 'a' }} =! runtime
{{ 2 * none }} =! runtime
{{ [1] * true }}{{ false * [1] }}{{ 2 * (1, 2) }} => [1][](1, 2, 1, 2)
# Several things in one print, of which the second is no text.
{{ s ~ 1 }}{{ s ~ l ~ 2.5 ~ none }}{{ 1 ~ 2 }} => abc1abc[1, 2, 3]2.5None12
{% for i in range(300) %}{{ i + 1 if i > 297 }}{% endfor %} => 299300
{% for x, y in [(1, 2), 'ab'] %}{{ x }}{{ y }}{% endfor %} => 12ab
{% for x, y in [(1, 2, 3)] %}{{ x }}{% endfor %} =! runtime
{% for x, y in [(1,)] %}{{ x }}{% endfor %} =! runtime
{% for x, y in [1] %}{{ x }}{% endfor %} =! runtime
{% macro m(a, b=2, *r, **k) %}{{ a }}{{ b }}{{ r }}{{ k }}{% endmacro %}{{ m(1, 2, 3, c=4) }}{{ m(b=5, a=6) }} =! syntax
{% macro m(a) %}{{ a }}{{ caller() }}{% endmacro %}{% call m(1) %}x{% endcall %} => 1x
{% macro m(a) %}{{ a }}{% endmacro %}{% call m(1) %}x{% endcall %} =! runtime
{% macro m(caller) %}{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %} =! syntax
{% macro m(caller=none) %}{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %} => x
{% macro m() %}{{ caller is defined }}{% endmacro %}{{ m() }}{{ m(caller=1) }} => FalseTrue
{% for x in l %}{{ loop.cycle('a', 'b') }}{{ loop.length }}{{ loop.previtem is defined }}{{ loop.nextitem }}{% endfor %} => a3False2b3True3a3True
{% for x in l %}{{ loop.cycle() }}{% endfor %} =! runtime
{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %} => 1
{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set (c, d) = (3, 4) %}{{ c }}{{ d }} => 1234
# What is refused before it runs: targets, repeated arguments, ends that nothing begins.
{% for a in ) %}{% endfor %} =! syntax
{% set x = ) %} =! syntax
{% set +x = 1 %} =! syntax
{% set -x = 1 %} =! syntax
{% set not x = 1 %} =! syntax
{{ f(a=1, a=2, b=3) }} =! syntax
{% macro f(a) %}{% endmacro %}{% call f(caller=1, a=2) %}{% endcall %} =! syntax
{% macro f(a) %}{% endmacro %}{% call f(a=1, a=2, b=3) %}{% endcall %} =! syntax
{{ f(if=1, if=2) }} =! undefined 'f' is undefined
# Zeros in every base.
{{ 000 }}{{ 0_0 }}{{ 0x0 }}{{ 0b0 }}{{ 0o0 }}{{ 0x_F }}{{ 00_0 }} => 00000150
{{ 01 }} =! syntax
{{ none * none }} =! runtime
{{ {} * 2 }} =! runtime
{{ 'a' + [1] }} =! runtime
{{ (1,) + [1] }} =! runtime
{{ (1,) + (2,) }} => (1, 2)
{% for x in l recursive %}{{ loop(x=1) }}{% endfor %} =! runtime
{% for x in [[1], [2]] recursive %}{{ loop(x) if x is sequence else x }}{% endfor %} => 12
{% macro m() %}{{ kwargs }}{{ caller() }}{% endmacro %}{% call m(**{'caller': 1}) %}x{% endcall %} =! runtime
{% macro m() %}{{ kwargs }}{{ varargs }}{{ caller() }}{% endmacro %}{% call m(1, k=2) %}x{% endcall %} => {'k': 2}(1,)x
{% macro m() %}{{ varargs }}{% endmacro %}{% call m(1) %}x{% endcall %} =! runtime
{% macro m() %}{{ kwargs }}{% endmacro %}{% call m(k=1) %}x{% endcall %} => {'k': 1, 'caller': <Macro anonymous>}
{% macro m(a) %}{{ kwargs }}{{ a }}{% endmacro %}{{ m(**{'a': 1, 'b': 2}) }}{{ m(1, **{'c': 3}) }} => {'b': 2}1{'c': 3}1
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, a=2) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(b=2) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }} =! runtime
{{ s[none:] }}{{ s[:none:none] }}{{ l[true:] }} => abcabc[2, 3]
{{ s['a':] }} =! runtime
{{ l[1.5:] }} =! runtime
{{ l[::0] }} =! runtime
{{ nope[1:] }} =! undefined 'nope' is undefined
{{ none[1:] }} =>
{{ {'a': 1}[1:] }} =>
