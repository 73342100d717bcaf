# The filters that compute.
@data {"s": "Hello World", "ml": "a\nb\r\n\nc d\u2028e\n", "uni": "Straße ǆ ŉ İ ΑΣ ﬁx 🎉 é", "html": "<a href=\"x\">T&amp;'c</a> <!-- c --> &lt;&nbsp;&eacute &#65;&#x42;", "n": 5, "neg": -7, "f": 2.675, "lst": [3, 1, 2], "strs": ["b", "A", "a", "B", "c"], "mix": [1, "a", null], "d": {"b": 2, "a": 1, "C": {"x": [1, 2]}}, "rows": [{"n": "x", "v": 3, "t": {"k": [1, 2]}}, {"n": "Y", "v": 1, "t": {"k": [0]}}, {"n": "y", "v": 2}], "empty": "", "e_l": [], "e_d": {}, "deep": {"a": [1, [2, [3, {"k": "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvv", "l": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]}]]], "s": "word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word word "}, "longs": "The quick brown fox-jumps over--the lazy dog, well-known e-mail a-b-c supercalifragilisticexpialidocious-and-more and http://example.com/a?b=c&d (see www.foo.org). me@x.com mailto:a@b.co", "fl": [1.5, -0.0, 1e+16, 0.1], "nl": [[1, "a"], [2, "b"], [3, "c"]], "dd": {"x y": "<1>", "k": null, "é": "ü/ "}, "none_l": [null, null], "bl": [true, 1, 1.0, false, 0]}
{{ [(n)|abs] }} => [5]
{{ [(neg)|abs] }} => [7]
{{ [(f)|abs] }} => [2.675]
{{ [(0)|abs] }} => [0]
{{ [(-2.5)|abs] }} => [2.5]
{{ [(0.5)|abs] }} => [0.5]
{{ [(1e20)|abs] }} => [1e+20]
{{ [('12')|abs] }} =! runtime
{{ [(' 42 ')|abs] }} =! runtime
{{ [('0x1F')|abs] }} =! runtime
{{ [('1_000')|abs] }} =! runtime
{{ [('3.14')|abs] }} =! runtime
{{ [('1e3')|abs] }} =! runtime
{{ [('abc')|abs] }} =! runtime
{{ [('٣٤')|abs] }} =! runtime
{{ [('nan')|abs] }} =! runtime
{{ [('-inf')|abs] }} =! runtime
{{ [(none)|abs] }} =! runtime
{{ [(undef)|abs] }} =! runtime
{{ [(true)|abs] }} => [1]
{{ [(lst)|abs] }} =! runtime
{{ [(fl)|abs] }} =! runtime
{{ [(12345678)|abs] }} => [12345678]
{{ [(9223372036854775807)|abs] }} => [9223372036854775807]
{{ [(1e300)|abs] }} => [1e+300]
{{ [(999999)|abs] }} => [999999]
{{ [(1024)|abs] }} => [1024]
{{ [(2.675)|abs] }} => [2.675]
{{ [(25)|abs] }} => [25]
{{ [([])|abs] }} =! runtime
{{ [(rows)|abs] }} =! runtime
{{ [('é'.encode())|abs] }} =! runtime
{{ [(n)|int] }} => [5]
{{ [(n)|int(7)] }} => [5]
{{ [(n)|int(0,16)] }} => [5]
{{ [(n)|int(0,2)] }} => [5]
{{ [(n)|int(0,0)] }} => [5]
{{ [(n)|int(0,36)] }} => [5]
{{ [(n)|int(9,8)] }} => [5]
{{ [(neg)|int] }} => [-7]
{{ [(neg)|int(7)] }} => [-7]
{{ [(neg)|int(0,16)] }} => [-7]
{{ [(neg)|int(0,2)] }} => [-7]
{{ [(neg)|int(0,0)] }} => [-7]
{{ [(neg)|int(0,36)] }} => [-7]
{{ [(neg)|int(9,8)] }} => [-7]
{{ [(f)|int] }} => [2]
{{ [(f)|int(7)] }} => [2]
{{ [(f)|int(0,16)] }} => [2]
{{ [(f)|int(0,2)] }} => [2]
{{ [(f)|int(0,0)] }} => [2]
{{ [(f)|int(0,36)] }} => [2]
{{ [(f)|int(9,8)] }} => [2]
{{ [(0)|int(0,2)] }} => [0]
{{ [(-2.5)|int(0,0)] }} => [-2]
{{ [(-2.5)|int(0,2)] }} => [-2]
{{ [(0.5)|int(0,36)] }} => [0]
{{ [(0.5)|int(0,2)] }} => [0]
{{ [(1e20)|int(9,8)] }} => [100000000000000000000]
{{ [(1e20)|int(0,2)] }} => [100000000000000000000]
{{ [('12')|int] }} => [12]
{{ [('12')|int(0,2)] }} => [12]
{{ [(' 42 ')|int(7)] }} => [42]
{{ [(' 42 ')|int(0,2)] }} => [42]
{{ [('0x1F')|int(0,16)] }} => [31]
{{ [('0x1F')|int(0,2)] }} => [0]
{{ [('1_000')|int(0,2)] }} => [8]
{{ [('3.14')|int(0,0)] }} => [3]
{{ [('3.14')|int(0,2)] }} => [3]
{{ [('1e3')|int(0,36)] }} => [1803]
{{ [('1e3')|int(0,2)] }} => [1000]
{{ [('abc')|int(9,8)] }} => [9]
{{ [('abc')|int(0,2)] }} => [0]
{{ [('٣٤')|int] }} => [34]
{{ [('٣٤')|int(0,2)] }} => [34]
{{ [('nan')|int(7)] }} => [7]
{{ [('nan')|int(0,2)] }} => [0]
{{ [('-inf')|int(0,16)] }} => [0]
{{ [('-inf')|int(0,2)] }} => [0]
{{ [(none)|int(0,2)] }} => [0]
{{ [(undef)|int(0,0)] }} =! undefined 'undef' is undefined
{{ [(undef)|int(0,2)] }} =! undefined 'undef' is undefined
{{ [(true)|int(0,36)] }} => [1]
{{ [(true)|int(0,2)] }} => [1]
{{ [(lst)|int(9,8)] }} => [9]
{{ [(lst)|int(0,2)] }} => [0]
{{ [(fl)|int] }} => [0]
{{ [(fl)|int(0,2)] }} => [0]
{{ [(12345678)|int(7)] }} => [12345678]
{{ [(12345678)|int(0,2)] }} => [12345678]
{{ [(9223372036854775807)|int(0,16)] }} => [9223372036854775807]
{{ [(9223372036854775807)|int(0,2)] }} => [9223372036854775807]
{{ [(1e300)|int(0,2)] }} => [1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160]
{{ [(999999)|int(0,0)] }} => [999999]
{{ [(999999)|int(0,2)] }} => [999999]
{{ [(1024)|int(0,36)] }} => [1024]
{{ [(1024)|int(0,2)] }} => [1024]
{{ [(2.675)|int(9,8)] }} => [2]
{{ [(2.675)|int(0,2)] }} => [2]
{{ [(25)|int] }} => [25]
{{ [(25)|int(0,2)] }} => [25]
{{ [([])|int(7)] }} => [7]
{{ [([])|int(0,2)] }} => [0]
{{ [(rows)|int(0,16)] }} => [0]
{{ [(rows)|int(0,2)] }} => [0]
{{ [('é'.encode())|int(0,2)] }} => [0]
{{ [(n)|float] }} => [5.0]
{{ [(n)|float(9.5)] }} => [5.0]
{{ [(n)|float(none)] }} => [5.0]
{{ [(neg)|float] }} => [-7.0]
{{ [(neg)|float(9.5)] }} => [-7.0]
{{ [(neg)|float(none)] }} => [-7.0]
{{ [(f)|float] }} => [2.675]
{{ [(f)|float(9.5)] }} => [2.675]
{{ [(f)|float(none)] }} => [2.675]
{{ [(0)|float] }} => [0.0]
{{ [(-2.5)|float(9.5)] }} => [-2.5]
{{ [(0.5)|float(none)] }} => [0.5]
{{ [(1e20)|float] }} => [1e+20]
{{ [('12')|float(9.5)] }} => [12.0]
{{ [(' 42 ')|float(none)] }} => [42.0]
{{ [('0x1F')|float] }} => [0.0]
{{ [('1_000')|float(9.5)] }} => [1000.0]
{{ [('3.14')|float(none)] }} => [3.14]
{{ [('1e3')|float] }} => [1000.0]
{{ [('abc')|float(9.5)] }} => [9.5]
{{ [('٣٤')|float(none)] }} => [34.0]
{{ [('nan')|float] }} => [nan]
{{ [('-inf')|float(9.5)] }} => [-inf]
{{ [(none)|float(none)] }} => [None]
{{ [(undef)|float] }} =! undefined 'undef' is undefined
{{ [(true)|float(9.5)] }} => [1.0]
{{ [(lst)|float(none)] }} => [None]
{{ [(fl)|float] }} => [0.0]
{{ [(12345678)|float(9.5)] }} => [12345678.0]
{{ [(9223372036854775807)|float(none)] }} => [9.223372036854776e+18]
{{ [(1e300)|float] }} => [1e+300]
{{ [(999999)|float(9.5)] }} => [999999.0]
{{ [(1024)|float(none)] }} => [1024.0]
{{ [(2.675)|float] }} => [2.675]
{{ [(25)|float(9.5)] }} => [25.0]
{{ [([])|float(none)] }} => [None]
{{ [(rows)|float] }} => [0.0]
{{ [('é'.encode())|float(9.5)] }} => [9.5]
{{ [(n)|round] }} => [5]
{{ [(n)|round(1)] }} => [5]
{{ [(n)|round(2,'ceil')] }} => [5.0]
{{ [(n)|round(0,'floor')] }} => [5.0]
{{ [(n)|round(-1)] }} => [0]
{{ [(n)|round(-2)] }} => [0]
{{ [(n)|round(none)] }} => [5]
{{ [(n)|round(2)] }} => [5]
{{ [(n)|round(-1,'ceil')] }} => [10.0]
{{ [(n)|round(3,'floor')] }} => [5.0]
{{ [(n)|round(1.5,'ceil')] }} => [5.028021479667723]
{{ [(n)|round(17)] }} => [5]
{{ [(n)|round(400)] }} => [5]
{{ [(n)|round(-400)] }} => [0]
{{ [(n)|round(25,'ceil')] }} => [5.0]
{{ [(n)|round(-19)] }} => [0]
{{ [(n)|round(-18)] }} => [0]
{{ [(neg)|round] }} => [-7]
{{ [(neg)|round(1)] }} => [-7]
{{ [(neg)|round(2,'ceil')] }} => [-7.0]
{{ [(neg)|round(0,'floor')] }} => [-7.0]
{{ [(neg)|round(-1)] }} => [-10]
{{ [(neg)|round(-2)] }} => [0]
{{ [(neg)|round(none)] }} => [-7]
{{ [(neg)|round(2)] }} => [-7]
{{ [(neg)|round(-1,'ceil')] }} => [0.0]
{{ [(neg)|round(3,'floor')] }} => [-7.0]
{{ [(neg)|round(1.5,'ceil')] }} => [-6.988633628972119]
{{ [(neg)|round(17)] }} => [-7]
{{ [(neg)|round(400)] }} => [-7]
{{ [(neg)|round(-400)] }} => [0]
{{ [(neg)|round(25,'ceil')] }} => [-7.0]
{{ [(neg)|round(-19)] }} => [0]
{{ [(neg)|round(-18)] }} => [0]
{{ [(f)|round] }} => [3.0]
{{ [(f)|round(1)] }} => [2.7]
{{ [(f)|round(2,'ceil')] }} => [2.68]
{{ [(f)|round(0,'floor')] }} => [2.0]
{{ [(f)|round(-1)] }} => [0.0]
{{ [(f)|round(-2)] }} => [0.0]
{{ [(f)|round(none)] }} => [3]
{{ [(f)|round(2)] }} => [2.67]
{{ [(f)|round(-1,'ceil')] }} => [10.0]
{{ [(f)|round(3,'floor')] }} => [2.675]
{{ [(f)|round(1.5,'ceil')] }} => [2.6879360111431225]
{{ [(f)|round(17)] }} => [2.675]
{{ [(f)|round(400)] }} => [2.675]
{{ [(f)|round(-400)] }} => [0.0]
{{ [(f)|round(25,'ceil')] }} => [2.6750000000000003]
{{ [(f)|round(-19)] }} => [0.0]
{{ [(f)|round(-18)] }} => [0.0]
{{ [(0)|round(0,'floor')] }} => [0.0]
{{ [(0)|round(2)] }} => [0]
{{ [(-2.5)|round(-1)] }} => [-0.0]
{{ [(-2.5)|round(25,'ceil')] }} => [-2.5]
{{ [(0.5)|round(-2)] }} => [0.0]
{{ [(0.5)|round(-1)] }} => [0.0]
{{ [(1e20)|round(none)] }} => [100000000000000000000]
{{ [(1e20)|round(17)] }} => [1e+20]
{{ [('12')|round(2)] }} =! runtime
{{ [('12')|round(1)] }} =! runtime
{{ [(' 42 ')|round(-1,'ceil')] }} =! runtime
{{ [('0x1F')|round(3,'floor')] }} =! runtime
{{ [('0x1F')|round(-19)] }} =! runtime
{{ [('1_000')|round(1.5,'ceil')] }} =! runtime
{{ [('1_000')|round(-2)] }} =! runtime
{{ [('3.14')|round(17)] }} =! runtime
{{ [('3.14')|round(400)] }} =! runtime
{{ [('1e3')|round(400)] }} =! runtime
{{ [('1e3')|round(2,'ceil')] }} =! runtime
{{ [('abc')|round(-400)] }} =! runtime
{{ [('abc')|round(3,'floor')] }} =! runtime
{{ [('٣٤')|round(25,'ceil')] }} =! runtime
{{ [('٣٤')|round(-18)] }} =! runtime
{{ [('nan')|round(-19)] }} =! runtime
{{ [('nan')|round(none)] }} =! runtime
{{ [('-inf')|round(-18)] }} =! runtime
{{ [('-inf')|round(-400)] }} =! runtime
{{ [(none)|round] }} =! runtime
{{ [(none)|round(0,'floor')] }} =! runtime
{{ [(undef)|round(1)] }} =! runtime
{{ [(undef)|round(1.5,'ceil')] }} =! undefined 'undef' is undefined
{{ [(true)|round(2,'ceil')] }} => [1.0]
{{ [(true)|round] }} => [1]
{{ [(lst)|round(0,'floor')] }} =! runtime
{{ [(lst)|round(2)] }} =! runtime
{{ [(fl)|round(-1)] }} =! runtime
{{ [(fl)|round(25,'ceil')] }} =! runtime
{{ [(12345678)|round(-2)] }} => [12345700]
{{ [(12345678)|round(-1)] }} => [12345680]
{{ [(9223372036854775807)|round(none)] }} => [9223372036854775807]
{{ [(9223372036854775807)|round(17)] }} => [9223372036854775807]
{{ [(1e300)|round(2)] }} => [1e+300]
{{ [(1e300)|round(1)] }} => [1e+300]
{{ [(999999)|round(-1,'ceil')] }} => [1000000.0]
{{ [(1024)|round(3,'floor')] }} => [1024.0]
{{ [(1024)|round(-19)] }} => [0]
{{ [(2.675)|round(1.5,'ceil')] }} => [2.6879360111431225]
{{ [(2.675)|round(-2)] }} => [0.0]
{{ [(25)|round(17)] }} => [25]
{{ [(25)|round(400)] }} => [25]
{{ [([])|round(400)] }} =! runtime
{{ [([])|round(2,'ceil')] }} =! runtime
{{ [(rows)|round(-400)] }} =! runtime
{{ [(rows)|round(3,'floor')] }} =! runtime
{{ [('é'.encode())|round(25,'ceil')] }} =! runtime
{{ [('é'.encode())|round(-18)] }} =! runtime
{{ [(n)|sum] }} =! runtime
{{ [(n)|sum('v')] }} =! runtime
{{ [(n)|sum(start=10)] }} =! runtime
{{ [(n)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(n)|sum(start=[])] }} =! runtime
{{ [(neg)|sum] }} =! runtime
{{ [(neg)|sum('v')] }} =! runtime
{{ [(neg)|sum(start=10)] }} =! runtime
{{ [(neg)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(neg)|sum(start=[])] }} =! runtime
{{ [(f)|sum] }} =! runtime
{{ [(f)|sum('v')] }} =! runtime
{{ [(f)|sum(start=10)] }} =! runtime
{{ [(f)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(f)|sum(start=[])] }} =! runtime
{{ [(0)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(0)|sum(start=[])] }} =! runtime
{{ [(-2.5)|sum(start=[])] }} =! runtime
{{ [(-2.5)|sum('v')] }} =! runtime
{{ [(0.5)|sum] }} =! runtime
{{ [(0.5)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(1e20)|sum('v')] }} =! runtime
{{ [(1e20)|sum] }} =! runtime
{{ [('12')|sum(start=10)] }} =! runtime
{{ [(' 42 ')|sum(attribute='v',start=0.5)] }} =! undefined 'str object' has no attribute 'v'
{{ [(' 42 ')|sum(start=[])] }} =! runtime
{{ [('0x1F')|sum(start=[])] }} =! runtime
{{ [('0x1F')|sum('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [('1_000')|sum] }} =! runtime
{{ [('1_000')|sum(attribute='v',start=0.5)] }} =! undefined 'str object' has no attribute 'v'
{{ [('3.14')|sum('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [('3.14')|sum] }} =! runtime
{{ [('1e3')|sum(start=10)] }} =! runtime
{{ [('abc')|sum(attribute='v',start=0.5)] }} =! undefined 'str object' has no attribute 'v'
{{ [('abc')|sum(start=[])] }} =! runtime
{{ [('٣٤')|sum(start=[])] }} =! runtime
{{ [('٣٤')|sum('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [('nan')|sum] }} =! runtime
{{ [('nan')|sum(attribute='v',start=0.5)] }} =! undefined 'str object' has no attribute 'v'
{{ [('-inf')|sum('v')] }} =! undefined 'str object' has no attribute 'v'
{{ [('-inf')|sum] }} =! runtime
{{ [(none)|sum(start=10)] }} =! runtime
{{ [(undef)|sum(attribute='v',start=0.5)] }} => [0.5]
{{ [(undef)|sum(start=[])] }} => [[]]
{{ [(true)|sum(start=[])] }} =! runtime
{{ [(true)|sum('v')] }} =! runtime
{{ [(lst)|sum] }} => [6]
{{ [(lst)|sum(attribute='v',start=0.5)] }} =! undefined 'int object' has no attribute 'v'
{{ [(fl)|sum('v')] }} =! undefined 'float object' has no attribute 'v'
{{ [(fl)|sum] }} => [1.0000000000000002e+16]
{{ [(12345678)|sum(start=10)] }} =! runtime
{{ [(9223372036854775807)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(9223372036854775807)|sum(start=[])] }} =! runtime
{{ [(1e300)|sum(start=[])] }} =! runtime
{{ [(1e300)|sum('v')] }} =! runtime
{{ [(999999)|sum] }} =! runtime
{{ [(999999)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(1024)|sum('v')] }} =! runtime
{{ [(1024)|sum] }} =! runtime
{{ [(2.675)|sum(start=10)] }} =! runtime
{{ [(25)|sum(attribute='v',start=0.5)] }} =! runtime
{{ [(25)|sum(start=[])] }} =! runtime
{{ [([])|sum(start=[])] }} => [[]]
{{ [([])|sum('v')] }} => [0]
{{ [(rows)|sum] }} =! runtime
{{ [(rows)|sum(attribute='v',start=0.5)] }} => [6.5]
{{ [('é'.encode())|sum('v')] }} =! undefined 'int object' has no attribute 'v'
{{ [('é'.encode())|sum] }} => [364]
{{ [(n)|filesizeformat] }} => ['5 Bytes']
{{ [(n)|filesizeformat(true)] }} => ['5 Bytes']
{{ [(neg)|filesizeformat] }} => ['-7 Bytes']
{{ [(neg)|filesizeformat(true)] }} => ['-7 Bytes']
{{ [(f)|filesizeformat] }} => ['2 Bytes']
{{ [(f)|filesizeformat(true)] }} => ['2 Bytes']
{{ [(0)|filesizeformat(true)] }} => ['0 Bytes']
{{ [(0)|filesizeformat] }} => ['0 Bytes']
{{ [(-2.5)|filesizeformat] }} => ['-2 Bytes']
{{ [(-2.5)|filesizeformat(true)] }} => ['-2 Bytes']
{{ [(0.5)|filesizeformat(true)] }} => ['0 Bytes']
{{ [(0.5)|filesizeformat] }} => ['0 Bytes']
{{ [(1e20)|filesizeformat] }} => ['100.0 EB']
{{ [(1e20)|filesizeformat(true)] }} => ['86.7 EiB']
{{ [('12')|filesizeformat(true)] }} => ['12 Bytes']
{{ [('12')|filesizeformat] }} => ['12 Bytes']
{{ [(' 42 ')|filesizeformat] }} => ['42 Bytes']
{{ [(' 42 ')|filesizeformat(true)] }} => ['42 Bytes']
{{ [('0x1F')|filesizeformat(true)] }} =! runtime
{{ [('0x1F')|filesizeformat] }} =! runtime
{{ [('1_000')|filesizeformat] }} => ['1.0 kB']
{{ [('1_000')|filesizeformat(true)] }} => ['1000 Bytes']
{{ [('3.14')|filesizeformat(true)] }} => ['3 Bytes']
{{ [('3.14')|filesizeformat] }} => ['3 Bytes']
{{ [('1e3')|filesizeformat] }} => ['1.0 kB']
{{ [('1e3')|filesizeformat(true)] }} => ['1000 Bytes']
{{ [('abc')|filesizeformat(true)] }} =! runtime
{{ [('abc')|filesizeformat] }} =! runtime
{{ [('٣٤')|filesizeformat] }} => ['34 Bytes']
{{ [('٣٤')|filesizeformat(true)] }} => ['34 Bytes']
{{ [('nan')|filesizeformat(true)] }} => ['nan YiB']
{{ [('nan')|filesizeformat] }} => ['nan YB']
{{ [('-inf')|filesizeformat] }} =! runtime
{{ [('-inf')|filesizeformat(true)] }} =! runtime
{{ [(none)|filesizeformat(true)] }} =! runtime
{{ [(none)|filesizeformat] }} =! runtime
{{ [(undef)|filesizeformat] }} =! undefined 'undef' is undefined
{{ [(undef)|filesizeformat(true)] }} =! undefined 'undef' is undefined
{{ [(true)|filesizeformat(true)] }} => ['1 Byte']
{{ [(true)|filesizeformat] }} => ['1 Byte']
{{ [(lst)|filesizeformat] }} =! runtime
{{ [(lst)|filesizeformat(true)] }} =! runtime
{{ [(fl)|filesizeformat(true)] }} =! runtime
{{ [(fl)|filesizeformat] }} =! runtime
{{ [(12345678)|filesizeformat] }} => ['12.3 MB']
{{ [(12345678)|filesizeformat(true)] }} => ['11.8 MiB']
{{ [(9223372036854775807)|filesizeformat(true)] }} => ['8.0 EiB']
{{ [(9223372036854775807)|filesizeformat] }} => ['9.2 EB']
{{ [(1e300)|filesizeformat] }} => ['999999999999999929065985077113647184161737396527299728918221484261998998431805045015355882561227083155474615188770224107393363445219598313166454392463014445014728107377484646804238281703363508693674065431485187857190091380020735839470243162305319587149880588271350432374194176.0 YB']
{{ [(1e300)|filesizeformat(true)] }} => ['827180612553027718302328441919816863610818025050884301807838847607365467016656442532162236440060794387719977869278463063668820869754760248415266134882060597459003173482498151431816402033967348803942868039527395112885944616988627829684760191709516637683202394009680142831452160.0 YiB']
{{ [(999999)|filesizeformat(true)] }} => ['976.6 KiB']
{{ [(999999)|filesizeformat] }} => ['1000.0 kB']
{{ [(1024)|filesizeformat] }} => ['1.0 kB']
{{ [(1024)|filesizeformat(true)] }} => ['1.0 KiB']
{{ [(2.675)|filesizeformat(true)] }} => ['2 Bytes']
{{ [(2.675)|filesizeformat] }} => ['2 Bytes']
{{ [(25)|filesizeformat] }} => ['25 Bytes']
{{ [(25)|filesizeformat(true)] }} => ['25 Bytes']
{{ [([])|filesizeformat(true)] }} =! runtime
{{ [([])|filesizeformat] }} =! runtime
{{ [(rows)|filesizeformat] }} =! runtime
{{ [(rows)|filesizeformat(true)] }} =! runtime
{{ [('é'.encode())|filesizeformat(true)] }} =! runtime
{{ [('é'.encode())|filesizeformat] }} =! runtime
