# Operators over pairs of kinds, powers and integers beyond 64 bits, slices with every bound, calls of loops and macros.
@data {"s": "ab", "e": "", "b": true, "n": null, "i": 3, "z": 0, "f": 2.5, "g": 0.0, "h": -7.5, "l": [1, "x"], "d": {"k": 1}, "B": 100000000000000000000, "N": -100000000000000000000, "u": "\u4f60\u597d"}
{{ s + s }} => abab
{{ s + e }} => ab
{{ s + b }} =! runtime
{{ s + n }} =! runtime
{{ s + i }} =! runtime
{{ s + z }} =! runtime
{{ s + f }} =! runtime
{{ s + g }} =! runtime
{{ s + h }} =! runtime
{{ s + l }} =! runtime
{{ s + d }} =! runtime
{{ s + B }} =! runtime
{{ s + N }} =! runtime
{{ s + (1, 2) }} =! runtime
{{ s + nope }} =! undefined 'nope' is undefined
{{ s + -4 }} =! runtime
{{ s + (s|safe) }} => abab
{{ s + s.encode() }} =! runtime
{{ s + range(3) }} =! runtime
{{ s + 1e308 }} =! runtime
{{ s + -0.5 }} =! runtime
{{ e + s }} => ab
{{ e + e }} =>
{{ e + b }} =! runtime
{{ e + n }} =! runtime
{{ e + i }} =! runtime
{{ e + z }} =! runtime
{{ e + f }} =! runtime
{{ e + g }} =! runtime
{{ e + h }} =! runtime
{{ e + l }} =! runtime
{{ e + d }} =! runtime
{{ e + B }} =! runtime
{{ e + N }} =! runtime
{{ e + (1, 2) }} =! runtime
{{ e + nope }} =! undefined 'nope' is undefined
{{ e + -4 }} =! runtime
{{ e + (s|safe) }} => ab
{{ e + s.encode() }} =! runtime
{{ e + range(3) }} =! runtime
{{ e + 1e308 }} =! runtime
{{ e + -0.5 }} =! runtime
{{ b + s }} =! runtime
{{ b + e }} =! runtime
{{ b + b }} => 2
{{ b + n }} =! runtime
{{ b + i }} => 4
{{ b + z }} => 1
{{ b + f }} => 3.5
{{ b + g }} => 1.0
{{ b + h }} => -6.5
{{ b + l }} =! runtime
{{ b + d }} =! runtime
{{ b + B }} => 100000000000000000001
{{ b + N }} => -99999999999999999999
{{ b + (1, 2) }} =! runtime
{{ b + nope }} =! undefined 'nope' is undefined
{{ b + -4 }} => -3
{{ b + (s|safe) }} =! runtime
{{ b + s.encode() }} =! runtime
{{ b + range(3) }} =! runtime
{{ b + 1e308 }} => 1e+308
{{ b + -0.5 }} => 0.5
{{ n + s }} =! runtime
{{ n + e }} =! runtime
{{ n + b }} =! runtime
{{ n + n }} =! runtime
{{ n + i }} =! runtime
{{ n + z }} =! runtime
{{ n + f }} =! runtime
{{ n + g }} =! runtime
{{ n + h }} =! runtime
{{ n + l }} =! runtime
{{ n + d }} =! runtime
{{ n + B }} =! runtime
{{ n + N }} =! runtime
{{ n + (1, 2) }} =! runtime
{{ n + nope }} =! undefined 'nope' is undefined
{{ n + -4 }} =! runtime
{{ n + (s|safe) }} =! runtime
{{ n + s.encode() }} =! runtime
{{ n + range(3) }} =! runtime
{{ n + 1e308 }} =! runtime
{{ n + -0.5 }} =! runtime
{{ i + s }} =! runtime
{{ i + e }} =! runtime
{{ i + b }} => 4
{{ i + n }} =! runtime
{{ i + i }} => 6
{{ i + z }} => 3
{{ i + f }} => 5.5
{{ i + g }} => 3.0
{{ i + h }} => -4.5
{{ i + l }} =! runtime
{{ i + d }} =! runtime
{{ i + B }} => 100000000000000000003
{{ i + N }} => -99999999999999999997
{{ i + (1, 2) }} =! runtime
{{ i + nope }} =! undefined 'nope' is undefined
{{ i + -4 }} => -1
{{ i + (s|safe) }} =! runtime
{{ i + s.encode() }} =! runtime
{{ i + range(3) }} =! runtime
{{ i + 1e308 }} => 1e+308
{{ i + -0.5 }} => 2.5
{{ z + s }} =! runtime
{{ z + e }} =! runtime
{{ z + b }} => 1
{{ z + n }} =! runtime
{{ z + i }} => 3
{{ z + z }} => 0
{{ z + f }} => 2.5
{{ z + g }} => 0.0
{{ z + h }} => -7.5
{{ z + l }} =! runtime
{{ z + d }} =! runtime
{{ z + B }} => 100000000000000000000
{{ z + N }} => -100000000000000000000
{{ z + (1, 2) }} =! runtime
{{ z + nope }} =! undefined 'nope' is undefined
{{ z + -4 }} => -4
{{ z + (s|safe) }} =! runtime
{{ z + s.encode() }} =! runtime
{{ z + range(3) }} =! runtime
{{ z + 1e308 }} => 1e+308
{{ z + -0.5 }} => -0.5
{{ f + s }} =! runtime
{{ f + e }} =! runtime
{{ f + b }} => 3.5
{{ f + n }} =! runtime
{{ f + i }} => 5.5
{{ f + z }} => 2.5
{{ f + f }} => 5.0
{{ f + g }} => 2.5
{{ f + h }} => -5.0
{{ f + l }} =! runtime
{{ f + d }} =! runtime
{{ f + B }} => 1e+20
{{ f + N }} => -1e+20
{{ f + (1, 2) }} =! runtime
{{ f + nope }} =! undefined 'nope' is undefined
{{ f + -4 }} => -1.5
{{ f + (s|safe) }} =! runtime
{{ f + s.encode() }} =! runtime
{{ f + range(3) }} =! runtime
{{ f + 1e308 }} => 1e+308
{{ f + -0.5 }} => 2.0
{{ g + s }} =! runtime
{{ g + e }} =! runtime
{{ g + b }} => 1.0
{{ g + n }} =! runtime
{{ g + i }} => 3.0
{{ g + z }} => 0.0
{{ g + f }} => 2.5
{{ g + g }} => 0.0
{{ g + h }} => -7.5
{{ g + l }} =! runtime
{{ g + d }} =! runtime
{{ g + B }} => 1e+20
{{ g + N }} => -1e+20
{{ g + (1, 2) }} =! runtime
{{ g + nope }} =! undefined 'nope' is undefined
{{ g + -4 }} => -4.0
{{ g + (s|safe) }} =! runtime
{{ g + s.encode() }} =! runtime
{{ g + range(3) }} =! runtime
{{ g + 1e308 }} => 1e+308
{{ g + -0.5 }} => -0.5
{{ h + s }} =! runtime
{{ h + e }} =! runtime
{{ h + b }} => -6.5
{{ h + n }} =! runtime
{{ h + i }} => -4.5
{{ h + z }} => -7.5
{{ h + f }} => -5.0
{{ h + g }} => -7.5
{{ h + h }} => -15.0
{{ h + l }} =! runtime
{{ h + d }} =! runtime
{{ h + B }} => 1e+20
{{ h + N }} => -1e+20
{{ h + (1, 2) }} =! runtime
{{ h + nope }} =! undefined 'nope' is undefined
{{ h + -4 }} => -11.5
{{ h + (s|safe) }} =! runtime
{{ h + s.encode() }} =! runtime
{{ h + range(3) }} =! runtime
{{ h + 1e308 }} => 1e+308
{{ h + -0.5 }} => -8.0
{{ l + s }} =! runtime
{{ l + e }} =! runtime
{{ l + b }} =! runtime
{{ l + n }} =! runtime
{{ l + i }} =! runtime
{{ l + z }} =! runtime
{{ l + f }} =! runtime
{{ l + g }} =! runtime
{{ l + h }} =! runtime
{{ l + l }} => [1, 'x', 1, 'x']
{{ l + d }} =! runtime
{{ l + B }} =! runtime
{{ l + N }} =! runtime
{{ l + (1, 2) }} =! runtime
{{ l + nope }} =! undefined 'nope' is undefined
{{ l + -4 }} =! runtime
{{ l + (s|safe) }} =! runtime
{{ l + s.encode() }} =! runtime
{{ l + range(3) }} =! runtime
{{ l + 1e308 }} =! runtime
{{ l + -0.5 }} =! runtime
{{ d + s }} =! runtime
{{ d + e }} =! runtime
{{ d + b }} =! runtime
{{ d + n }} =! runtime
{{ d + i }} =! runtime
{{ d + z }} =! runtime
{{ d + f }} =! runtime
{{ d + g }} =! runtime
{{ d + h }} =! runtime
{{ d + l }} =! runtime
{{ d + d }} =! runtime
{{ d + B }} =! runtime
{{ d + N }} =! runtime
{{ d + (1, 2) }} =! runtime
{{ d + nope }} =! undefined 'nope' is undefined
{{ d + -4 }} =! runtime
{{ d + (s|safe) }} =! runtime
{{ d + s.encode() }} =! runtime
{{ d + range(3) }} =! runtime
{{ d + 1e308 }} =! runtime
{{ d + -0.5 }} =! runtime
{{ B + s }} =! runtime
{{ B + e }} =! runtime
{{ B + b }} => 100000000000000000001
{{ B + n }} =! runtime
{{ B + i }} => 100000000000000000003
{{ B + z }} => 100000000000000000000
{{ B + f }} => 1e+20
{{ B + g }} => 1e+20
{{ B + h }} => 1e+20
{{ B + l }} =! runtime
{{ B + d }} =! runtime
{{ B + B }} => 200000000000000000000
{{ B + N }} => 0
{{ B + (1, 2) }} =! runtime
{{ B + nope }} =! undefined 'nope' is undefined
{{ B + -4 }} => 99999999999999999996
{{ B + (s|safe) }} =! runtime
{{ B + s.encode() }} =! runtime
{{ B + range(3) }} =! runtime
{{ B + 1e308 }} => 1e+308
{{ B + -0.5 }} => 1e+20
{{ N + s }} =! runtime
{{ N + e }} =! runtime
{{ N + b }} => -99999999999999999999
{{ N + n }} =! runtime
{{ N + i }} => -99999999999999999997
{{ N + z }} => -100000000000000000000
{{ N + f }} => -1e+20
{{ N + g }} => -1e+20
{{ N + h }} => -1e+20
{{ N + l }} =! runtime
{{ N + d }} =! runtime
{{ N + B }} => 0
{{ N + N }} => -200000000000000000000
{{ N + (1, 2) }} =! runtime
{{ N + nope }} =! undefined 'nope' is undefined
{{ N + -4 }} => -100000000000000000004
{{ N + (s|safe) }} =! runtime
{{ N + s.encode() }} =! runtime
{{ N + range(3) }} =! runtime
{{ N + 1e308 }} => 1e+308
{{ N + -0.5 }} => -1e+20
{{ (1, 2) + s }} =! runtime
{{ (1, 2) + e }} =! runtime
{{ (1, 2) + b }} =! runtime
{{ (1, 2) + n }} =! runtime
{{ (1, 2) + i }} =! runtime
{{ (1, 2) + z }} =! runtime
{{ (1, 2) + f }} =! runtime
{{ (1, 2) + g }} =! runtime
{{ (1, 2) + h }} =! runtime
{{ (1, 2) + l }} =! runtime
{{ (1, 2) + d }} =! runtime
{{ (1, 2) + B }} =! runtime
{{ (1, 2) + N }} =! runtime
{{ (1, 2) + (1, 2) }} => (1, 2, 1, 2)
{{ (1, 2) + nope }} =! undefined 'nope' is undefined
{{ (1, 2) + -4 }} =! runtime
{{ (1, 2) + (s|safe) }} =! runtime
{{ (1, 2) + s.encode() }} =! runtime
{{ (1, 2) + range(3) }} =! runtime
{{ (1, 2) + 1e308 }} =! runtime
{{ (1, 2) + -0.5 }} =! runtime
{{ nope + s }} =! undefined 'nope' is undefined
{{ nope + e }} =! undefined 'nope' is undefined
{{ nope + b }} =! undefined 'nope' is undefined
{{ nope + n }} =! undefined 'nope' is undefined
{{ nope + i }} =! undefined 'nope' is undefined
{{ nope + z }} =! undefined 'nope' is undefined
{{ nope + f }} =! undefined 'nope' is undefined
{{ nope + g }} =! undefined 'nope' is undefined
{{ nope + h }} =! undefined 'nope' is undefined
{{ nope + l }} =! undefined 'nope' is undefined
{{ nope + d }} =! undefined 'nope' is undefined
{{ nope + B }} =! undefined 'nope' is undefined
{{ nope + N }} =! undefined 'nope' is undefined
{{ nope + (1, 2) }} =! undefined 'nope' is undefined
{{ nope + nope }} =! undefined 'nope' is undefined
{{ nope + -4 }} =! undefined 'nope' is undefined
{{ nope + (s|safe) }} =! undefined 'nope' is undefined
{{ nope + s.encode() }} =! undefined 'nope' is undefined
{{ nope + range(3) }} =! undefined 'nope' is undefined
{{ nope + 1e308 }} =! undefined 'nope' is undefined
{{ nope + -0.5 }} =! undefined 'nope' is undefined
{{ -4 + s }} =! runtime
{{ -4 + e }} =! runtime
{{ -4 + b }} => -3
{{ -4 + n }} =! runtime
{{ -4 + i }} => -1
{{ -4 + z }} => -4
{{ -4 + f }} => -1.5
{{ -4 + g }} => -4.0
{{ -4 + h }} => -11.5
{{ -4 + l }} =! runtime
{{ -4 + d }} =! runtime
{{ -4 + B }} => 99999999999999999996
{{ -4 + N }} => -100000000000000000004
{{ -4 + (1, 2) }} =! runtime
{{ -4 + nope }} =! undefined 'nope' is undefined
{{ -4 + -4 }} => -8
{{ -4 + (s|safe) }} =! runtime
{{ -4 + s.encode() }} =! runtime
{{ -4 + range(3) }} =! runtime
{{ -4 + 1e308 }} => 1e+308
{{ -4 + -0.5 }} => -4.5
{{ (s|safe) + s }} => abab
{{ (s|safe) + e }} => ab
{{ (s|safe) + b }} =! runtime
{{ (s|safe) + n }} =! runtime
{{ (s|safe) + i }} =! runtime
{{ (s|safe) + z }} =! runtime
{{ (s|safe) + f }} =! runtime
{{ (s|safe) + g }} =! runtime
{{ (s|safe) + h }} =! runtime
{{ (s|safe) + l }} =! runtime
{{ (s|safe) + d }} =! runtime
{{ (s|safe) + B }} =! runtime
{{ (s|safe) + N }} =! runtime
{{ (s|safe) + (1, 2) }} =! runtime
{{ (s|safe) + nope }} =! undefined 'nope' is undefined
{{ (s|safe) + -4 }} =! runtime
{{ (s|safe) + (s|safe) }} => abab
{{ (s|safe) + s.encode() }} =! runtime
{{ (s|safe) + range(3) }} =! runtime
{{ (s|safe) + 1e308 }} =! runtime
{{ (s|safe) + -0.5 }} =! runtime
{{ s.encode() + s }} =! runtime
{{ s.encode() + e }} =! runtime
{{ s.encode() + b }} =! runtime
{{ s.encode() + n }} =! runtime
{{ s.encode() + i }} =! runtime
{{ s.encode() + z }} =! runtime
{{ s.encode() + f }} =! runtime
{{ s.encode() + g }} =! runtime
{{ s.encode() + h }} =! runtime
{{ s.encode() + l }} =! runtime
{{ s.encode() + d }} =! runtime
{{ s.encode() + B }} =! runtime
{{ s.encode() + N }} =! runtime
{{ s.encode() + (1, 2) }} =! runtime
{{ s.encode() + nope }} =! undefined 'nope' is undefined
{{ s.encode() + -4 }} =! runtime
{{ s.encode() + (s|safe) }} =! runtime
{{ s.encode() + s.encode() }} => b'abab'
{{ s.encode() + range(3) }} =! runtime
{{ s.encode() + 1e308 }} =! runtime
{{ s.encode() + -0.5 }} =! runtime
{{ range(3) + s }} =! runtime
{{ range(3) + e }} =! runtime
{{ range(3) + b }} =! runtime
{{ range(3) + n }} =! runtime
{{ range(3) + i }} =! runtime
{{ range(3) + z }} =! runtime
{{ range(3) + f }} =! runtime
{{ range(3) + g }} =! runtime
{{ range(3) + h }} =! runtime
{{ range(3) + l }} =! runtime
{{ range(3) + d }} =! runtime
{{ range(3) + B }} =! runtime
{{ range(3) + N }} =! runtime
{{ range(3) + (1, 2) }} =! runtime
{{ range(3) + nope }} =! undefined 'nope' is undefined
{{ range(3) + -4 }} =! runtime
{{ range(3) + (s|safe) }} =! runtime
{{ range(3) + s.encode() }} =! runtime
{{ range(3) + range(3) }} =! runtime
{{ range(3) + 1e308 }} =! runtime
{{ range(3) + -0.5 }} =! runtime
{{ 1e308 + s }} =! runtime
{{ 1e308 + e }} =! runtime
{{ 1e308 + b }} => 1e+308
{{ 1e308 + n }} =! runtime
{{ 1e308 + i }} => 1e+308
{{ 1e308 + z }} => 1e+308
{{ 1e308 + f }} => 1e+308
{{ 1e308 + g }} => 1e+308
{{ 1e308 + h }} => 1e+308
{{ 1e308 + l }} =! runtime
{{ 1e308 + d }} =! runtime
{{ 1e308 + B }} => 1e+308
{{ 1e308 + N }} => 1e+308
{{ 1e308 + (1, 2) }} =! runtime
{{ 1e308 + nope }} =! undefined 'nope' is undefined
{{ 1e308 + -4 }} => 1e+308
{{ 1e308 + (s|safe) }} =! runtime
{{ 1e308 + s.encode() }} =! runtime
{{ 1e308 + range(3) }} =! runtime
{{ 1e308 + 1e308 }} => inf
{{ 1e308 + -0.5 }} => 1e+308
{{ -0.5 + s }} =! runtime
{{ -0.5 + e }} =! runtime
{{ -0.5 + b }} => 0.5
{{ -0.5 + n }} =! runtime
{{ -0.5 + i }} => 2.5
{{ -0.5 + z }} => -0.5
{{ -0.5 + f }} => 2.0
{{ -0.5 + g }} => -0.5
{{ -0.5 + h }} => -8.0
{{ -0.5 + l }} =! runtime
{{ -0.5 + d }} =! runtime
{{ -0.5 + B }} => 1e+20
{{ -0.5 + N }} => -1e+20
{{ -0.5 + (1, 2) }} =! runtime
{{ -0.5 + nope }} =! undefined 'nope' is undefined
{{ -0.5 + -4 }} => -4.5
{{ -0.5 + (s|safe) }} =! runtime
{{ -0.5 + s.encode() }} =! runtime
{{ -0.5 + range(3) }} =! runtime
{{ -0.5 + 1e308 }} => 1e+308
{{ -0.5 + -0.5 }} => -1.0
{{ s - nope }} =! undefined 'nope' is undefined
{{ s - s.encode() }} =! runtime
{{ s - -0.5 }} =! runtime
{{ s - range(3) }} =! runtime
{{ s - (s|safe) }} =! runtime
{{ s - f }} =! runtime
{{ s - b }} =! runtime
{{ e - (s|safe) }} =! runtime
{{ e - -4 }} =! runtime
{{ e - z }} =! runtime
{{ e - n }} =! runtime
{{ e - nope }} =! undefined 'nope' is undefined
{{ e - l }} =! runtime
{{ e - b }} =! runtime
{{ b - b }} => 0
{{ b - s.encode() }} =! runtime
{{ b - e }} =! runtime
{{ b - N }} => 100000000000000000001
{{ b - nope }} =! undefined 'nope' is undefined
{{ b - z }} => 1
{{ b - l }} =! runtime
{{ n - s }} =! runtime
{{ n - (s|safe) }} =! runtime
{{ n - b }} =! runtime
{{ n - e }} =! runtime
{{ n - s.encode() }} =! runtime
{{ n - f }} =! runtime
{{ n - nope }} =! undefined 'nope' is undefined
{{ i - g }} => 3.0
{{ i - 1e308 }} => -1e+308
{{ i - s }} =! runtime
{{ i - nope }} =! undefined 'nope' is undefined
{{ i - d }} =! runtime
{{ i - s.encode() }} =! runtime
{{ i - l }} =! runtime
{{ z - f }} => -2.5
{{ z - (s|safe) }} =! runtime
{{ z - g }} => 0.0
{{ z - l }} =! runtime
{{ z - -4 }} => 4
{{ z - s }} =! runtime
{{ z - d }} =! runtime
{{ f - b }} => 1.5
{{ f - nope }} =! undefined 'nope' is undefined
{{ f - h }} => 10.0
{{ f - (1, 2) }} =! runtime
{{ f - -0.5 }} => 3.0
{{ f - range(3) }} =! runtime
{{ f - z }} => 2.5
{{ g - g }} => 0.0
{{ g - (s|safe) }} =! runtime
{{ g - l }} =! runtime
{{ g - s }} =! runtime
{{ g - b }} => -1.0
{{ g - n }} =! runtime
{{ g - f }} => -2.5
{{ h - n }} =! runtime
{{ h - l }} =! runtime
{{ h - N }} => 1e+20
{{ h - b }} => -8.5
{{ h - s }} =! runtime
{{ h - (s|safe) }} =! runtime
{{ h - -0.5 }} => -7.0
{{ l - f }} =! runtime
{{ l - e }} =! runtime
{{ l - -4 }} =! runtime
{{ l - N }} =! runtime
{{ l - s.encode() }} =! runtime
{{ l - (1, 2) }} =! runtime
{{ l - 1e308 }} =! runtime
{{ d - range(3) }} =! runtime
{{ d - f }} =! runtime
{{ d - h }} =! runtime
{{ d - d }} =! runtime
{{ d - b }} =! runtime
{{ d - l }} =! runtime
{{ d - z }} =! runtime
{{ B - s }} =! runtime
{{ B - (1, 2) }} =! runtime
{{ B - n }} =! runtime
{{ B - i }} => 99999999999999999997
{{ B - g }} => 1e+20
{{ B - range(3) }} =! runtime
{{ B - -0.5 }} => 1e+20
{{ N - e }} =! runtime
{{ N - nope }} =! undefined 'nope' is undefined
{{ N - -4 }} => -99999999999999999996
{{ N - z }} => -100000000000000000000
{{ N - f }} => -1e+20
{{ N - 1e308 }} => -1e+308
{{ N - h }} => -1e+20
{{ (1, 2) - f }} =! runtime
{{ (1, 2) - i }} =! runtime
{{ (1, 2) - (1, 2) }} =! runtime
{{ (1, 2) - N }} =! runtime
{{ (1, 2) - n }} =! runtime
{{ (1, 2) - s.encode() }} =! runtime
{{ (1, 2) - -0.5 }} =! runtime
{{ nope - f }} =! undefined 'nope' is undefined
{{ nope - s }} =! undefined 'nope' is undefined
{{ nope - h }} =! undefined 'nope' is undefined
{{ nope - l }} =! undefined 'nope' is undefined
{{ nope - 1e308 }} =! undefined 'nope' is undefined
{{ nope - -0.5 }} =! undefined 'nope' is undefined
{{ nope - b }} =! undefined 'nope' is undefined
{{ -4 - N }} => 99999999999999999996
{{ -4 - 1e308 }} => -1e+308
{{ -4 - range(3) }} =! runtime
{{ -4 - n }} =! runtime
{{ -4 - e }} =! runtime
{{ -4 - i }} => -7
{{ -4 - s.encode() }} =! runtime
{{ (s|safe) - nope }} =! undefined 'nope' is undefined
{{ (s|safe) - h }} =! runtime
{{ (s|safe) - s }} =! runtime
{{ (s|safe) - d }} =! runtime
{{ (s|safe) - l }} =! runtime
{{ (s|safe) - N }} =! runtime
{{ (s|safe) - e }} =! runtime
{{ s.encode() - b }} =! runtime
{{ s.encode() - -0.5 }} =! runtime
{{ s.encode() - f }} =! runtime
{{ s.encode() - g }} =! runtime
{{ s.encode() - s }} =! runtime
{{ s.encode() - B }} =! runtime
{{ s.encode() - z }} =! runtime
{{ range(3) - 1e308 }} =! runtime
{{ range(3) - nope }} =! undefined 'nope' is undefined
{{ range(3) - i }} =! runtime
{{ range(3) - -4 }} =! runtime
{{ range(3) - range(3) }} =! runtime
{{ range(3) - N }} =! runtime
{{ range(3) - b }} =! runtime
{{ 1e308 - -0.5 }} => 1e+308
{{ 1e308 - i }} => 1e+308
{{ 1e308 - l }} =! runtime
{{ 1e308 - g }} => 1e+308
{{ 1e308 - s.encode() }} =! runtime
{{ 1e308 - f }} => 1e+308
{{ 1e308 - b }} => 1e+308
{{ -0.5 - -0.5 }} => 0.0
{{ -0.5 - s.encode() }} =! runtime
{{ -0.5 - f }} => -3.0
{{ -0.5 - N }} => 1e+20
{{ -0.5 - -4 }} => 3.5
{{ -0.5 - b }} => -1.5
{{ -0.5 - range(3) }} =! runtime
{{ s * s }} =! runtime
{{ s * e }} =! runtime
{{ s * b }} => ab
{{ s * n }} =! runtime
{{ s * i }} => ababab
{{ s * z }} =>
{{ s * f }} =! runtime
{{ s * g }} =! runtime
{{ s * h }} =! runtime
{{ s * l }} =! runtime
{{ s * d }} =! runtime
{{ s * (1, 2) }} =! runtime
{{ s * nope }} =! undefined 'nope' is undefined
{{ s * -4 }} =>
{{ s * (s|safe) }} =! runtime
{{ s * s.encode() }} =! runtime
{{ s * range(3) }} =! runtime
{{ s * 1e308 }} =! runtime
{{ s * -0.5 }} =! runtime
{{ e * s }} =! runtime
{{ e * e }} =! runtime
{{ e * b }} =>
{{ e * n }} =! runtime
{{ e * i }} =>
{{ e * z }} =>
{{ e * f }} =! runtime
{{ e * g }} =! runtime
{{ e * h }} =! runtime
{{ e * l }} =! runtime
{{ e * d }} =! runtime
{{ e * B }} =! runtime
{{ e * N }} =! runtime
{{ e * (1, 2) }} =! runtime
{{ e * nope }} =! undefined 'nope' is undefined
{{ e * -4 }} =>
{{ e * (s|safe) }} =! runtime
{{ e * s.encode() }} =! runtime
{{ e * range(3) }} =! runtime
{{ e * 1e308 }} =! runtime
{{ e * -0.5 }} =! runtime
{{ b * s }} => ab
{{ b * e }} =>
{{ b * b }} => 1
{{ b * n }} =! runtime
{{ b * i }} => 3
{{ b * z }} => 0
{{ b * f }} => 2.5
{{ b * g }} => 0.0
{{ b * h }} => -7.5
{{ b * l }} => [1, 'x']
{{ b * d }} =! runtime
{{ b * B }} => 100000000000000000000
{{ b * N }} => -100000000000000000000
{{ b * (1, 2) }} => (1, 2)
{{ b * nope }} =! undefined 'nope' is undefined
{{ b * -4 }} => -4
{{ b * (s|safe) }} => ab
{{ b * s.encode() }} => b'ab'
{{ b * range(3) }} =! runtime
{{ b * 1e308 }} => 1e+308
{{ b * -0.5 }} => -0.5
{{ n * s }} =! runtime
{{ n * e }} =! runtime
{{ n * b }} =! runtime
{{ n * n }} =! runtime
{{ n * i }} =! runtime
{{ n * z }} =! runtime
{{ n * f }} =! runtime
{{ n * g }} =! runtime
{{ n * h }} =! runtime
{{ n * l }} =! runtime
{{ n * d }} =! runtime
{{ n * B }} =! runtime
{{ n * N }} =! runtime
{{ n * (1, 2) }} =! runtime
{{ n * nope }} =! undefined 'nope' is undefined
{{ n * -4 }} =! runtime
{{ n * (s|safe) }} =! runtime
{{ n * s.encode() }} =! runtime
{{ n * range(3) }} =! runtime
{{ n * 1e308 }} =! runtime
{{ n * -0.5 }} =! runtime
{{ i * s }} => ababab
{{ i * e }} =>
{{ i * b }} => 3
{{ i * n }} =! runtime
{{ i * i }} => 9
{{ i * z }} => 0
{{ i * f }} => 7.5
{{ i * g }} => 0.0
{{ i * h }} => -22.5
{{ i * l }} => [1, 'x', 1, 'x', 1, 'x']
{{ i * d }} =! runtime
{{ i * B }} => 300000000000000000000
{{ i * N }} => -300000000000000000000
{{ i * (1, 2) }} => (1, 2, 1, 2, 1, 2)
{{ i * nope }} =! undefined 'nope' is undefined
{{ i * -4 }} => -12
{{ i * (s|safe) }} => ababab
{{ i * s.encode() }} => b'ababab'
{{ i * range(3) }} =! runtime
{{ i * 1e308 }} => inf
{{ i * -0.5 }} => -1.5
{{ z * s }} =>
{{ z * e }} =>
{{ z * b }} => 0
{{ z * n }} =! runtime
{{ z * i }} => 0
{{ z * z }} => 0
{{ z * f }} => 0.0
{{ z * g }} => 0.0
{{ z * h }} => -0.0
{{ z * l }} => []
{{ z * d }} =! runtime
{{ z * B }} => 0
{{ z * N }} => 0
{{ z * (1, 2) }} => ()
{{ z * nope }} =! undefined 'nope' is undefined
{{ z * -4 }} => 0
{{ z * (s|safe) }} =>
{{ z * s.encode() }} => b''
{{ z * range(3) }} =! runtime
{{ z * 1e308 }} => 0.0
{{ z * -0.5 }} => -0.0
{{ f * s }} =! runtime
{{ f * e }} =! runtime
{{ f * b }} => 2.5
{{ f * n }} =! runtime
{{ f * i }} => 7.5
{{ f * z }} => 0.0
{{ f * f }} => 6.25
{{ f * g }} => 0.0
{{ f * h }} => -18.75
{{ f * l }} =! runtime
{{ f * d }} =! runtime
{{ f * B }} => 2.5e+20
{{ f * N }} => -2.5e+20
{{ f * (1, 2) }} =! runtime
{{ f * nope }} =! undefined 'nope' is undefined
{{ f * -4 }} => -10.0
{{ f * (s|safe) }} =! runtime
{{ f * s.encode() }} =! runtime
{{ f * range(3) }} =! runtime
{{ f * 1e308 }} => inf
{{ f * -0.5 }} => -1.25
{{ g * s }} =! runtime
{{ g * e }} =! runtime
{{ g * b }} => 0.0
{{ g * n }} =! runtime
{{ g * i }} => 0.0
{{ g * z }} => 0.0
{{ g * f }} => 0.0
{{ g * g }} => 0.0
{{ g * h }} => -0.0
{{ g * l }} =! runtime
{{ g * d }} =! runtime
{{ g * B }} => 0.0
{{ g * N }} => -0.0
{{ g * (1, 2) }} =! runtime
{{ g * nope }} =! undefined 'nope' is undefined
{{ g * -4 }} => -0.0
{{ g * (s|safe) }} =! runtime
{{ g * s.encode() }} =! runtime
{{ g * range(3) }} =! runtime
{{ g * 1e308 }} => 0.0
{{ g * -0.5 }} => -0.0
{{ h * s }} =! runtime
{{ h * e }} =! runtime
{{ h * b }} => -7.5
{{ h * n }} =! runtime
{{ h * i }} => -22.5
{{ h * z }} => -0.0
{{ h * f }} => -18.75
{{ h * g }} => -0.0
{{ h * h }} => 56.25
{{ h * l }} =! runtime
{{ h * d }} =! runtime
{{ h * B }} => -7.5e+20
{{ h * N }} => 7.5e+20
{{ h * (1, 2) }} =! runtime
{{ h * nope }} =! undefined 'nope' is undefined
{{ h * -4 }} => 30.0
{{ h * (s|safe) }} =! runtime
{{ h * s.encode() }} =! runtime
{{ h * range(3) }} =! runtime
{{ h * 1e308 }} => -inf
{{ h * -0.5 }} => 3.75
{{ l * s }} =! runtime
{{ l * e }} =! runtime
{{ l * b }} => [1, 'x']
{{ l * n }} =! runtime
{{ l * i }} => [1, 'x', 1, 'x', 1, 'x']
{{ l * z }} => []
{{ l * f }} =! runtime
{{ l * g }} =! runtime
{{ l * h }} =! runtime
{{ l * l }} =! runtime
{{ l * d }} =! runtime
{{ l * (1, 2) }} =! runtime
{{ l * nope }} =! undefined 'nope' is undefined
{{ l * -4 }} => []
{{ l * (s|safe) }} =! runtime
{{ l * s.encode() }} =! runtime
{{ l * range(3) }} =! runtime
{{ l * 1e308 }} =! runtime
{{ l * -0.5 }} =! runtime
{{ d * s }} =! runtime
{{ d * e }} =! runtime
{{ d * b }} =! runtime
{{ d * n }} =! runtime
{{ d * i }} =! runtime
{{ d * z }} =! runtime
{{ d * f }} =! runtime
{{ d * g }} =! runtime
{{ d * h }} =! runtime
{{ d * l }} =! runtime
{{ d * d }} =! runtime
{{ d * B }} =! runtime
{{ d * N }} =! runtime
{{ d * (1, 2) }} =! runtime
{{ d * nope }} =! undefined 'nope' is undefined
{{ d * -4 }} =! runtime
{{ d * (s|safe) }} =! runtime
{{ d * s.encode() }} =! runtime
{{ d * range(3) }} =! runtime
{{ d * 1e308 }} =! runtime
{{ d * -0.5 }} =! runtime
{{ B * e }} =! runtime
{{ B * b }} => 100000000000000000000
{{ B * n }} =! runtime
{{ B * i }} => 300000000000000000000
{{ B * z }} => 0
{{ B * f }} => 2.5e+20
{{ B * g }} => 0.0
{{ B * h }} => -7.5e+20
{{ B * d }} =! runtime
{{ B * B }} => 10000000000000000000000000000000000000000
{{ B * N }} => -10000000000000000000000000000000000000000
{{ B * nope }} =! undefined 'nope' is undefined
{{ B * -4 }} => -400000000000000000000
{{ B * range(3) }} =! runtime
{{ B * 1e308 }} => inf
{{ B * -0.5 }} => -5e+19
{{ N * e }} =! runtime
{{ N * b }} => -100000000000000000000
{{ N * n }} =! runtime
{{ N * i }} => -300000000000000000000
{{ N * z }} => 0
{{ N * f }} => -2.5e+20
{{ N * g }} => -0.0
{{ N * h }} => 7.5e+20
{{ N * d }} =! runtime
{{ N * B }} => -10000000000000000000000000000000000000000
{{ N * N }} => 10000000000000000000000000000000000000000
{{ N * nope }} =! undefined 'nope' is undefined
{{ N * -4 }} => 400000000000000000000
{{ N * range(3) }} =! runtime
{{ N * 1e308 }} => -inf
{{ N * -0.5 }} => 5e+19
{{ (1, 2) * s }} =! runtime
{{ (1, 2) * e }} =! runtime
{{ (1, 2) * b }} => (1, 2)
{{ (1, 2) * n }} =! runtime
{{ (1, 2) * i }} => (1, 2, 1, 2, 1, 2)
{{ (1, 2) * z }} => ()
{{ (1, 2) * f }} =! runtime
{{ (1, 2) * g }} =! runtime
{{ (1, 2) * h }} =! runtime
{{ (1, 2) * l }} =! runtime
{{ (1, 2) * d }} =! runtime
{{ (1, 2) * (1, 2) }} =! runtime
{{ (1, 2) * nope }} =! undefined 'nope' is undefined
{{ (1, 2) * -4 }} => ()
{{ (1, 2) * (s|safe) }} =! runtime
{{ (1, 2) * s.encode() }} =! runtime
{{ (1, 2) * range(3) }} =! runtime
{{ (1, 2) * 1e308 }} =! runtime
{{ (1, 2) * -0.5 }} =! runtime
{{ nope * s }} =! undefined 'nope' is undefined
{{ nope * e }} =! undefined 'nope' is undefined
{{ nope * b }} =! undefined 'nope' is undefined
{{ nope * n }} =! undefined 'nope' is undefined
{{ nope * i }} =! undefined 'nope' is undefined
{{ nope * z }} =! undefined 'nope' is undefined
{{ nope * f }} =! undefined 'nope' is undefined
{{ nope * g }} =! undefined 'nope' is undefined
{{ nope * h }} =! undefined 'nope' is undefined
{{ nope * l }} =! undefined 'nope' is undefined
{{ nope * d }} =! undefined 'nope' is undefined
{{ nope * B }} =! undefined 'nope' is undefined
{{ nope * N }} =! undefined 'nope' is undefined
{{ nope * (1, 2) }} =! undefined 'nope' is undefined
{{ nope * nope }} =! undefined 'nope' is undefined
{{ nope * -4 }} =! undefined 'nope' is undefined
{{ nope * (s|safe) }} =! undefined 'nope' is undefined
{{ nope * s.encode() }} =! undefined 'nope' is undefined
{{ nope * range(3) }} =! undefined 'nope' is undefined
{{ nope * 1e308 }} =! undefined 'nope' is undefined
{{ nope * -0.5 }} =! undefined 'nope' is undefined
{{ -4 * s }} =>
{{ -4 * e }} =>
{{ -4 * b }} => -4
{{ -4 * n }} =! runtime
{{ -4 * i }} => -12
{{ -4 * z }} => 0
{{ -4 * f }} => -10.0
{{ -4 * g }} => -0.0
{{ -4 * h }} => 30.0
{{ -4 * l }} => []
{{ -4 * d }} =! runtime
{{ -4 * B }} => -400000000000000000000
{{ -4 * N }} => 400000000000000000000
{{ -4 * (1, 2) }} => ()
{{ -4 * nope }} =! undefined 'nope' is undefined
{{ -4 * -4 }} => 16
{{ -4 * (s|safe) }} =>
{{ -4 * s.encode() }} => b''
{{ -4 * range(3) }} =! runtime
{{ -4 * 1e308 }} => -inf
{{ -4 * -0.5 }} => 2.0
{{ (s|safe) * s }} =! runtime
{{ (s|safe) * e }} =! runtime
{{ (s|safe) * b }} => ab
{{ (s|safe) * n }} =! runtime
{{ (s|safe) * i }} => ababab
{{ (s|safe) * z }} =>
{{ (s|safe) * f }} =! runtime
{{ (s|safe) * g }} =! runtime
{{ (s|safe) * h }} =! runtime
{{ (s|safe) * l }} =! runtime
{{ (s|safe) * d }} =! runtime
{{ (s|safe) * (1, 2) }} =! runtime
{{ (s|safe) * -4 }} =>
{{ (s|safe) * (s|safe) }} =! runtime
{{ (s|safe) * s.encode() }} =! runtime
{{ (s|safe) * range(3) }} =! runtime
{{ (s|safe) * 1e308 }} =! runtime
{{ (s|safe) * -0.5 }} =! runtime
{{ s.encode() * s }} =! runtime
{{ s.encode() * e }} =! runtime
{{ s.encode() * b }} => b'ab'
{{ s.encode() * n }} =! runtime
{{ s.encode() * i }} => b'ababab'
{{ s.encode() * z }} => b''
{{ s.encode() * f }} =! runtime
{{ s.encode() * g }} =! runtime
{{ s.encode() * h }} =! runtime
{{ s.encode() * l }} =! runtime
{{ s.encode() * d }} =! runtime
{{ s.encode() * (1, 2) }} =! runtime
{{ s.encode() * nope }} =! undefined 'nope' is undefined
{{ s.encode() * -4 }} => b''
{{ s.encode() * (s|safe) }} =! runtime
{{ s.encode() * s.encode() }} =! runtime
{{ s.encode() * range(3) }} =! runtime
{{ s.encode() * 1e308 }} =! runtime
{{ s.encode() * -0.5 }} =! runtime
{{ range(3) * s }} =! runtime
{{ range(3) * e }} =! runtime
{{ range(3) * b }} =! runtime
{{ range(3) * n }} =! runtime
{{ range(3) * i }} =! runtime
{{ range(3) * z }} =! runtime
{{ range(3) * f }} =! runtime
{{ range(3) * g }} =! runtime
{{ range(3) * h }} =! runtime
{{ range(3) * l }} =! runtime
{{ range(3) * d }} =! runtime
{{ range(3) * B }} =! runtime
{{ range(3) * N }} =! runtime
{{ range(3) * (1, 2) }} =! runtime
{{ range(3) * nope }} =! undefined 'nope' is undefined
{{ range(3) * -4 }} =! runtime
{{ range(3) * (s|safe) }} =! runtime
{{ range(3) * s.encode() }} =! runtime
{{ range(3) * range(3) }} =! runtime
{{ range(3) * 1e308 }} =! runtime
{{ range(3) * -0.5 }} =! runtime
{{ 1e308 * s }} =! runtime
{{ 1e308 * e }} =! runtime
{{ 1e308 * b }} => 1e+308
{{ 1e308 * n }} =! runtime
{{ 1e308 * i }} => inf
{{ 1e308 * z }} => 0.0
{{ 1e308 * f }} => inf
{{ 1e308 * g }} => 0.0
{{ 1e308 * h }} => -inf
{{ 1e308 * l }} =! runtime
{{ 1e308 * d }} =! runtime
{{ 1e308 * B }} => inf
{{ 1e308 * N }} => -inf
{{ 1e308 * (1, 2) }} =! runtime
{{ 1e308 * nope }} =! undefined 'nope' is undefined
{{ 1e308 * -4 }} => -inf
{{ 1e308 * (s|safe) }} =! runtime
{{ 1e308 * s.encode() }} =! runtime
{{ 1e308 * range(3) }} =! runtime
{{ 1e308 * 1e308 }} => inf
{{ 1e308 * -0.5 }} => -5e+307
{{ -0.5 * s }} =! runtime
{{ -0.5 * e }} =! runtime
{{ -0.5 * b }} => -0.5
{{ -0.5 * n }} =! runtime
{{ -0.5 * i }} => -1.5
{{ -0.5 * z }} => -0.0
{{ -0.5 * f }} => -1.25
{{ -0.5 * g }} => -0.0
{{ -0.5 * h }} => 3.75
{{ -0.5 * l }} =! runtime
{{ -0.5 * d }} =! runtime
{{ -0.5 * B }} => -5e+19
{{ -0.5 * N }} => 5e+19
{{ -0.5 * (1, 2) }} =! runtime
{{ -0.5 * nope }} =! undefined 'nope' is undefined
{{ -0.5 * -4 }} => 2.0
{{ -0.5 * (s|safe) }} =! runtime
{{ -0.5 * s.encode() }} =! runtime
{{ -0.5 * range(3) }} =! runtime
{{ -0.5 * 1e308 }} => -5e+307
{{ -0.5 * -0.5 }} => 0.25
{{ s / e }} =! runtime
{{ s / n }} =! runtime
{{ s / 1e308 }} =! runtime
{{ s / -0.5 }} =! runtime
{{ s / (s|safe) }} =! runtime
{{ s / h }} =! runtime
{{ s / range(3) }} =! runtime
{{ e / N }} =! runtime
{{ e / h }} =! runtime
{{ e / (1, 2) }} =! runtime
{{ e / -4 }} =! runtime
{{ e / l }} =! runtime
{{ e / z }} =! runtime
{{ e / nope }} =! undefined 'nope' is undefined
{{ b / b }} => 1.0
{{ b / i }} => 0.3333333333333333
{{ b / g }} =! runtime
{{ b / -4 }} => -0.25
{{ b / -0.5 }} => -2.0
{{ b / h }} => -0.13333333333333333
{{ b / n }} =! runtime
{{ n / f }} =! runtime
{{ n / s }} =! runtime
{{ n / b }} =! runtime
{{ n / h }} =! runtime
{{ n / (1, 2) }} =! runtime
{{ n / nope }} =! undefined 'nope' is undefined
{{ n / n }} =! runtime
{{ i / e }} =! runtime
{{ i / -0.5 }} => -6.0
{{ i / z }} =! runtime
{{ i / l }} =! runtime
{{ i / B }} => 3e-20
{{ i / i }} => 1.0
{{ i / 1e308 }} => 2.9999999999999997e-308
{{ z / B }} => 0.0
{{ z / i }} => 0.0
{{ z / nope }} =! undefined 'nope' is undefined
{{ z / d }} =! runtime
{{ z / (s|safe) }} =! runtime
{{ z / 1e308 }} => 0.0
{{ z / l }} =! runtime
{{ f / e }} =! runtime
{{ f / s }} =! runtime
{{ f / -4 }} => -0.625
{{ f / B }} => 2.5e-20
{{ f / l }} =! runtime
{{ f / -0.5 }} => -5.0
{{ f / 1e308 }} => 2.5e-308
{{ g / 1e308 }} => 0.0
{{ g / b }} => 0.0
{{ g / -4 }} => -0.0
{{ g / -0.5 }} => -0.0
{{ g / l }} =! runtime
{{ g / d }} =! runtime
{{ g / s.encode() }} =! runtime
{{ h / b }} => -7.5
{{ h / -0.5 }} => 15.0
{{ h / nope }} =! undefined 'nope' is undefined
{{ h / s.encode() }} =! runtime
{{ h / B }} => -7.5e-20
{{ h / e }} =! runtime
{{ h / range(3) }} =! runtime
{{ l / i }} =! runtime
{{ l / d }} =! runtime
{{ l / B }} =! runtime
{{ l / b }} =! runtime
{{ l / -4 }} =! runtime
{{ l / s.encode() }} =! runtime
{{ l / (1, 2) }} =! runtime
{{ d / (1, 2) }} =! runtime
{{ d / s }} =! runtime
{{ d / -4 }} =! runtime
{{ d / 1e308 }} =! runtime
{{ d / N }} =! runtime
{{ d / (s|safe) }} =! runtime
{{ d / l }} =! runtime
{{ B / s }} =! runtime
{{ B / 1e308 }} => 1e-288
{{ B / b }} => 1e+20
{{ B / range(3) }} =! runtime
{{ B / s.encode() }} =! runtime
{{ B / n }} =! runtime
{{ B / i }} => 3.333333333333333e+19
{{ N / (1, 2) }} =! runtime
{{ N / d }} =! runtime
{{ N / N }} => 1.0
{{ N / nope }} =! undefined 'nope' is undefined
{{ N / s.encode() }} =! runtime
{{ N / (s|safe) }} =! runtime
{{ N / -0.5 }} => 2e+20
{{ (1, 2) / s.encode() }} =! runtime
{{ (1, 2) / b }} =! runtime
{{ (1, 2) / (s|safe) }} =! runtime
{{ (1, 2) / range(3) }} =! runtime
{{ (1, 2) / s }} =! runtime
{{ (1, 2) / l }} =! runtime
{{ (1, 2) / -4 }} =! runtime
{{ nope / b }} =! undefined 'nope' is undefined
{{ nope / -4 }} =! undefined 'nope' is undefined
{{ nope / s }} =! undefined 'nope' is undefined
{{ nope / g }} =! undefined 'nope' is undefined
{{ nope / n }} =! undefined 'nope' is undefined
{{ nope / 1e308 }} =! undefined 'nope' is undefined
{{ nope / N }} =! undefined 'nope' is undefined
{{ -4 / 1e308 }} => -4e-308
{{ -4 / -4 }} => 1.0
{{ -4 / h }} => 0.5333333333333333
{{ -4 / s }} =! runtime
{{ -4 / B }} => -4e-20
{{ -4 / l }} =! runtime
{{ -4 / b }} => -4.0
{{ (s|safe) / 1e308 }} =! runtime
{{ (s|safe) / f }} =! runtime
{{ (s|safe) / (s|safe) }} =! runtime
{{ (s|safe) / z }} =! runtime
{{ (s|safe) / d }} =! runtime
{{ (s|safe) / nope }} =! undefined 'nope' is undefined
{{ (s|safe) / g }} =! runtime
{{ s.encode() / g }} =! runtime
{{ s.encode() / d }} =! runtime
{{ s.encode() / N }} =! runtime
{{ s.encode() / h }} =! runtime
{{ s.encode() / f }} =! runtime
{{ s.encode() / (1, 2) }} =! runtime
{{ s.encode() / range(3) }} =! runtime
{{ range(3) / f }} =! runtime
{{ range(3) / -0.5 }} =! runtime
{{ range(3) / N }} =! runtime
{{ range(3) / g }} =! runtime
{{ range(3) / d }} =! runtime
{{ range(3) / 1e308 }} =! runtime
{{ range(3) / b }} =! runtime
{{ 1e308 / i }} => 3.333333333333333e+307
{{ 1e308 / -4 }} => -2.5e+307
{{ 1e308 / B }} => 1e+288
{{ 1e308 / e }} =! runtime
{{ 1e308 / b }} => 1e+308
{{ 1e308 / h }} => -1.3333333333333332e+307
{{ 1e308 / (1, 2) }} =! runtime
{{ -0.5 / z }} =! runtime
{{ -0.5 / n }} =! runtime
{{ -0.5 / nope }} =! undefined 'nope' is undefined
{{ -0.5 / -4 }} => 0.125
{{ -0.5 / h }} => 0.06666666666666667
{{ -0.5 / f }} => -0.2
{{ -0.5 / (1, 2) }} =! runtime
{{ s // (1, 2) }} =! runtime
{{ s // N }} =! runtime
{{ s // (s|safe) }} =! runtime
{{ s // -4 }} =! runtime
{{ s // d }} =! runtime
{{ s // nope }} =! undefined 'nope' is undefined
{{ s // z }} =! runtime
{{ e // b }} =! runtime
{{ e // e }} =! runtime
{{ e // h }} =! runtime
{{ e // 1e308 }} =! runtime
{{ e // range(3) }} =! runtime
{{ e // B }} =! runtime
{{ e // i }} =! runtime
{{ b // -0.5 }} => -2.0
{{ b // range(3) }} =! runtime
{{ b // s }} =! runtime
{{ b // i }} => 0
{{ b // N }} => -1
{{ b // nope }} =! undefined 'nope' is undefined
{{ b // n }} =! runtime
{{ n // s }} =! runtime
{{ n // h }} =! runtime
{{ n // g }} =! runtime
{{ n // i }} =! runtime
{{ n // e }} =! runtime
{{ n // n }} =! runtime
{{ n // range(3) }} =! runtime
{{ i // n }} =! runtime
{{ i // s.encode() }} =! runtime
{{ i // B }} => 0
{{ i // b }} => 3
{{ i // f }} => 1.0
{{ i // (s|safe) }} =! runtime
{{ i // (1, 2) }} =! runtime
{{ z // -4 }} => 0
{{ z // h }} => -0.0
{{ z // z }} =! runtime
{{ z // s }} =! runtime
{{ z // -0.5 }} => -0.0
{{ z // e }} =! runtime
{{ z // b }} => 0
{{ f // g }} =! runtime
{{ f // h }} => -1.0
{{ f // B }} => 0.0
{{ f // s.encode() }} =! runtime
{{ f // (s|safe) }} =! runtime
{{ f // z }} =! runtime
{{ f // f }} => 1.0
{{ g // g }} =! runtime
{{ g // b }} => 0.0
{{ g // (1, 2) }} =! runtime
{{ g // N }} => -0.0
{{ g // i }} => 0.0
{{ g // nope }} =! undefined 'nope' is undefined
{{ g // -0.5 }} => -0.0
{{ h // f }} => -3.0
{{ h // s }} =! runtime
{{ h // N }} => 0.0
{{ h // s.encode() }} =! runtime
{{ h // (s|safe) }} =! runtime
{{ h // d }} =! runtime
{{ h // g }} =! runtime
{{ l // d }} =! runtime
{{ l // f }} =! runtime
{{ l // n }} =! runtime
{{ l // range(3) }} =! runtime
{{ l // 1e308 }} =! runtime
{{ l // g }} =! runtime
{{ l // nope }} =! undefined 'nope' is undefined
{{ d // N }} =! runtime
{{ d // b }} =! runtime
{{ d // l }} =! runtime
{{ d // s.encode() }} =! runtime
{{ d // d }} =! runtime
{{ d // h }} =! runtime
{{ d // nope }} =! undefined 'nope' is undefined
{{ B // s }} =! runtime
{{ B // B }} => 1
{{ B // (s|safe) }} =! runtime
{{ B // b }} => 100000000000000000000
{{ B // e }} =! runtime
{{ B // nope }} =! undefined 'nope' is undefined
{{ B // z }} =! runtime
{{ N // s.encode() }} =! runtime
{{ N // (1, 2) }} =! runtime
{{ N // h }} => 1.3333333333333334e+19
{{ N // -4 }} => 25000000000000000000
{{ N // s }} =! runtime
{{ N // f }} => -4e+19
{{ N // N }} => 1
{{ (1, 2) // b }} =! runtime
{{ (1, 2) // (1, 2) }} =! runtime
{{ (1, 2) // e }} =! runtime
{{ (1, 2) // z }} =! runtime
{{ (1, 2) // d }} =! runtime
{{ (1, 2) // i }} =! runtime
{{ (1, 2) // g }} =! runtime
{{ nope // i }} =! undefined 'nope' is undefined
{{ nope // (s|safe) }} =! undefined 'nope' is undefined
{{ nope // 1e308 }} =! undefined 'nope' is undefined
{{ nope // nope }} =! undefined 'nope' is undefined
{{ nope // -4 }} =! undefined 'nope' is undefined
{{ nope // b }} =! undefined 'nope' is undefined
{{ nope // N }} =! undefined 'nope' is undefined
{{ -4 // g }} =! runtime
{{ -4 // nope }} =! undefined 'nope' is undefined
{{ -4 // (s|safe) }} =! runtime
{{ -4 // s.encode() }} =! runtime
{{ -4 // l }} =! runtime
{{ -4 // z }} =! runtime
{{ -4 // h }} => 0.0
{{ (s|safe) // (s|safe) }} =! runtime
{{ (s|safe) // s.encode() }} =! runtime
{{ (s|safe) // h }} =! runtime
{{ (s|safe) // l }} =! runtime
{{ (s|safe) // N }} =! runtime
{{ (s|safe) // f }} =! runtime
{{ (s|safe) // i }} =! runtime
{{ s.encode() // i }} =! runtime
{{ s.encode() // s.encode() }} =! runtime
{{ s.encode() // (s|safe) }} =! runtime
{{ s.encode() // h }} =! runtime
{{ s.encode() // -4 }} =! runtime
{{ s.encode() // f }} =! runtime
{{ s.encode() // range(3) }} =! runtime
{{ range(3) // s.encode() }} =! runtime
{{ range(3) // n }} =! runtime
{{ range(3) // (s|safe) }} =! runtime
{{ range(3) // s }} =! runtime
{{ range(3) // N }} =! runtime
{{ range(3) // -0.5 }} =! runtime
{{ range(3) // h }} =! runtime
{{ 1e308 // e }} =! runtime
{{ 1e308 // (s|safe) }} =! runtime
{{ 1e308 // N }} => -1e+288
{{ 1e308 // s.encode() }} =! runtime
{{ 1e308 // n }} =! runtime
{{ 1e308 // -4 }} => -2.5e+307
{{ 1e308 // -0.5 }} => -inf
{{ -0.5 // z }} =! runtime
{{ -0.5 // b }} => -1.0
{{ -0.5 // s.encode() }} =! runtime
{{ -0.5 // nope }} =! undefined 'nope' is undefined
{{ -0.5 // (1, 2) }} =! runtime
{{ -0.5 // N }} => 0.0
{{ -0.5 // i }} => -1.0
{{ s % g }} =! runtime
{{ s % -4 }} =! runtime
{{ s % 1e308 }} =! runtime
{{ s % i }} =! runtime
{{ s % d }} => ab
{{ s % (1, 2) }} =! runtime
{{ s % nope }} => ab
{{ e % -4 }} =! runtime
{{ e % (s|safe) }} =! runtime
{{ e % d }} =>
{{ e % n }} =! runtime
{{ e % f }} =! runtime
{{ e % (1, 2) }} =! runtime
{{ e % l }} =>
{{ b % s }} =! runtime
{{ b % h }} => -6.5
{{ b % i }} => 1
{{ b % -0.5 }} => -0.0
{{ b % e }} =! runtime
{{ b % f }} => 1.0
{{ b % b }} => 0
{{ n % g }} =! runtime
{{ n % s }} =! runtime
{{ n % l }} =! runtime
{{ n % d }} =! runtime
{{ n % B }} =! runtime
{{ n % -0.5 }} =! runtime
{{ n % range(3) }} =! runtime
{{ i % -4 }} => -1
{{ i % n }} =! runtime
{{ i % -0.5 }} => -0.0
{{ i % 1e308 }} => 3.0
{{ i % (s|safe) }} =! runtime
{{ i % h }} => -4.5
{{ i % B }} => 3
{{ z % f }} => 0.0
{{ z % (s|safe) }} =! runtime
{{ z % (1, 2) }} =! runtime
{{ z % s }} =! runtime
{{ z % N }} => 0
{{ z % range(3) }} =! runtime
{{ z % -4 }} => 0
{{ f % (s|safe) }} =! runtime
{{ f % 1e308 }} => 2.5
{{ f % z }} =! runtime
{{ f % s.encode() }} =! runtime
{{ f % f }} => 0.0
{{ f % -0.5 }} => -0.0
{{ f % h }} => -5.0
{{ g % f }} => 0.0
{{ g % s.encode() }} =! runtime
{{ g % range(3) }} =! runtime
{{ g % i }} => 0.0
{{ g % g }} =! runtime
{{ g % B }} => 0.0
{{ g % nope }} =! undefined 'nope' is undefined
{{ h % z }} =! runtime
{{ h % d }} =! runtime
{{ h % 1e308 }} => 1e+308
{{ h % f }} => 0.0
{{ h % s.encode() }} =! runtime
{{ h % (s|safe) }} =! runtime
{{ h % nope }} =! undefined 'nope' is undefined
{{ l % n }} =! runtime
{{ l % i }} =! runtime
{{ l % g }} =! runtime
{{ l % 1e308 }} =! runtime
{{ l % b }} =! runtime
{{ l % h }} =! runtime
{{ l % f }} =! runtime
{{ d % n }} =! runtime
{{ d % (1, 2) }} =! runtime
{{ d % 1e308 }} =! runtime
{{ d % s.encode() }} =! runtime
{{ d % i }} =! runtime
{{ d % f }} =! runtime
{{ d % -4 }} =! runtime
{{ B % -0.5 }} => -0.0
{{ B % s }} =! runtime
{{ B % n }} =! runtime
{{ B % f }} => 0.0
{{ B % B }} => 0
{{ B % (s|safe) }} =! runtime
{{ B % e }} =! runtime
{{ N % (s|safe) }} =! runtime
{{ N % d }} =! runtime
{{ N % -0.5 }} => -0.0
{{ N % f }} => 0.0
{{ N % b }} => 0
{{ N % -4 }} => 0
{{ N % e }} =! runtime
{{ (1, 2) % s }} =! runtime
{{ (1, 2) % e }} =! runtime
{{ (1, 2) % s.encode() }} =! runtime
{{ (1, 2) % (s|safe) }} =! runtime
{{ (1, 2) % -4 }} =! runtime
{{ (1, 2) % i }} =! runtime
{{ (1, 2) % n }} =! runtime
{{ nope % z }} =! undefined 'nope' is undefined
{{ nope % n }} =! undefined 'nope' is undefined
{{ nope % f }} =! undefined 'nope' is undefined
{{ nope % -0.5 }} =! undefined 'nope' is undefined
{{ nope % s.encode() }} =! undefined 'nope' is undefined
{{ nope % l }} =! undefined 'nope' is undefined
{{ nope % nope }} =! undefined 'nope' is undefined
{{ -4 % n }} =! runtime
{{ -4 % range(3) }} =! runtime
{{ -4 % e }} =! runtime
{{ -4 % i }} => 2
{{ -4 % nope }} =! undefined 'nope' is undefined
{{ -4 % b }} => 0
{{ -4 % N }} => -4
{{ (s|safe) % n }} =! runtime
{{ (s|safe) % d }} => ab
{{ (s|safe) % N }} =! runtime
{{ (s|safe) % nope }} => ab
{{ (s|safe) % (1, 2) }} =! runtime
{{ (s|safe) % B }} =! runtime
{{ (s|safe) % f }} =! runtime
{{ s.encode() % f }} =! runtime
{{ s.encode() % 1e308 }} =! runtime
{{ s.encode() % B }} =! runtime
{{ s.encode() % s }} =! runtime
{{ s.encode() % e }} =! runtime
{{ s.encode() % -0.5 }} =! runtime
{{ s.encode() % b }} =! runtime
{{ range(3) % (1, 2) }} =! runtime
{{ range(3) % nope }} =! undefined 'nope' is undefined
{{ range(3) % B }} =! runtime
{{ range(3) % range(3) }} =! runtime
{{ range(3) % N }} =! runtime
{{ range(3) % f }} =! runtime
{{ range(3) % l }} =! runtime
{{ 1e308 % z }} =! runtime
{{ 1e308 % n }} =! runtime
{{ 1e308 % (s|safe) }} =! runtime
{{ 1e308 % s }} =! runtime
{{ 1e308 % d }} =! runtime
{{ 1e308 % b }} => 0.0
{{ 1e308 % N }} => -2.511428456977688e+19
{{ -0.5 % -0.5 }} => -0.0
{{ -0.5 % N }} => -0.5
{{ -0.5 % range(3) }} =! runtime
{{ -0.5 % f }} => 2.0
{{ -0.5 % (s|safe) }} =! runtime
{{ -0.5 % d }} =! runtime
{{ -0.5 % 1e308 }} => 1e+308
{{ s ** h }} =! runtime
{{ s ** -0.5 }} =! runtime
{{ s ** n }} =! runtime
{{ s ** z }} =! runtime
{{ s ** N }} =! runtime
{{ s ** i }} =! runtime
{{ s ** nope }} =! undefined 'nope' is undefined
{{ e ** d }} =! runtime
{{ e ** s.encode() }} =! runtime
{{ e ** B }} =! runtime
{{ e ** (1, 2) }} =! runtime
{{ e ** z }} =! runtime
{{ e ** N }} =! runtime
{{ e ** n }} =! runtime
{{ b ** z }} => 1
{{ b ** b }} => 1
{{ b ** d }} =! runtime
{{ b ** l }} =! runtime
{{ b ** -4 }} => 1.0
{{ b ** n }} =! runtime
{{ b ** s }} =! runtime
{{ n ** B }} =! runtime
{{ n ** 1e308 }} =! runtime
{{ n ** e }} =! runtime
{{ n ** g }} =! runtime
{{ n ** h }} =! runtime
{{ n ** l }} =! runtime
{{ n ** z }} =! runtime
{{ i ** f }} => 15.588457268119896
{{ i ** N }} => 0.0
{{ i ** range(3) }} =! runtime
{{ i ** z }} => 1
{{ i ** b }} => 3
{{ i ** 1e308 }} =! runtime
{{ i ** h }} => 0.00026399189263357376
{{ z ** -4 }} =! runtime
{{ z ** f }} => 0.0
{{ z ** n }} =! runtime
{{ z ** N }} =! runtime
{{ z ** s }} =! runtime
{{ z ** range(3) }} =! runtime
{{ z ** l }} =! runtime
{{ f ** n }} =! runtime
{{ f ** g }} => 1.0
{{ f ** h }} => 0.0010362151436839745
{{ f ** nope }} =! undefined 'nope' is undefined
{{ f ** N }} => 0.0
{{ f ** e }} =! runtime
{{ f ** (s|safe) }} =! runtime
{{ g ** f }} => 0.0
{{ g ** N }} =! runtime
{{ g ** s }} =! runtime
{{ g ** n }} =! runtime
{{ g ** h }} =! runtime
{{ g ** (s|safe) }} =! runtime
{{ g ** i }} => 0.0
{{ h ** d }} =! runtime
{{ h ** s.encode() }} =! runtime
{{ h ** 1e308 }} =! runtime
{{ h ** (s|safe) }} =! runtime
{{ h ** (1, 2) }} =! runtime
{{ h ** n }} =! runtime
{{ l ** nope }} =! undefined 'nope' is undefined
{{ l ** b }} =! runtime
{{ l ** s.encode() }} =! runtime
{{ l ** e }} =! runtime
{{ l ** N }} =! runtime
{{ l ** z }} =! runtime
{{ l ** f }} =! runtime
{{ d ** -4 }} =! runtime
{{ d ** z }} =! runtime
{{ d ** -0.5 }} =! runtime
{{ d ** s.encode() }} =! runtime
{{ d ** e }} =! runtime
{{ d ** (1, 2) }} =! runtime
{{ d ** g }} =! runtime
{{ B ** (1, 2) }} =! runtime
{{ B ** l }} =! runtime
{{ B ** (s|safe) }} =! runtime
{{ B ** N }} => 0.0
{{ B ** 1e308 }} =! runtime
{{ B ** h }} => 1e-150
{{ N ** l }} =! runtime
{{ N ** -4 }} => 1e-80
{{ N ** s.encode() }} =! runtime
{{ N ** (s|safe) }} =! runtime
{{ N ** s }} =! runtime
{{ (1, 2) ** s }} =! runtime
{{ (1, 2) ** g }} =! runtime
{{ (1, 2) ** range(3) }} =! runtime
{{ (1, 2) ** e }} =! runtime
{{ (1, 2) ** z }} =! runtime
{{ (1, 2) ** (1, 2) }} =! runtime
{{ (1, 2) ** N }} =! runtime
{{ nope ** N }} =! undefined 'nope' is undefined
{{ nope ** e }} =! undefined 'nope' is undefined
{{ nope ** d }} =! undefined 'nope' is undefined
{{ nope ** -0.5 }} =! undefined 'nope' is undefined
{{ nope ** 1e308 }} =! undefined 'nope' is undefined
{{ nope ** range(3) }} =! undefined 'nope' is undefined
{{ nope ** (s|safe) }} =! undefined 'nope' is undefined
{{ -4 ** g }} => -1.0
{{ -4 ** (1, 2) }} =! runtime
{{ -4 ** -4 }} => 0.00390625
{{ -4 ** h }} => -3.0517578125e-05
{{ -4 ** e }} =! runtime
{{ -4 ** s.encode() }} =! runtime
{{ (s|safe) ** n }} =! runtime
{{ (s|safe) ** nope }} =! undefined 'nope' is undefined
{{ (s|safe) ** i }} =! runtime
{{ (s|safe) ** g }} =! runtime
{{ (s|safe) ** -0.5 }} =! runtime
{{ (s|safe) ** e }} =! runtime
{{ (s|safe) ** l }} =! runtime
{{ s.encode() ** (1, 2) }} =! runtime
{{ s.encode() ** nope }} =! undefined 'nope' is undefined
{{ s.encode() ** n }} =! runtime
{{ s.encode() ** f }} =! runtime
{{ s.encode() ** e }} =! runtime
{{ s.encode() ** B }} =! runtime
{{ s.encode() ** h }} =! runtime
{{ range(3) ** i }} =! runtime
{{ range(3) ** n }} =! runtime
{{ range(3) ** B }} =! runtime
{{ range(3) ** nope }} =! undefined 'nope' is undefined
{{ range(3) ** -0.5 }} =! runtime
{{ range(3) ** (1, 2) }} =! runtime
{{ range(3) ** g }} =! runtime
{{ 1e308 ** 1e308 }} =! runtime
{{ 1e308 ** h }} => 0.0
{{ 1e308 ** range(3) }} =! runtime
{{ 1e308 ** (1, 2) }} =! runtime
{{ 1e308 ** B }} =! runtime
{{ 1e308 ** i }} =! runtime
{{ 1e308 ** -4 }} => 0.0
{{ -0.5 ** i }} => -0.125
{{ -0.5 ** g }} => -1.0
{{ -0.5 ** -4 }} => 16.0
{{ -0.5 ** n }} =! runtime
{{ -0.5 ** (s|safe) }} =! runtime
{{ -0.5 ** l }} =! runtime
{{ -0.5 ** N }} =! runtime
{{ s ~ (s|safe) }} => abab
{{ s ~ 1e308 }} => ab1e+308
{{ s ~ B }} => ab100000000000000000000
{{ s ~ h }} => ab-7.5
{{ s ~ s.encode() }} => abb'ab'
{{ s ~ f }} => ab2.5
{{ s ~ d }} => ab{'k': 1}
{{ e ~ h }} => -7.5
{{ e ~ g }} => 0.0
{{ e ~ f }} => 2.5
{{ e ~ 1e308 }} => 1e+308
{{ e ~ (s|safe) }} => ab
{{ e ~ range(3) }} => range(0, 3)
{{ e ~ nope }} =>
{{ b ~ e }} => True
{{ b ~ -0.5 }} => True-0.5
{{ b ~ s }} => Trueab
{{ b ~ h }} => True-7.5
{{ b ~ s.encode() }} => Trueb'ab'
{{ b ~ (1, 2) }} => True(1, 2)
{{ b ~ range(3) }} => Truerange(0, 3)
{{ n ~ 1e308 }} => None1e+308
{{ n ~ e }} => None
{{ n ~ n }} => NoneNone
{{ n ~ g }} => None0.0
{{ n ~ h }} => None-7.5
{{ n ~ b }} => NoneTrue
{{ n ~ N }} => None-100000000000000000000
{{ i ~ b }} => 3True
{{ i ~ z }} => 30
{{ i ~ s.encode() }} => 3b'ab'
{{ i ~ g }} => 30.0
{{ i ~ B }} => 3100000000000000000000
{{ i ~ -4 }} => 3-4
{{ i ~ range(3) }} => 3range(0, 3)
{{ z ~ B }} => 0100000000000000000000
{{ z ~ f }} => 02.5
{{ z ~ d }} => 0{'k': 1}
{{ z ~ range(3) }} => 0range(0, 3)
{{ z ~ -4 }} => 0-4
{{ z ~ i }} => 03
{{ z ~ (1, 2) }} => 0(1, 2)
{{ f ~ b }} => 2.5True
{{ f ~ n }} => 2.5None
{{ f ~ nope }} => 2.5
{{ f ~ f }} => 2.52.5
{{ f ~ range(3) }} => 2.5range(0, 3)
{{ f ~ (1, 2) }} => 2.5(1, 2)
{{ f ~ B }} => 2.5100000000000000000000
{{ g ~ h }} => 0.0-7.5
{{ g ~ N }} => 0.0-100000000000000000000
{{ g ~ i }} => 0.03
{{ g ~ B }} => 0.0100000000000000000000
{{ g ~ range(3) }} => 0.0range(0, 3)
{{ g ~ d }} => 0.0{'k': 1}
{{ g ~ (s|safe) }} => 0.0ab
{{ h ~ s.encode() }} => -7.5b'ab'
{{ h ~ z }} => -7.50
{{ h ~ (1, 2) }} => -7.5(1, 2)
{{ h ~ B }} => -7.5100000000000000000000
{{ h ~ n }} => -7.5None
{{ h ~ nope }} => -7.5
{{ h ~ -4 }} => -7.5-4
{{ l ~ d }} => [1, 'x']{'k': 1}
{{ l ~ b }} => [1, 'x']True
{{ l ~ s.encode() }} => [1, 'x']b'ab'
{{ l ~ 1e308 }} => [1, 'x']1e+308
{{ l ~ (1, 2) }} => [1, 'x'](1, 2)
{{ l ~ -4 }} => [1, 'x']-4
{{ l ~ (s|safe) }} => [1, 'x']ab
{{ d ~ nope }} => {'k': 1}
{{ d ~ l }} => {'k': 1}[1, 'x']
{{ d ~ s }} => {'k': 1}ab
{{ d ~ b }} => {'k': 1}True
{{ d ~ 1e308 }} => {'k': 1}1e+308
{{ d ~ f }} => {'k': 1}2.5
{{ d ~ -0.5 }} => {'k': 1}-0.5
{{ B ~ 1e308 }} => 1000000000000000000001e+308
{{ B ~ b }} => 100000000000000000000True
{{ B ~ l }} => 100000000000000000000[1, 'x']
{{ B ~ -4 }} => 100000000000000000000-4
{{ B ~ d }} => 100000000000000000000{'k': 1}
{{ B ~ range(3) }} => 100000000000000000000range(0, 3)
{{ B ~ nope }} => 100000000000000000000
{{ N ~ i }} => -1000000000000000000003
{{ N ~ g }} => -1000000000000000000000.0
{{ N ~ B }} => -100000000000000000000100000000000000000000
{{ N ~ d }} => -100000000000000000000{'k': 1}
{{ N ~ range(3) }} => -100000000000000000000range(0, 3)
{{ N ~ n }} => -100000000000000000000None
{{ N ~ z }} => -1000000000000000000000
{{ (1, 2) ~ nope }} => (1, 2)
{{ (1, 2) ~ range(3) }} => (1, 2)range(0, 3)
{{ (1, 2) ~ h }} => (1, 2)-7.5
{{ (1, 2) ~ -0.5 }} => (1, 2)-0.5
{{ (1, 2) ~ (s|safe) }} => (1, 2)ab
{{ (1, 2) ~ l }} => (1, 2)[1, 'x']
{{ (1, 2) ~ g }} => (1, 2)0.0
{{ nope ~ d }} => {'k': 1}
{{ nope ~ g }} => 0.0
{{ nope ~ N }} => -100000000000000000000
{{ nope ~ (s|safe) }} => ab
{{ nope ~ 1e308 }} => 1e+308
{{ nope ~ b }} => True
{{ nope ~ z }} => 0
{{ -4 ~ B }} => -4100000000000000000000
{{ -4 ~ s }} => -4ab
{{ -4 ~ -0.5 }} => -4-0.5
{{ -4 ~ N }} => -4-100000000000000000000
{{ -4 ~ s.encode() }} => -4b'ab'
{{ -4 ~ f }} => -42.5
{{ -4 ~ range(3) }} => -4range(0, 3)
{{ (s|safe) ~ range(3) }} => abrange(0, 3)
{{ (s|safe) ~ B }} => ab100000000000000000000
{{ (s|safe) ~ N }} => ab-100000000000000000000
{{ (s|safe) ~ s.encode() }} => abb'ab'
{{ (s|safe) ~ i }} => ab3
{{ (s|safe) ~ z }} => ab0
{{ (s|safe) ~ b }} => abTrue
{{ s.encode() ~ b }} => b'ab'True
{{ s.encode() ~ nope }} => b'ab'
{{ s.encode() ~ l }} => b'ab'[1, 'x']
{{ s.encode() ~ s }} => b'ab'ab
{{ s.encode() ~ g }} => b'ab'0.0
{{ s.encode() ~ e }} => b'ab'
{{ s.encode() ~ h }} => b'ab'-7.5
{{ range(3) ~ z }} => range(0, 3)0
{{ range(3) ~ range(3) }} => range(0, 3)range(0, 3)
{{ range(3) ~ l }} => range(0, 3)[1, 'x']
{{ range(3) ~ s }} => range(0, 3)ab
{{ range(3) ~ (1, 2) }} => range(0, 3)(1, 2)
{{ range(3) ~ b }} => range(0, 3)True
{{ range(3) ~ 1e308 }} => range(0, 3)1e+308
{{ 1e308 ~ s.encode() }} => 1e+308b'ab'
{{ 1e308 ~ l }} => 1e+308[1, 'x']
{{ 1e308 ~ -0.5 }} => 1e+308-0.5
{{ 1e308 ~ b }} => 1e+308True
{{ 1e308 ~ d }} => 1e+308{'k': 1}
{{ 1e308 ~ range(3) }} => 1e+308range(0, 3)
{{ 1e308 ~ i }} => 1e+3083
{{ -0.5 ~ n }} => -0.5None
{{ -0.5 ~ d }} => -0.5{'k': 1}
{{ -0.5 ~ b }} => -0.5True
{{ -0.5 ~ s }} => -0.5ab
{{ -0.5 ~ i }} => -0.53
{{ -0.5 ~ -0.5 }} => -0.5-0.5
{{ -0.5 ~ B }} => -0.5100000000000000000000
{{ s == -0.5 }} => False
{{ s == (1, 2) }} => False
{{ s == g }} => False
{{ s == range(3) }} => False
{{ s == -4 }} => False
{{ s == d }} => False
{{ s == N }} => False
{{ e == nope }} => False
{{ e == N }} => False
{{ e == B }} => False
{{ e == d }} => False
{{ e == s.encode() }} => False
{{ e == i }} => False
{{ e == g }} => False
{{ b == -4 }} => False
{{ b == s.encode() }} => False
{{ b == b }} => True
{{ b == e }} => False
{{ b == (1, 2) }} => False
{{ b == B }} => False
{{ b == (s|safe) }} => False
{{ n == s }} => False
{{ n == N }} => False
{{ n == b }} => False
{{ n == nope }} => False
{{ n == -0.5 }} => False
{{ n == B }} => False
{{ n == -4 }} => False
{{ i == s }} => False
{{ i == n }} => False
{{ i == (1, 2) }} => False
{{ i == range(3) }} => False
{{ i == i }} => True
{{ i == g }} => False
{{ i == B }} => False
{{ z == z }} => True
{{ z == N }} => False
{{ z == -0.5 }} => False
{{ z == d }} => False
{{ z == f }} => False
{{ z == 1e308 }} => False
{{ z == (s|safe) }} => False
{{ f == (s|safe) }} => False
{{ f == l }} => False
{{ f == h }} => False
{{ f == e }} => False
{{ f == -4 }} => False
{{ f == 1e308 }} => False
{{ f == B }} => False
{{ g == n }} => False
{{ g == l }} => False
{{ g == i }} => False
{{ g == z }} => True
{{ g == e }} => False
{{ g == nope }} => False
{{ g == s }} => False
{{ h == range(3) }} => False
{{ h == -4 }} => False
{{ h == e }} => False
{{ h == d }} => False
{{ h == n }} => False
{{ h == f }} => False
{{ h == b }} => False
{{ l == B }} => False
{{ l == f }} => False
{{ l == range(3) }} => False
{{ l == g }} => False
{{ l == -4 }} => False
{{ l == s.encode() }} => False
{{ l == (s|safe) }} => False
{{ d == z }} => False
{{ d == h }} => False
{{ d == N }} => False
{{ d == -0.5 }} => False
{{ d == l }} => False
{{ d == -4 }} => False
{{ d == (1, 2) }} => False
{{ B == h }} => False
{{ B == -4 }} => False
{{ B == N }} => False
{{ B == d }} => False
{{ B == b }} => False
{{ B == 1e308 }} => False
{{ B == (1, 2) }} => False
{{ N == g }} => False
{{ N == N }} => True
{{ N == e }} => False
{{ N == f }} => False
{{ N == i }} => False
{{ N == 1e308 }} => False
{{ N == h }} => False
{{ (1, 2) == (s|safe) }} => False
{{ (1, 2) == h }} => False
{{ (1, 2) == e }} => False
{{ (1, 2) == g }} => False
{{ (1, 2) == s }} => False
{{ (1, 2) == -4 }} => False
{{ (1, 2) == nope }} => False
{{ nope == B }} => False
{{ nope == nope }} => True
{{ nope == g }} => False
{{ nope == (1, 2) }} => False
{{ nope == z }} => False
{{ nope == s.encode() }} => False
{{ nope == b }} => False
{{ -4 == d }} => False
{{ -4 == i }} => False
{{ -4 == h }} => False
{{ -4 == (s|safe) }} => False
{{ -4 == 1e308 }} => False
{{ -4 == range(3) }} => False
{{ -4 == -4 }} => True
{{ (s|safe) == s.encode() }} => False
{{ (s|safe) == e }} => False
{{ (s|safe) == i }} => False
{{ (s|safe) == z }} => False
{{ (s|safe) == s }} => True
{{ (s|safe) == f }} => False
{{ (s|safe) == (1, 2) }} => False
{{ s.encode() == i }} => False
{{ s.encode() == -0.5 }} => False
{{ s.encode() == b }} => False
{{ s.encode() == B }} => False
{{ s.encode() == h }} => False
{{ s.encode() == n }} => False
{{ s.encode() == nope }} => False
{{ range(3) == -4 }} => False
{{ range(3) == nope }} => False
{{ range(3) == b }} => False
{{ range(3) == s.encode() }} => False
{{ range(3) == (s|safe) }} => False
{{ range(3) == l }} => False
{{ range(3) == s }} => False
{{ 1e308 == f }} => False
{{ 1e308 == (1, 2) }} => False
{{ 1e308 == -0.5 }} => False
{{ 1e308 == b }} => False
{{ 1e308 == nope }} => False
{{ 1e308 == range(3) }} => False
{{ 1e308 == s }} => False
{{ -0.5 == s.encode() }} => False
{{ -0.5 == (1, 2) }} => False
{{ -0.5 == (s|safe) }} => False
{{ -0.5 == -4 }} => False
{{ -0.5 == z }} => False
{{ -0.5 == l }} => False
{{ -0.5 == range(3) }} => False
{{ s != l }} => True
{{ s != N }} => True
{{ s != b }} => True
{{ s != s.encode() }} => True
{{ s != -0.5 }} => True
{{ s != nope }} => True
{{ s != d }} => True
{{ e != b }} => True
{{ e != B }} => True
{{ e != -0.5 }} => True
{{ e != i }} => True
{{ e != n }} => True
{{ e != N }} => True
{{ e != d }} => True
{{ b != nope }} => True
{{ b != n }} => True
{{ b != -0.5 }} => True
{{ b != s }} => True
{{ b != N }} => True
{{ b != -4 }} => True
{{ b != 1e308 }} => True
{{ n != l }} => True
{{ n != range(3) }} => True
{{ n != n }} => False
{{ n != nope }} => True
{{ n != s }} => True
{{ n != f }} => True
{{ n != s.encode() }} => True
{{ i != 1e308 }} => True
{{ i != i }} => False
{{ i != l }} => True
{{ i != N }} => True
{{ i != range(3) }} => True
{{ i != d }} => True
{{ i != s.encode() }} => True
{{ z != N }} => True
{{ z != s.encode() }} => True
{{ z != b }} => True
{{ z != h }} => True
{{ z != f }} => True
{{ z != (s|safe) }} => True
{{ z != -4 }} => True
{{ f != n }} => True
{{ f != d }} => True
{{ f != l }} => True
{{ f != h }} => True
{{ f != -4 }} => True
{{ f != 1e308 }} => True
{{ f != g }} => True
{{ g != N }} => True
{{ g != b }} => True
{{ g != n }} => True
{{ g != i }} => True
{{ g != range(3) }} => True
{{ g != s.encode() }} => True
{{ g != d }} => True
{{ h != -0.5 }} => True
{{ h != z }} => True
{{ h != 1e308 }} => True
{{ h != f }} => True
{{ h != N }} => True
{{ h != e }} => True
{{ h != (1, 2) }} => True
{{ l != nope }} => True
{{ l != range(3) }} => True
{{ l != b }} => True
{{ l != n }} => True
{{ l != g }} => True
{{ l != e }} => True
{{ l != 1e308 }} => True
{{ d != n }} => True
{{ d != (1, 2) }} => True
{{ d != 1e308 }} => True
{{ d != b }} => True
{{ d != d }} => False
{{ d != range(3) }} => True
{{ d != nope }} => True
{{ B != (s|safe) }} => True
{{ B != i }} => True
{{ B != f }} => True
{{ B != 1e308 }} => True
{{ B != N }} => True
{{ B != -4 }} => True
{{ B != z }} => True
{{ N != (1, 2) }} => True
{{ N != 1e308 }} => True
{{ N != s }} => True
{{ N != N }} => False
{{ N != d }} => True
{{ N != g }} => True
{{ N != (s|safe) }} => True
{{ (1, 2) != 1e308 }} => True
{{ (1, 2) != (s|safe) }} => True
{{ (1, 2) != s }} => True
{{ (1, 2) != h }} => True
{{ (1, 2) != d }} => True
{{ (1, 2) != f }} => True
{{ (1, 2) != z }} => True
{{ nope != l }} => True
{{ nope != nope }} => False
{{ nope != n }} => True
{{ nope != s.encode() }} => True
{{ nope != N }} => True
{{ nope != f }} => True
{{ nope != h }} => True
{{ -4 != d }} => True
{{ -4 != l }} => True
{{ -4 != n }} => True
{{ -4 != z }} => True
{{ -4 != h }} => True
{{ -4 != 1e308 }} => True
{{ -4 != (s|safe) }} => True
{{ (s|safe) != g }} => True
{{ (s|safe) != B }} => True
{{ (s|safe) != (s|safe) }} => False
{{ (s|safe) != range(3) }} => True
{{ (s|safe) != i }} => True
{{ (s|safe) != f }} => True
{{ (s|safe) != nope }} => True
{{ s.encode() != (s|safe) }} => True
{{ s.encode() != f }} => True
{{ s.encode() != range(3) }} => True
{{ s.encode() != s }} => True
{{ s.encode() != 1e308 }} => True
{{ s.encode() != b }} => True
{{ s.encode() != -4 }} => True
{{ range(3) != g }} => True
{{ range(3) != -4 }} => True
{{ range(3) != range(3) }} => False
{{ range(3) != (1, 2) }} => True
{{ range(3) != d }} => True
{{ range(3) != (s|safe) }} => True
{{ range(3) != e }} => True
{{ 1e308 != B }} => True
{{ 1e308 != h }} => True
{{ 1e308 != nope }} => True
{{ 1e308 != n }} => True
{{ 1e308 != range(3) }} => True
{{ 1e308 != i }} => True
{{ 1e308 != s.encode() }} => True
{{ -0.5 != range(3) }} => True
{{ -0.5 != s.encode() }} => True
{{ -0.5 != 1e308 }} => True
{{ -0.5 != -0.5 }} => False
{{ -0.5 != b }} => True
{{ -0.5 != h }} => True
{{ -0.5 != (s|safe) }} => True
{{ s < d }} =! runtime
{{ s < 1e308 }} =! runtime
{{ s < i }} =! runtime
{{ s < n }} =! runtime
{{ s < s }} => False
{{ s < l }} =! runtime
{{ s < -0.5 }} =! runtime
{{ e < B }} =! runtime
{{ e < g }} =! runtime
{{ e < range(3) }} =! runtime
{{ e < -0.5 }} =! runtime
{{ e < z }} =! runtime
{{ e < (s|safe) }} => True
{{ e < l }} =! runtime
{{ b < s.encode() }} =! runtime
{{ b < b }} => False
{{ b < nope }} =! undefined 'nope' is undefined
{{ b < e }} =! runtime
{{ b < N }} => False
{{ b < z }} => False
{{ b < (s|safe) }} =! runtime
{{ n < i }} =! runtime
{{ n < l }} =! runtime
{{ n < N }} =! runtime
{{ n < s }} =! runtime
{{ n < z }} =! runtime
{{ n < f }} =! runtime
{{ n < -4 }} =! runtime
{{ i < nope }} =! undefined 'nope' is undefined
{{ i < e }} =! runtime
{{ i < i }} => False
{{ i < (s|safe) }} =! runtime
{{ i < N }} => False
{{ i < n }} =! runtime
{{ i < l }} =! runtime
{{ z < N }} => False
{{ z < z }} => False
{{ z < d }} =! runtime
{{ z < (s|safe) }} =! runtime
{{ z < i }} => True
{{ z < h }} => False
{{ z < n }} =! runtime
{{ f < range(3) }} =! runtime
{{ f < d }} =! runtime
{{ f < e }} =! runtime
{{ f < -0.5 }} => False
{{ f < i }} => True
{{ f < N }} => False
{{ f < g }} => False
{{ g < 1e308 }} => True
{{ g < n }} =! runtime
{{ g < -4 }} => False
{{ g < B }} => True
{{ g < (1, 2) }} =! runtime
{{ g < (s|safe) }} =! runtime
{{ g < N }} => False
{{ h < l }} =! runtime
{{ h < -4 }} => True
{{ h < nope }} =! undefined 'nope' is undefined
{{ h < (1, 2) }} =! runtime
{{ h < s.encode() }} =! runtime
{{ h < n }} =! runtime
{{ h < -0.5 }} => True
{{ l < n }} =! runtime
{{ l < (s|safe) }} =! runtime
{{ l < d }} =! runtime
{{ l < 1e308 }} =! runtime
{{ l < s.encode() }} =! runtime
{{ l < (1, 2) }} =! runtime
{{ l < f }} =! runtime
{{ d < s }} =! runtime
{{ d < d }} =! runtime
{{ d < e }} =! runtime
{{ d < l }} =! runtime
{{ d < (1, 2) }} =! runtime
{{ d < N }} =! runtime
{{ d < s.encode() }} =! runtime
{{ B < d }} =! runtime
{{ B < l }} =! runtime
{{ B < range(3) }} =! runtime
{{ B < b }} => False
{{ B < g }} => False
{{ B < n }} =! runtime
{{ B < (1, 2) }} =! runtime
{{ N < nope }} =! undefined 'nope' is undefined
{{ N < g }} => True
{{ N < (s|safe) }} =! runtime
{{ N < N }} => False
{{ N < e }} =! runtime
{{ N < -4 }} => True
{{ N < B }} => True
{{ (1, 2) < n }} =! runtime
{{ (1, 2) < (s|safe) }} =! runtime
{{ (1, 2) < g }} =! runtime
{{ (1, 2) < s.encode() }} =! runtime
{{ (1, 2) < l }} =! runtime
{{ (1, 2) < N }} =! runtime
{{ (1, 2) < -0.5 }} =! runtime
{{ nope < b }} =! undefined 'nope' is undefined
{{ nope < B }} =! undefined 'nope' is undefined
{{ nope < s.encode() }} =! undefined 'nope' is undefined
{{ nope < (1, 2) }} =! undefined 'nope' is undefined
{{ nope < z }} =! undefined 'nope' is undefined
{{ nope < g }} =! undefined 'nope' is undefined
{{ nope < d }} =! undefined 'nope' is undefined
{{ -4 < (1, 2) }} =! runtime
{{ -4 < range(3) }} =! runtime
{{ -4 < n }} =! runtime
{{ -4 < b }} => True
{{ -4 < 1e308 }} => True
{{ -4 < i }} => True
{{ -4 < e }} =! runtime
{{ (s|safe) < s.encode() }} =! runtime
{{ (s|safe) < range(3) }} =! runtime
{{ (s|safe) < nope }} =! undefined 'nope' is undefined
{{ (s|safe) < s }} => False
{{ (s|safe) < l }} =! runtime
{{ (s|safe) < g }} =! runtime
{{ (s|safe) < B }} =! runtime
{{ s.encode() < l }} =! runtime
{{ s.encode() < s }} =! runtime
{{ s.encode() < d }} =! runtime
{{ s.encode() < z }} =! runtime
{{ s.encode() < b }} =! runtime
{{ s.encode() < nope }} =! undefined 'nope' is undefined
{{ s.encode() < -4 }} =! runtime
{{ range(3) < nope }} =! undefined 'nope' is undefined
{{ range(3) < (s|safe) }} =! runtime
{{ range(3) < N }} =! runtime
{{ range(3) < i }} =! runtime
{{ range(3) < B }} =! runtime
{{ range(3) < g }} =! runtime
{{ range(3) < s }} =! runtime
{{ 1e308 < l }} =! runtime
{{ 1e308 < s }} =! runtime
{{ 1e308 < nope }} =! undefined 'nope' is undefined
{{ 1e308 < d }} =! runtime
{{ 1e308 < -0.5 }} => False
{{ 1e308 < s.encode() }} =! runtime
{{ 1e308 < g }} => False
{{ -0.5 < i }} => True
{{ -0.5 < -4 }} => False
{{ -0.5 < f }} => True
{{ -0.5 < range(3) }} =! runtime
{{ -0.5 < l }} =! runtime
{{ -0.5 < e }} =! runtime
{{ -0.5 < n }} =! runtime
{{ s <= d }} =! runtime
{{ s <= B }} =! runtime
{{ s <= -4 }} =! runtime
{{ s <= s }} => True
{{ s <= z }} =! runtime
{{ s <= f }} =! runtime
{{ s <= h }} =! runtime
{{ e <= -0.5 }} =! runtime
{{ e <= g }} =! runtime
{{ e <= f }} =! runtime
{{ e <= e }} => True
{{ e <= n }} =! runtime
{{ e <= l }} =! runtime
{{ e <= B }} =! runtime
{{ b <= d }} =! runtime
{{ b <= h }} => False
{{ b <= (1, 2) }} =! runtime
{{ b <= i }} => True
{{ b <= -0.5 }} => False
{{ b <= nope }} =! undefined 'nope' is undefined
{{ b <= f }} => True
{{ n <= b }} =! runtime
{{ n <= z }} =! runtime
{{ n <= g }} =! runtime
{{ n <= l }} =! runtime
{{ n <= n }} =! runtime
{{ n <= f }} =! runtime
{{ n <= i }} =! runtime
{{ i <= z }} => False
{{ i <= g }} => False
{{ i <= (s|safe) }} =! runtime
{{ i <= l }} =! runtime
{{ i <= h }} => False
{{ i <= B }} => True
{{ i <= N }} => False
{{ z <= (s|safe) }} =! runtime
{{ z <= n }} =! runtime
{{ z <= range(3) }} =! runtime
{{ z <= -0.5 }} => False
{{ z <= g }} => True
{{ z <= l }} =! runtime
{{ z <= nope }} =! undefined 'nope' is undefined
{{ f <= z }} => False
{{ f <= g }} => False
{{ f <= h }} => False
{{ f <= i }} => True
{{ f <= b }} => False
{{ f <= nope }} =! undefined 'nope' is undefined
{{ f <= e }} =! runtime
{{ g <= nope }} =! undefined 'nope' is undefined
{{ g <= (s|safe) }} =! runtime
{{ g <= b }} => True
{{ g <= 1e308 }} => True
{{ g <= e }} =! runtime
{{ g <= s }} =! runtime
{{ g <= l }} =! runtime
{{ h <= range(3) }} =! runtime
{{ h <= l }} =! runtime
{{ h <= s.encode() }} =! runtime
{{ h <= h }} => True
{{ h <= (1, 2) }} =! runtime
{{ h <= b }} => True
{{ h <= -4 }} => True
{{ l <= l }} => True
{{ l <= f }} =! runtime
{{ l <= g }} =! runtime
{{ l <= z }} =! runtime
{{ l <= h }} =! runtime
{{ l <= s }} =! runtime
{{ l <= b }} =! runtime
{{ d <= i }} =! runtime
{{ d <= e }} =! runtime
{{ d <= nope }} =! undefined 'nope' is undefined
{{ d <= N }} =! runtime
{{ d <= s }} =! runtime
{{ d <= -4 }} =! runtime
{{ d <= (s|safe) }} =! runtime
{{ B <= z }} => False
{{ B <= b }} => False
{{ B <= s.encode() }} =! runtime
{{ B <= B }} => True
{{ B <= d }} =! runtime
{{ B <= -4 }} => False
{{ B <= N }} => False
{{ N <= e }} =! runtime
{{ N <= (s|safe) }} =! runtime
{{ N <= l }} =! runtime
{{ N <= 1e308 }} => True
{{ N <= s.encode() }} =! runtime
{{ N <= z }} => True
{{ N <= range(3) }} =! runtime
{{ (1, 2) <= z }} =! runtime
{{ (1, 2) <= n }} =! runtime
{{ (1, 2) <= (1, 2) }} => True
{{ (1, 2) <= g }} =! runtime
{{ (1, 2) <= nope }} =! undefined 'nope' is undefined
{{ (1, 2) <= h }} =! runtime
{{ (1, 2) <= N }} =! runtime
{{ nope <= g }} =! undefined 'nope' is undefined
{{ nope <= h }} =! undefined 'nope' is undefined
{{ nope <= -4 }} =! undefined 'nope' is undefined
{{ nope <= s.encode() }} =! undefined 'nope' is undefined
{{ nope <= -0.5 }} =! undefined 'nope' is undefined
{{ nope <= range(3) }} =! undefined 'nope' is undefined
{{ nope <= i }} =! undefined 'nope' is undefined
{{ -4 <= e }} =! runtime
{{ -4 <= f }} => True
{{ -4 <= -0.5 }} => True
{{ -4 <= nope }} =! undefined 'nope' is undefined
{{ -4 <= z }} => True
{{ -4 <= d }} =! runtime
{{ -4 <= b }} => True
{{ (s|safe) <= 1e308 }} =! runtime
{{ (s|safe) <= s }} => True
{{ (s|safe) <= -4 }} =! runtime
{{ (s|safe) <= (1, 2) }} =! runtime
{{ (s|safe) <= (s|safe) }} => True
{{ (s|safe) <= nope }} =! undefined 'nope' is undefined
{{ (s|safe) <= B }} =! runtime
{{ s.encode() <= h }} =! runtime
{{ s.encode() <= s }} =! runtime
{{ s.encode() <= b }} =! runtime
{{ s.encode() <= n }} =! runtime
{{ s.encode() <= z }} =! runtime
{{ s.encode() <= g }} =! runtime
{{ s.encode() <= l }} =! runtime
{{ range(3) <= i }} =! runtime
{{ range(3) <= e }} =! runtime
{{ range(3) <= l }} =! runtime
{{ range(3) <= (1, 2) }} =! runtime
{{ range(3) <= 1e308 }} =! runtime
{{ range(3) <= d }} =! runtime
{{ range(3) <= s.encode() }} =! runtime
{{ 1e308 <= 1e308 }} => True
{{ 1e308 <= (s|safe) }} =! runtime
{{ 1e308 <= h }} => False
{{ 1e308 <= -4 }} => False
{{ 1e308 <= b }} => False
{{ 1e308 <= z }} => False
{{ 1e308 <= f }} => False
{{ -0.5 <= h }} => False
{{ -0.5 <= g }} => True
{{ -0.5 <= z }} => True
{{ -0.5 <= -4 }} => False
{{ -0.5 <= nope }} =! undefined 'nope' is undefined
{{ -0.5 <= e }} =! runtime
{{ -0.5 <= range(3) }} =! runtime
{{ s > (1, 2) }} =! runtime
{{ s > nope }} =! undefined 'nope' is undefined
{{ s > B }} =! runtime
{{ s > f }} =! runtime
{{ s > e }} => True
{{ s > i }} =! runtime
{{ s > g }} =! runtime
{{ e > 1e308 }} =! runtime
{{ e > i }} =! runtime
{{ e > -0.5 }} =! runtime
{{ e > nope }} =! undefined 'nope' is undefined
{{ e > (s|safe) }} => False
{{ e > e }} => False
{{ e > s }} => False
{{ b > g }} => True
{{ b > (1, 2) }} =! runtime
{{ b > (s|safe) }} =! runtime
{{ b > i }} => False
{{ b > b }} => False
{{ b > N }} => True
{{ b > h }} => True
{{ n > l }} =! runtime
{{ n > -4 }} =! runtime
{{ n > (1, 2) }} =! runtime
{{ n > b }} =! runtime
{{ n > e }} =! runtime
{{ n > g }} =! runtime
{{ n > i }} =! runtime
{{ i > h }} => True
{{ i > n }} =! runtime
{{ i > s.encode() }} =! runtime
{{ i > g }} => True
{{ i > (1, 2) }} =! runtime
{{ i > nope }} =! undefined 'nope' is undefined
{{ i > e }} =! runtime
{{ z > g }} => False
{{ z > B }} => False
{{ z > l }} =! runtime
{{ z > d }} =! runtime
{{ z > f }} => False
{{ z > e }} =! runtime
{{ z > b }} => False
{{ f > N }} => True
{{ f > range(3) }} =! runtime
{{ f > e }} =! runtime
{{ f > d }} =! runtime
{{ f > z }} => True
{{ f > nope }} =! undefined 'nope' is undefined
{{ f > (1, 2) }} =! runtime
{{ g > N }} => True
{{ g > f }} => False
{{ g > -0.5 }} => True
{{ g > range(3) }} =! runtime
{{ g > e }} =! runtime
{{ g > 1e308 }} => False
{{ g > -4 }} => True
{{ h > B }} => False
{{ h > g }} => False
{{ h > z }} => False
{{ h > s.encode() }} =! runtime
{{ h > range(3) }} =! runtime
{{ h > -4 }} => False
{{ h > n }} =! runtime
{{ l > N }} =! runtime
{{ l > f }} =! runtime
{{ l > nope }} =! undefined 'nope' is undefined
{{ l > l }} => False
{{ l > -4 }} =! runtime
{{ l > range(3) }} =! runtime
{{ l > g }} =! runtime
{{ d > -0.5 }} =! runtime
{{ d > z }} =! runtime
{{ d > -4 }} =! runtime
{{ d > f }} =! runtime
{{ d > N }} =! runtime
{{ d > (1, 2) }} =! runtime
{{ d > e }} =! runtime
{{ B > e }} =! runtime
{{ B > h }} => True
{{ B > B }} => False
{{ B > 1e308 }} => False
{{ B > s }} =! runtime
{{ B > z }} => True
{{ B > range(3) }} =! runtime
{{ N > h }} => False
{{ N > (s|safe) }} =! runtime
{{ N > N }} => False
{{ N > f }} => False
{{ N > -0.5 }} => False
{{ N > n }} =! runtime
{{ N > z }} => False
{{ (1, 2) > e }} =! runtime
{{ (1, 2) > i }} =! runtime
{{ (1, 2) > B }} =! runtime
{{ (1, 2) > 1e308 }} =! runtime
{{ (1, 2) > g }} =! runtime
{{ (1, 2) > n }} =! runtime
{{ (1, 2) > s }} =! runtime
{{ nope > d }} =! undefined 'nope' is undefined
{{ nope > N }} =! undefined 'nope' is undefined
{{ nope > nope }} =! undefined 'nope' is undefined
{{ nope > b }} =! undefined 'nope' is undefined
{{ nope > 1e308 }} =! undefined 'nope' is undefined
{{ nope > -0.5 }} =! undefined 'nope' is undefined
{{ nope > i }} =! undefined 'nope' is undefined
{{ -4 > (s|safe) }} =! runtime
{{ -4 > e }} =! runtime
{{ -4 > l }} =! runtime
{{ -4 > N }} => True
{{ -4 > g }} => False
{{ -4 > -4 }} => False
{{ -4 > s }} =! runtime
{{ (s|safe) > f }} =! runtime
{{ (s|safe) > i }} =! runtime
{{ (s|safe) > (s|safe) }} => False
{{ (s|safe) > 1e308 }} =! runtime
{{ (s|safe) > e }} => True
{{ (s|safe) > -0.5 }} =! runtime
{{ (s|safe) > s.encode() }} =! runtime
{{ s.encode() > (1, 2) }} =! runtime
{{ s.encode() > -0.5 }} =! runtime
{{ s.encode() > -4 }} =! runtime
{{ s.encode() > s.encode() }} => False
{{ s.encode() > i }} =! runtime
{{ s.encode() > h }} =! runtime
{{ s.encode() > z }} =! runtime
{{ range(3) > nope }} =! undefined 'nope' is undefined
{{ range(3) > N }} =! runtime
{{ range(3) > i }} =! runtime
{{ range(3) > f }} =! runtime
{{ range(3) > h }} =! runtime
{{ range(3) > -0.5 }} =! runtime
{{ range(3) > s.encode() }} =! runtime
{{ 1e308 > i }} => True
{{ 1e308 > N }} => True
{{ 1e308 > (s|safe) }} =! runtime
{{ 1e308 > B }} => True
{{ 1e308 > g }} => True
{{ 1e308 > n }} =! runtime
{{ 1e308 > -0.5 }} => True
{{ -0.5 > B }} => False
{{ -0.5 > -0.5 }} => False
{{ -0.5 > f }} => False
{{ -0.5 > i }} => False
{{ -0.5 > e }} =! runtime
{{ -0.5 > s }} =! runtime
{{ -0.5 > 1e308 }} => False
{{ s >= -0.5 }} =! runtime
{{ s >= -4 }} =! runtime
{{ s >= range(3) }} =! runtime
{{ s >= s }} => True
{{ s >= l }} =! runtime
{{ s >= b }} =! runtime
{{ s >= nope }} =! undefined 'nope' is undefined
{{ e >= f }} =! runtime
{{ e >= s.encode() }} =! runtime
{{ e >= B }} =! runtime
{{ e >= n }} =! runtime
{{ e >= range(3) }} =! runtime
{{ e >= g }} =! runtime
{{ e >= N }} =! runtime
{{ b >= -0.5 }} => True
{{ b >= h }} => True
{{ b >= b }} => True
{{ b >= (1, 2) }} =! runtime
{{ b >= n }} =! runtime
{{ b >= N }} => True
{{ b >= g }} => True
{{ n >= e }} =! runtime
{{ n >= -4 }} =! runtime
{{ n >= N }} =! runtime
{{ n >= d }} =! runtime
{{ n >= l }} =! runtime
{{ n >= 1e308 }} =! runtime
{{ n >= B }} =! runtime
{{ i >= h }} => True
{{ i >= g }} => True
{{ i >= z }} => True
{{ i >= N }} => True
{{ i >= f }} => True
{{ i >= -4 }} => True
{{ i >= s.encode() }} =! runtime
{{ z >= z }} => True
{{ z >= B }} => False
{{ z >= g }} => True
{{ z >= (s|safe) }} =! runtime
{{ z >= b }} => False
{{ z >= d }} =! runtime
{{ z >= nope }} =! undefined 'nope' is undefined
{{ f >= (1, 2) }} =! runtime
{{ f >= i }} => False
{{ f >= -4 }} => True
{{ f >= h }} => True
{{ f >= l }} =! runtime
{{ f >= s }} =! runtime
{{ f >= nope }} =! undefined 'nope' is undefined
{{ g >= N }} => True
{{ g >= n }} =! runtime
{{ g >= B }} => False
{{ g >= b }} => False
{{ g >= -0.5 }} => True
{{ g >= h }} => True
{{ g >= s }} =! runtime
{{ h >= N }} => True
{{ h >= -4 }} => False
{{ h >= range(3) }} =! runtime
{{ h >= l }} =! runtime
{{ h >= 1e308 }} => False
{{ h >= d }} =! runtime
{{ h >= nope }} =! undefined 'nope' is undefined
{{ l >= h }} =! runtime
{{ l >= b }} =! runtime
{{ l >= s }} =! runtime
{{ l >= e }} =! runtime
{{ l >= B }} =! runtime
{{ l >= d }} =! runtime
{{ l >= nope }} =! undefined 'nope' is undefined
{{ d >= B }} =! runtime
{{ d >= range(3) }} =! runtime
{{ d >= l }} =! runtime
{{ d >= h }} =! runtime
{{ d >= z }} =! runtime
{{ d >= -4 }} =! runtime
{{ d >= f }} =! runtime
{{ B >= 1e308 }} => False
{{ B >= d }} =! runtime
{{ B >= B }} => True
{{ B >= s }} =! runtime
{{ B >= f }} => True
{{ B >= b }} => True
{{ B >= -0.5 }} => True
{{ N >= e }} =! runtime
{{ N >= 1e308 }} => False
{{ N >= s.encode() }} =! runtime
{{ N >= (1, 2) }} =! runtime
{{ N >= range(3) }} =! runtime
{{ N >= b }} => False
{{ N >= i }} => False
{{ (1, 2) >= b }} =! runtime
{{ (1, 2) >= nope }} =! undefined 'nope' is undefined
{{ (1, 2) >= 1e308 }} =! runtime
{{ (1, 2) >= N }} =! runtime
{{ (1, 2) >= s.encode() }} =! runtime
{{ (1, 2) >= e }} =! runtime
{{ (1, 2) >= (s|safe) }} =! runtime
{{ nope >= i }} =! undefined 'nope' is undefined
{{ nope >= (s|safe) }} =! undefined 'nope' is undefined
{{ nope >= h }} =! undefined 'nope' is undefined
{{ nope >= l }} =! undefined 'nope' is undefined
{{ nope >= -4 }} =! undefined 'nope' is undefined
{{ nope >= B }} =! undefined 'nope' is undefined
{{ nope >= g }} =! undefined 'nope' is undefined
{{ -4 >= s }} =! runtime
{{ -4 >= i }} => False
{{ -4 >= f }} => False
{{ -4 >= h }} => True
{{ -4 >= g }} => False
{{ -4 >= s.encode() }} =! runtime
{{ -4 >= d }} =! runtime
{{ (s|safe) >= g }} =! runtime
{{ (s|safe) >= -0.5 }} =! runtime
{{ (s|safe) >= (s|safe) }} => True
{{ (s|safe) >= s }} => True
{{ (s|safe) >= N }} =! runtime
{{ (s|safe) >= s.encode() }} =! runtime
{{ (s|safe) >= n }} =! runtime
{{ s.encode() >= s.encode() }} => True
{{ s.encode() >= -4 }} =! runtime
{{ s.encode() >= -0.5 }} =! runtime
{{ s.encode() >= b }} =! runtime
{{ s.encode() >= d }} =! runtime
{{ s.encode() >= h }} =! runtime
{{ s.encode() >= z }} =! runtime
{{ range(3) >= n }} =! runtime
{{ range(3) >= s }} =! runtime
{{ range(3) >= d }} =! runtime
{{ range(3) >= f }} =! runtime
{{ range(3) >= N }} =! runtime
{{ range(3) >= z }} =! runtime
{{ range(3) >= -0.5 }} =! runtime
{{ 1e308 >= z }} => True
{{ 1e308 >= -0.5 }} => True
{{ 1e308 >= d }} =! runtime
{{ 1e308 >= -4 }} => True
{{ 1e308 >= l }} =! runtime
{{ 1e308 >= B }} => True
{{ 1e308 >= f }} => True
{{ -0.5 >= l }} =! runtime
{{ -0.5 >= B }} => False
{{ -0.5 >= s.encode() }} =! runtime
{{ -0.5 >= -4 }} => True
{{ -0.5 >= g }} => False
{{ -0.5 >= (s|safe) }} =! runtime
{{ -0.5 >= z }} => False
{{ s in d }} => False
{{ s in z }} =! runtime
{{ s in (s|safe) }} => True
{{ s in i }} =! runtime
{{ s in b }} =! runtime
{{ s in range(3) }} => False
{{ s in (1, 2) }} => False
{{ e in n }} =! runtime
{{ e in l }} => False
{{ e in -0.5 }} =! runtime
{{ e in nope }} => False
{{ e in (s|safe) }} => True
{{ e in -4 }} =! runtime
{{ e in s }} => True
{{ b in z }} =! runtime
{{ b in 1e308 }} =! runtime
{{ b in (1, 2) }} => True
{{ b in -4 }} =! runtime
{{ b in e }} =! runtime
{{ b in B }} =! runtime
{{ b in i }} =! runtime
{{ n in N }} =! runtime
{{ n in (s|safe) }} =! runtime
{{ n in -0.5 }} =! runtime
{{ n in h }} =! runtime
{{ n in s.encode() }} =! runtime
{{ n in B }} =! runtime
{{ n in -4 }} =! runtime
{{ i in d }} => False
{{ i in z }} =! runtime
{{ i in -0.5 }} =! runtime
{{ i in f }} =! runtime
{{ i in i }} =! runtime
{{ i in (1, 2) }} => False
{{ i in range(3) }} => False
{{ z in i }} =! runtime
{{ z in 1e308 }} =! runtime
{{ z in h }} =! runtime
{{ z in z }} =! runtime
{{ z in -0.5 }} =! runtime
{{ z in f }} =! runtime
{{ z in -4 }} =! runtime
{{ f in 1e308 }} =! runtime
{{ f in l }} => False
{{ f in g }} =! runtime
{{ f in z }} =! runtime
{{ f in s }} =! runtime
{{ f in -4 }} =! runtime
{{ f in -0.5 }} =! runtime
{{ g in i }} =! runtime
{{ g in h }} =! runtime
{{ g in 1e308 }} =! runtime
{{ g in (1, 2) }} => False
{{ g in range(3) }} => True
{{ g in N }} =! runtime
{{ g in f }} =! runtime
{{ h in i }} =! runtime
{{ h in e }} =! runtime
{{ h in z }} =! runtime
{{ h in n }} =! runtime
{{ h in 1e308 }} =! runtime
{{ h in f }} =! runtime
{{ h in -0.5 }} =! runtime
{{ l in B }} =! runtime
{{ l in s.encode() }} =! runtime
{{ l in n }} =! runtime
{{ l in N }} =! runtime
{{ l in d }} =! runtime
{{ l in s }} =! runtime
{{ l in (1, 2) }} => False
{{ d in s.encode() }} =! runtime
{{ d in -4 }} =! runtime
{{ d in z }} =! runtime
{{ d in B }} =! runtime
{{ d in b }} =! runtime
{{ d in l }} => False
{{ d in g }} =! runtime
{{ B in -0.5 }} =! runtime
{{ B in l }} => False
{{ B in g }} =! runtime
{{ B in N }} =! runtime
{{ B in (1, 2) }} => False
{{ B in i }} =! runtime
{{ B in 1e308 }} =! runtime
{{ N in N }} =! runtime
{{ N in f }} =! runtime
{{ N in s.encode() }} =! runtime
{{ N in l }} => False
{{ N in i }} =! runtime
{{ N in nope }} => False
{{ N in b }} =! runtime
{{ (1, 2) in n }} =! runtime
{{ (1, 2) in s.encode() }} =! runtime
{{ (1, 2) in h }} =! runtime
{{ (1, 2) in -4 }} =! runtime
{{ (1, 2) in (1, 2) }} => False
{{ (1, 2) in -0.5 }} =! runtime
{{ (1, 2) in b }} =! runtime
{{ nope in d }} => False
{{ nope in s }} =! runtime
{{ nope in h }} =! runtime
{{ nope in i }} =! runtime
{{ nope in range(3) }} => False
{{ nope in N }} =! runtime
{{ nope in s.encode() }} =! runtime
{{ -4 in d }} => False
{{ -4 in g }} =! runtime
{{ -4 in b }} =! runtime
{{ -4 in -4 }} =! runtime
{{ -4 in f }} =! runtime
{{ -4 in B }} =! runtime
{{ -4 in h }} =! runtime
{{ (s|safe) in h }} =! runtime
{{ (s|safe) in s.encode() }} =! runtime
{{ (s|safe) in e }} => False
{{ (s|safe) in i }} =! runtime
{{ (s|safe) in b }} =! runtime
{{ (s|safe) in s }} => True
{{ (s|safe) in nope }} => False
{{ s.encode() in l }} => False
{{ s.encode() in b }} =! runtime
{{ s.encode() in s }} =! runtime
{{ s.encode() in z }} =! runtime
{{ s.encode() in d }} => False
{{ s.encode() in -4 }} =! runtime
{{ s.encode() in 1e308 }} =! runtime
{{ range(3) in f }} =! runtime
{{ range(3) in (1, 2) }} => False
{{ range(3) in -4 }} =! runtime
{{ range(3) in e }} =! runtime
{{ range(3) in 1e308 }} =! runtime
{{ range(3) in B }} =! runtime
{{ range(3) in N }} =! runtime
{{ 1e308 in s.encode() }} =! runtime
{{ 1e308 in N }} =! runtime
{{ 1e308 in -0.5 }} =! runtime
{{ 1e308 in e }} =! runtime
{{ 1e308 in f }} =! runtime
{{ 1e308 in h }} =! runtime
{{ 1e308 in i }} =! runtime
{{ -0.5 in f }} =! runtime
{{ -0.5 in l }} => False
{{ -0.5 in g }} =! runtime
{{ -0.5 in nope }} => False
{{ -0.5 in e }} =! runtime
{{ -0.5 in z }} =! runtime
{{ -0.5 in (1, 2) }} => False
{{ s not in s }} => False
{{ s not in z }} =! runtime
{{ s not in s.encode() }} =! runtime
{{ s not in n }} =! runtime
{{ s not in b }} =! runtime
{{ s not in h }} =! runtime
{{ s not in 1e308 }} =! runtime
{{ e not in s }} => False
{{ e not in s.encode() }} =! runtime
{{ e not in l }} => True
{{ e not in b }} =! runtime
{{ e not in (s|safe) }} => False
{{ e not in nope }} => True
{{ e not in -0.5 }} =! runtime
{{ b not in f }} =! runtime
{{ b not in b }} =! runtime
{{ b not in B }} =! runtime
{{ b not in s }} =! runtime
{{ b not in (s|safe) }} =! runtime
{{ b not in h }} =! runtime
{{ b not in N }} =! runtime
{{ n not in g }} =! runtime
{{ n not in -4 }} =! runtime
{{ n not in N }} =! runtime
{{ n not in l }} => True
{{ n not in n }} =! runtime
{{ n not in 1e308 }} =! runtime
{{ n not in f }} =! runtime
{{ i not in (1, 2) }} => True
{{ i not in h }} =! runtime
{{ i not in s }} =! runtime
{{ i not in range(3) }} => True
{{ i not in i }} =! runtime
{{ i not in g }} =! runtime
{{ i not in z }} =! runtime
{{ z not in N }} =! runtime
{{ z not in B }} =! runtime
{{ z not in (s|safe) }} =! runtime
{{ z not in h }} =! runtime
{{ z not in 1e308 }} =! runtime
{{ z not in nope }} => True
{{ z not in z }} =! runtime
{{ f not in l }} => True
{{ f not in h }} =! runtime
{{ f not in b }} =! runtime
{{ f not in d }} => True
{{ f not in n }} =! runtime
{{ f not in 1e308 }} =! runtime
{{ f not in z }} =! runtime
{{ g not in f }} =! runtime
{{ g not in z }} =! runtime
{{ g not in -0.5 }} =! runtime
{{ g not in e }} =! runtime
{{ g not in i }} =! runtime
{{ g not in l }} => True
{{ g not in d }} => True
{{ h not in f }} =! runtime
{{ h not in z }} =! runtime
{{ h not in B }} =! runtime
{{ h not in n }} =! runtime
{{ h not in i }} =! runtime
{{ h not in (s|safe) }} =! runtime
{{ h not in 1e308 }} =! runtime
{{ l not in B }} =! runtime
{{ l not in z }} =! runtime
{{ l not in (1, 2) }} => True
{{ l not in s }} =! runtime
{{ l not in s.encode() }} =! runtime
{{ l not in N }} =! runtime
{{ l not in h }} =! runtime
{{ d not in e }} =! runtime
{{ d not in N }} =! runtime
{{ d not in n }} =! runtime
{{ d not in d }} =! runtime
{{ d not in f }} =! runtime
{{ d not in s }} =! runtime
{{ d not in nope }} => True
{{ B not in z }} =! runtime
{{ B not in d }} => True
{{ B not in b }} =! runtime
{{ B not in n }} =! runtime
{{ B not in 1e308 }} =! runtime
{{ B not in (1, 2) }} => True
{{ B not in g }} =! runtime
{{ N not in g }} =! runtime
{{ N not in -4 }} =! runtime
{{ N not in (1, 2) }} => True
{{ N not in z }} =! runtime
{{ N not in h }} =! runtime
{{ N not in b }} =! runtime
{{ N not in d }} => True
{{ (1, 2) not in N }} =! runtime
{{ (1, 2) not in d }} => True
{{ (1, 2) not in z }} =! runtime
{{ (1, 2) not in B }} =! runtime
{{ (1, 2) not in (s|safe) }} =! runtime
{{ (1, 2) not in s }} =! runtime
{{ (1, 2) not in b }} =! runtime
{{ nope not in -0.5 }} =! runtime
{{ nope not in N }} =! runtime
{{ nope not in e }} =! runtime
{{ nope not in f }} =! runtime
{{ nope not in B }} =! runtime
{{ nope not in nope }} => True
{{ nope not in (1, 2) }} => True
{{ -4 not in -0.5 }} =! runtime
{{ -4 not in (1, 2) }} => True
{{ -4 not in (s|safe) }} =! runtime
{{ -4 not in n }} =! runtime
{{ -4 not in s.encode() }} =! runtime
{{ -4 not in nope }} => True
{{ -4 not in f }} =! runtime
{{ (s|safe) not in nope }} => True
{{ (s|safe) not in (1, 2) }} => True
{{ (s|safe) not in N }} =! runtime
{{ (s|safe) not in (s|safe) }} => False
{{ (s|safe) not in g }} =! runtime
{{ (s|safe) not in range(3) }} => True
{{ (s|safe) not in l }} => True
{{ s.encode() not in s.encode() }} => False
{{ s.encode() not in range(3) }} => True
{{ s.encode() not in e }} =! runtime
{{ s.encode() not in (s|safe) }} =! runtime
{{ s.encode() not in 1e308 }} =! runtime
{{ s.encode() not in nope }} => True
{{ s.encode() not in g }} =! runtime
{{ range(3) not in l }} => True
{{ range(3) not in range(3) }} => True
{{ range(3) not in e }} =! runtime
{{ range(3) not in 1e308 }} =! runtime
{{ range(3) not in d }} => True
{{ range(3) not in i }} =! runtime
{{ range(3) not in h }} =! runtime
{{ 1e308 not in nope }} => True
{{ 1e308 not in d }} => True
{{ 1e308 not in h }} =! runtime
{{ 1e308 not in 1e308 }} =! runtime
{{ 1e308 not in f }} =! runtime
{{ 1e308 not in -4 }} =! runtime
{{ 1e308 not in range(3) }} => True
{{ -0.5 not in N }} =! runtime
{{ -0.5 not in e }} =! runtime
{{ -0.5 not in i }} =! runtime
{{ -0.5 not in -4 }} =! runtime
{{ -0.5 not in n }} =! runtime
{{ -0.5 not in g }} =! runtime
{{ -0.5 not in b }} =! runtime
{{ s and -0.5 }} => -0.5
{{ s and i }} => 3
{{ s and n }} => None
{{ s and range(3) }} => range(0, 3)
{{ s and (s|safe) }} => ab
{{ s and h }} => -7.5
{{ s and 1e308 }} => 1e+308
{{ e and b }} =>
{{ e and z }} =>
{{ e and e }} =>
{{ e and d }} =>
{{ e and h }} =>
{{ e and B }} =>
{{ e and g }} =>
{{ b and f }} => 2.5
{{ b and s.encode() }} => b'ab'
{{ b and s }} => ab
{{ b and (1, 2) }} => (1, 2)
{{ b and -0.5 }} => -0.5
{{ b and -4 }} => -4
{{ b and i }} => 3
{{ n and -0.5 }} => None
{{ n and g }} => None
{{ n and b }} => None
{{ n and n }} => None
{{ n and nope }} => None
{{ n and -4 }} => None
{{ n and (s|safe) }} => None
{{ i and g }} => 0.0
{{ i and b }} => True
{{ i and -4 }} => -4
{{ i and e }} =>
{{ i and 1e308 }} => 1e+308
{{ i and i }} => 3
{{ i and N }} => -100000000000000000000
{{ z and B }} => 0
{{ z and z }} => 0
{{ z and n }} => 0
{{ z and d }} => 0
{{ z and e }} => 0
{{ z and -0.5 }} => 0
{{ z and (1, 2) }} => 0
{{ f and g }} => 0.0
{{ f and l }} => [1, 'x']
{{ f and n }} => None
{{ f and (1, 2) }} => (1, 2)
{{ f and z }} => 0
{{ f and N }} => -100000000000000000000
{{ f and s }} => ab
{{ g and 1e308 }} => 0.0
{{ g and nope }} => 0.0
{{ g and -4 }} => 0.0
{{ g and b }} => 0.0
{{ g and s.encode() }} => 0.0
{{ g and f }} => 0.0
{{ g and h }} => 0.0
{{ h and -0.5 }} => -0.5
{{ h and d }} => {'k': 1}
{{ h and f }} => 2.5
{{ h and s.encode() }} => b'ab'
{{ h and (1, 2) }} => (1, 2)
{{ h and N }} => -100000000000000000000
{{ h and s }} => ab
{{ l and d }} => {'k': 1}
{{ l and -0.5 }} => -0.5
{{ l and h }} => -7.5
{{ l and f }} => 2.5
{{ l and s.encode() }} => b'ab'
{{ l and z }} => 0
{{ l and N }} => -100000000000000000000
{{ d and i }} => 3
{{ d and z }} => 0
{{ d and range(3) }} => range(0, 3)
{{ d and nope }} =>
{{ d and e }} =>
{{ d and -0.5 }} => -0.5
{{ d and -4 }} => -4
{{ B and n }} => None
{{ B and h }} => -7.5
{{ B and B }} => 100000000000000000000
{{ B and range(3) }} => range(0, 3)
{{ B and l }} => [1, 'x']
{{ B and f }} => 2.5
{{ B and s }} => ab
{{ N and b }} => True
{{ N and f }} => 2.5
{{ N and B }} => 100000000000000000000
{{ N and l }} => [1, 'x']
{{ N and (1, 2) }} => (1, 2)
{{ N and 1e308 }} => 1e+308
{{ N and -0.5 }} => -0.5
{{ (1, 2) and b }} => True
{{ (1, 2) and h }} => -7.5
{{ (1, 2) and (1, 2) }} => (1, 2)
{{ (1, 2) and B }} => 100000000000000000000
{{ (1, 2) and range(3) }} => range(0, 3)
{{ (1, 2) and 1e308 }} => 1e+308
{{ (1, 2) and g }} => 0.0
{{ nope and i }} =>
{{ nope and (s|safe) }} =>
{{ nope and n }} =>
{{ nope and range(3) }} =>
{{ nope and B }} =>
{{ nope and (1, 2) }} =>
{{ nope and s.encode() }} =>
{{ -4 and -4 }} => -4
{{ -4 and range(3) }} => range(0, 3)
{{ -4 and n }} => None
{{ -4 and l }} => [1, 'x']
{{ -4 and 1e308 }} => 1e+308
{{ -4 and s.encode() }} => b'ab'
{{ -4 and (1, 2) }} => (1, 2)
{{ (s|safe) and b }} => True
{{ (s|safe) and nope }} =>
{{ (s|safe) and g }} => 0.0
{{ (s|safe) and -4 }} => -4
{{ (s|safe) and N }} => -100000000000000000000
{{ (s|safe) and f }} => 2.5
{{ (s|safe) and B }} => 100000000000000000000
{{ s.encode() and (1, 2) }} => (1, 2)
{{ s.encode() and 1e308 }} => 1e+308
{{ s.encode() and g }} => 0.0
{{ s.encode() and nope }} =>
{{ s.encode() and b }} => True
{{ s.encode() and B }} => 100000000000000000000
{{ s.encode() and f }} => 2.5
{{ range(3) and d }} => {'k': 1}
{{ range(3) and l }} => [1, 'x']
{{ range(3) and range(3) }} => range(0, 3)
{{ range(3) and nope }} =>
{{ range(3) and h }} => -7.5
{{ range(3) and 1e308 }} => 1e+308
{{ range(3) and -0.5 }} => -0.5
{{ 1e308 and s }} => ab
{{ 1e308 and 1e308 }} => 1e+308
{{ 1e308 and g }} => 0.0
{{ 1e308 and -0.5 }} => -0.5
{{ 1e308 and (1, 2) }} => (1, 2)
{{ 1e308 and B }} => 100000000000000000000
{{ 1e308 and b }} => True
{{ -0.5 and range(3) }} => range(0, 3)
{{ -0.5 and h }} => -7.5
{{ -0.5 and N }} => -100000000000000000000
{{ -0.5 and (1, 2) }} => (1, 2)
{{ -0.5 and 1e308 }} => 1e+308
{{ -0.5 and d }} => {'k': 1}
{{ -0.5 and e }} =>
{{ s or range(3) }} => ab
{{ s or n }} => ab
{{ s or s.encode() }} => ab
{{ s or 1e308 }} => ab
{{ s or nope }} => ab
{{ s or f }} => ab
{{ s or e }} => ab
{{ e or B }} => 100000000000000000000
{{ e or s }} => ab
{{ e or -0.5 }} => -0.5
{{ e or 1e308 }} => 1e+308
{{ e or range(3) }} => range(0, 3)
{{ e or s.encode() }} => b'ab'
{{ e or d }} => {'k': 1}
{{ b or -0.5 }} => True
{{ b or i }} => True
{{ b or -4 }} => True
{{ b or b }} => True
{{ b or B }} => True
{{ b or z }} => True
{{ b or g }} => True
{{ n or (s|safe) }} => ab
{{ n or d }} => {'k': 1}
{{ n or -4 }} => -4
{{ n or e }} =>
{{ n or g }} => 0.0
{{ n or s }} => ab
{{ n or N }} => -100000000000000000000
{{ i or N }} => 3
{{ i or (1, 2) }} => 3
{{ i or g }} => 3
{{ i or s.encode() }} => 3
{{ i or n }} => 3
{{ i or e }} => 3
{{ i or -4 }} => 3
{{ z or nope }} =>
{{ z or N }} => -100000000000000000000
{{ z or f }} => 2.5
{{ z or (s|safe) }} => ab
{{ z or range(3) }} => range(0, 3)
{{ z or -4 }} => -4
{{ z or z }} => 0
{{ f or i }} => 2.5
{{ f or (s|safe) }} => 2.5
{{ f or N }} => 2.5
{{ f or n }} => 2.5
{{ f or b }} => 2.5
{{ f or s }} => 2.5
{{ f or 1e308 }} => 2.5
{{ g or -0.5 }} => -0.5
{{ g or 1e308 }} => 1e+308
{{ g or h }} => -7.5
{{ g or -4 }} => -4
{{ g or n }} => None
{{ g or (1, 2) }} => (1, 2)
{{ g or g }} => 0.0
{{ h or i }} => -7.5
{{ h or s }} => -7.5
{{ h or B }} => -7.5
{{ h or range(3) }} => -7.5
{{ h or 1e308 }} => -7.5
{{ h or n }} => -7.5
{{ h or z }} => -7.5
{{ l or (1, 2) }} => [1, 'x']
{{ l or s.encode() }} => [1, 'x']
{{ l or 1e308 }} => [1, 'x']
{{ l or range(3) }} => [1, 'x']
{{ l or n }} => [1, 'x']
{{ l or (s|safe) }} => [1, 'x']
{{ l or i }} => [1, 'x']
{{ d or (s|safe) }} => {'k': 1}
{{ d or range(3) }} => {'k': 1}
{{ d or n }} => {'k': 1}
{{ d or b }} => {'k': 1}
{{ d or g }} => {'k': 1}
{{ d or i }} => {'k': 1}
{{ d or d }} => {'k': 1}
{{ B or b }} => 100000000000000000000
{{ B or (s|safe) }} => 100000000000000000000
{{ B or 1e308 }} => 100000000000000000000
{{ B or l }} => 100000000000000000000
{{ B or s.encode() }} => 100000000000000000000
{{ B or B }} => 100000000000000000000
{{ B or N }} => 100000000000000000000
{{ N or g }} => -100000000000000000000
{{ N or -0.5 }} => -100000000000000000000
{{ N or range(3) }} => -100000000000000000000
{{ N or (1, 2) }} => -100000000000000000000
{{ N or nope }} => -100000000000000000000
{{ N or e }} => -100000000000000000000
{{ N or n }} => -100000000000000000000
{{ (1, 2) or range(3) }} => (1, 2)
{{ (1, 2) or nope }} => (1, 2)
{{ (1, 2) or z }} => (1, 2)
{{ (1, 2) or s.encode() }} => (1, 2)
{{ (1, 2) or n }} => (1, 2)
{{ (1, 2) or 1e308 }} => (1, 2)
{{ (1, 2) or b }} => (1, 2)
{{ nope or n }} => None
{{ nope or (s|safe) }} => ab
{{ nope or i }} => 3
{{ nope or range(3) }} => range(0, 3)
{{ nope or 1e308 }} => 1e+308
{{ nope or z }} => 0
{{ nope or f }} => 2.5
{{ -4 or 1e308 }} => -4
{{ -4 or -0.5 }} => -4
{{ -4 or n }} => -4
{{ -4 or (1, 2) }} => -4
{{ -4 or s }} => -4
{{ -4 or g }} => -4
{{ -4 or b }} => -4
{{ (s|safe) or n }} => ab
{{ (s|safe) or N }} => ab
{{ (s|safe) or z }} => ab
{{ (s|safe) or l }} => ab
{{ (s|safe) or (s|safe) }} => ab
{{ (s|safe) or s }} => ab
{{ (s|safe) or f }} => ab
{{ s.encode() or n }} => b'ab'
{{ s.encode() or -4 }} => b'ab'
{{ s.encode() or l }} => b'ab'
{{ s.encode() or s.encode() }} => b'ab'
{{ s.encode() or e }} => b'ab'
{{ s.encode() or N }} => b'ab'
{{ s.encode() or f }} => b'ab'
{{ range(3) or l }} => range(0, 3)
{{ range(3) or b }} => range(0, 3)
{{ range(3) or f }} => range(0, 3)
{{ range(3) or h }} => range(0, 3)
{{ range(3) or n }} => range(0, 3)
{{ range(3) or (1, 2) }} => range(0, 3)
{{ range(3) or z }} => range(0, 3)
{{ 1e308 or -4 }} => 1e+308
{{ 1e308 or f }} => 1e+308
{{ 1e308 or s.encode() }} => 1e+308
{{ 1e308 or i }} => 1e+308
{{ 1e308 or (s|safe) }} => 1e+308
{{ 1e308 or n }} => 1e+308
{{ 1e308 or 1e308 }} => 1e+308
{{ -0.5 or -0.5 }} => -0.5
{{ -0.5 or l }} => -0.5
{{ -0.5 or h }} => -0.5
{{ -0.5 or range(3) }} => -0.5
{{ -0.5 or g }} => -0.5
{{ -0.5 or B }} => -0.5
{{ -0.5 or e }} => -0.5
{{ -s }} {{ not s }} =! runtime
{{ +s }} =! runtime
{{ s[0] }} => a
{{ s[-1] }} {{ s['k'] }} => b\x20
{{ s[B] }} =>
{{ s[b] }} => b
{{ s.k }}{{ s.__class__ }} =>
{{ s[1.0] }} =>
{{ s[n] }} =>
{{ -e }} {{ not e }} =! runtime
{{ +e }} =! runtime
{{ e[0] }} =>
{{ e[-1] }} {{ e['k'] }} => \x20
{{ e[B] }} =>
{{ e[b] }} =>
{{ e.k }}{{ e.__class__ }} =>
{{ e[1.0] }} =>
{{ e[n] }} =>
{{ -b }} {{ not b }} => -1 False
{{ +b }} => 1
{{ b[0] }} =>
{{ b[-1] }} {{ b['k'] }} => \x20
{{ b[B] }} =>
{{ b[b] }} =>
{{ b.k }}{{ b.__class__ }} =>
{{ b[1.0] }} =>
{{ b[n] }} =>
{{ -n }} {{ not n }} =! runtime
{{ +n }} =! runtime
{{ n[0] }} =>
{{ n[-1] }} {{ n['k'] }} => \x20
{{ n[B] }} =>
{{ n[b] }} =>
{{ n.k }}{{ n.__class__ }} =>
{{ n[1.0] }} =>
{{ n[n] }} =>
{{ -i }} {{ not i }} => -3 False
{{ +i }} => 3
{{ i[0] }} =>
{{ i[-1] }} {{ i['k'] }} => \x20
{{ i[B] }} =>
{{ i[b] }} =>
{{ i.k }}{{ i.__class__ }} =>
{{ i[1.0] }} =>
{{ i[n] }} =>
{{ -z }} {{ not z }} => 0 True
{{ +z }} => 0
{{ z[0] }} =>
{{ z[-1] }} {{ z['k'] }} => \x20
{{ z[B] }} =>
{{ z[b] }} =>
{{ z.k }}{{ z.__class__ }} =>
{{ z[1.0] }} =>
{{ z[n] }} =>
{{ -f }} {{ not f }} => -2.5 False
{{ +f }} => 2.5
{{ f[0] }} =>
{{ f[-1] }} {{ f['k'] }} => \x20
{{ f[B] }} =>
{{ f[b] }} =>
{{ f.k }}{{ f.__class__ }} =>
{{ f[1.0] }} =>
{{ f[n] }} =>
{{ -g }} {{ not g }} => -0.0 True
{{ +g }} => 0.0
{{ g[0] }} =>
{{ g[-1] }} {{ g['k'] }} => \x20
{{ g[B] }} =>
{{ g[b] }} =>
{{ g.k }}{{ g.__class__ }} =>
{{ g[1.0] }} =>
{{ g[n] }} =>
{{ -h }} {{ not h }} => 7.5 False
{{ +h }} => -7.5
{{ h[0] }} =>
{{ h[-1] }} {{ h['k'] }} => \x20
{{ h[B] }} =>
{{ h[b] }} =>
{{ h.k }}{{ h.__class__ }} =>
{{ h[1.0] }} =>
{{ h[n] }} =>
{{ -l }} {{ not l }} =! runtime
{{ +l }} =! runtime
{{ l[0] }} => 1
{{ l[-1] }} {{ l['k'] }} => x\x20
{{ l[B] }} =>
{{ l[b] }} => x
{{ l.k }}{{ l.__class__ }} =>
{{ l[1.0] }} =>
{{ l[n] }} =>
{{ -d }} {{ not d }} =! runtime
{{ +d }} =! runtime
{{ d[0] }} =>
{{ d[-1] }} {{ d['k'] }} =>  1
{{ d[B] }} =>
{{ d[b] }} =>
{{ d.k }}{{ d.__class__ }} => 1
{{ d[1.0] }} =>
{{ d[n] }} =>
{{ -B }} {{ not B }} => -100000000000000000000 False
{{ +B }} => 100000000000000000000
{{ B[0] }} =>
{{ B[-1] }} {{ B['k'] }} => \x20
{{ B[B] }} =>
{{ B[b] }} =>
{{ B.k }}{{ B.__class__ }} =>
{{ B[1.0] }} =>
{{ B[n] }} =>
{{ -N }} {{ not N }} => 100000000000000000000 False
{{ +N }} => -100000000000000000000
{{ N[0] }} =>
{{ N[-1] }} {{ N['k'] }} => \x20
{{ N[B] }} =>
{{ N[b] }} =>
{{ N.k }}{{ N.__class__ }} =>
{{ N[1.0] }} =>
{{ N[n] }} =>
{{ -(1, 2) }} {{ not (1, 2) }} =! runtime
{{ +(1, 2) }} =! runtime
{{ (1, 2)[0] }} => 1
{{ (1, 2)[-1] }} {{ (1, 2)['k'] }} => 2\x20
{{ (1, 2)[B] }} =>
{{ (1, 2)[b] }} => 2
{{ (1, 2).k }}{{ (1, 2).__class__ }} =>
{{ (1, 2)[1.0] }} =>
{{ (1, 2)[n] }} =>
{{ -nope }} {{ not nope }} =! undefined 'nope' is undefined
{{ +nope }} =! undefined 'nope' is undefined
{{ nope[0] }} =! undefined 'nope' is undefined
{{ nope[-1] }} {{ nope['k'] }} =! undefined 'nope' is undefined
{{ nope[B] }} =! undefined 'nope' is undefined
{{ nope[b] }} =! undefined 'nope' is undefined
{{ nope.k }}{{ nope.__class__ }} =! undefined 'nope' is undefined
{{ nope[1.0] }} =! undefined 'nope' is undefined
{{ nope[n] }} =! undefined 'nope' is undefined
{{ --4 }} {{ not -4 }} => 4 False
{{ +-4 }} => -4
{{ -4[0] }} =! undefined int object has no element 0
{{ -4[-1] }} {{ -4['k'] }} =! undefined int object has no element -1
{{ -4[B] }} =! undefined int object has no element 100000000000000000000
{{ -4[b] }} =! undefined int object has no element True
{{ -4.k }}{{ -4.__class__ }} =! undefined 'int object' has no attribute 'k'
{{ -4[1.0] }} =! undefined int object has no element 1.0
{{ -4[n] }} =! undefined int object has no element None
{{ -(s|safe) }} {{ not (s|safe) }} =! runtime
{{ +(s|safe) }} =! runtime
{{ (s|safe)[0] }} => a
{{ (s|safe)[-1] }} {{ (s|safe)['k'] }} => b\x20
{{ (s|safe)[B] }} =>
{{ (s|safe)[b] }} => b
{{ (s|safe).k }}{{ (s|safe).__class__ }} =>
{{ (s|safe)[1.0] }} =>
{{ (s|safe)[n] }} =>
{{ -s.encode() }} {{ not s.encode() }} =! runtime
{{ +s.encode() }} =! runtime
{{ s.encode()[0] }} => 97
{{ s.encode()[-1] }} {{ s.encode()['k'] }} => 98\x20
{{ s.encode()[B] }} =>
{{ s.encode()[b] }} => 98
{{ s.encode().k }}{{ s.encode().__class__ }} =>
{{ s.encode()[1.0] }} =>
{{ s.encode()[n] }} =>
{{ -range(3) }} {{ not range(3) }} =! runtime
{{ +range(3) }} =! runtime
{{ range(3)[0] }} => 0
{{ range(3)[-1] }} {{ range(3)['k'] }} => 2\x20
{{ range(3)[B] }} =>
{{ range(3)[b] }} => 1
{{ range(3).k }}{{ range(3).__class__ }} =>
{{ range(3)[1.0] }} =>
{{ range(3)[n] }} =>
{{ -1e308 }} {{ not 1e308 }} => -1e+308 False
{{ +1e308 }} => 1e+308
{{ 1e308[0] }} =>
{{ 1e308[-1] }} {{ 1e308['k'] }} => \x20
{{ 1e308[B] }} =>
{{ 1e308[b] }} =>
{{ 1e308.k }}{{ 1e308.__class__ }} =>
{{ 1e308[1.0] }} =>
{{ 1e308[n] }} =>
{{ --0.5 }} {{ not -0.5 }} => 0.5 False
{{ +-0.5 }} => -0.5
{{ -0.5[0] }} =! undefined float object has no element 0
{{ -0.5[-1] }} {{ -0.5['k'] }} =! undefined float object has no element -1
{{ -0.5[B] }} =! undefined float object has no element 100000000000000000000
{{ -0.5[b] }} =! undefined float object has no element True
{{ -0.5.k }}{{ -0.5.__class__ }} =! undefined 'float object' has no attribute 'k'
{{ -0.5[1.0] }} =! undefined float object has no element 1.0
{{ -0.5[n] }} =! undefined float object has no element None
{{ 2 ** 0 }} => 1
{{ 2 ** 1 }} => 2
{{ 2 ** 3 }} => 8
{{ 2 ** N }} => 0.0
{{ 2 ** -1 }} => 0.5
{{ 2 ** -2 }} => 0.25
{{ 2 ** 0.5 }} => 1.4142135623730951
{{ 2 ** -0.5 }} => 0.7071067811865476
{{ 2 ** 2.0 }} => 4.0
{{ 2 ** 64 }} => 18446744073709551616
{{ 2 ** 127 }} => 170141183460469231731687303715884105728
{{ 2 ** -3.0 }} => 0.125
{{ 2 ** 0.0 }} => 1.0
{{ -1 ** 0 }} => 1
{{ -1 ** 1 }} => -1
{{ -1 ** 3 }} => -1
{{ -1 ** B }} => -1
{{ -1 ** N }} => -1.0
{{ -1 ** -1 }} => -1.0
{{ -1 ** -2 }} => 1.0
{{ -1 ** 2.0 }} => 1.0
{{ -1 ** 64 }} => 1
{{ -1 ** 127 }} => -1
{{ -1 ** B+1 }} => 0
{{ -1 ** -3.0 }} => -1.0
{{ -1 ** 0.0 }} => 1.0
{{ 1 ** 0 }} => 1
{{ 1 ** 1 }} => 1
{{ 1 ** 3 }} => 1
{{ 1 ** B }} => 1
{{ 1 ** N }} => 1.0
{{ 1 ** -1 }} => 1.0
{{ 1 ** -2 }} => 1.0
{{ 1 ** 0.5 }} => 1.0
{{ 1 ** -0.5 }} => 1.0
{{ 1 ** 2.0 }} => 1.0
{{ 1 ** 64 }} => 1
{{ 1 ** 127 }} => 1
{{ 1 ** B+1 }} => 2
{{ 1 ** -3.0 }} => 1.0
{{ 1 ** 0.0 }} => 1.0
{{ 0 ** 0 }} => 1
{{ 0 ** 1 }} => 0
{{ 0 ** 3 }} => 0
{{ 0 ** B }} => 0
{{ 0 ** N }} =! runtime
{{ 0 ** -1 }} =! runtime
{{ 0 ** -2 }} =! runtime
{{ 0 ** 0.5 }} => 0.0
{{ 0 ** -0.5 }} =! runtime
{{ 0 ** 2.0 }} => 0.0
{{ 0 ** 64 }} => 0
{{ 0 ** 127 }} => 0
{{ 0 ** B+1 }} => 1
{{ 0 ** -3.0 }} =! runtime
{{ 0 ** 0.0 }} => 1.0
{{ 10 ** 0 }} => 1
{{ 10 ** 1 }} => 10
{{ 10 ** 3 }} => 1000
{{ 10 ** N }} => 0.0
{{ 10 ** -1 }} => 0.1
{{ 10 ** -2 }} => 0.01
{{ 10 ** 0.5 }} => 3.1622776601683795
{{ 10 ** -0.5 }} => 0.31622776601683794
{{ 10 ** 2.0 }} => 100.0
{{ 10 ** 64 }} => 10000000000000000000000000000000000000000000000000000000000000000
{{ 10 ** 127 }} => 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ 10 ** -3.0 }} => 0.001
{{ 10 ** 0.0 }} => 1.0
{{ -3 ** 0 }} => 1
{{ -3 ** 1 }} => -3
{{ -3 ** 3 }} => -27
{{ -3 ** N }} => -0.0
{{ -3 ** -1 }} => -0.3333333333333333
{{ -3 ** -2 }} => 0.1111111111111111
{{ -3 ** 2.0 }} => 9.0
{{ -3 ** 64 }} => 3433683820292512484657849089281
{{ -3 ** 127 }} => -3930061525912861057173624287137506221892737197425280369698987
{{ -3 ** -3.0 }} => -0.037037037037037035
{{ -3 ** 0.0 }} => 1.0
{{ B ** 0 }} => 1
{{ B ** 1 }} => 100000000000000000000
{{ B ** 3 }} => 1000000000000000000000000000000000000000000000000000000000000
{{ B ** -1 }} => 1e-20
{{ B ** -2 }} => 1e-40
{{ B ** 0.5 }} => 10000000000.0
{{ B ** -0.5 }} => 1e-10
{{ B ** 2.0 }} => 1e+40
{{ B ** 64 }} => 100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ B ** 127 }} => 100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ B ** -3.0 }} => 1e-60
{{ B ** 0.0 }} => 1.0
{{ 2.0 ** 0 }} => 1.0
{{ 2.0 ** 1 }} => 2.0
{{ 2.0 ** 3 }} => 8.0
{{ 2.0 ** B }} =! runtime
{{ 2.0 ** N }} => 0.0
{{ 2.0 ** -1 }} => 0.5
{{ 2.0 ** -2 }} => 0.25
{{ 2.0 ** 0.5 }} => 1.4142135623730951
{{ 2.0 ** -0.5 }} => 0.7071067811865476
{{ 2.0 ** 2.0 }} => 4.0
{{ 2.0 ** 64 }} => 1.8446744073709552e+19
{{ 2.0 ** 127 }} => 1.7014118346046923e+38
{{ 2.0 ** B+1 }} =! runtime
{{ 2.0 ** -3.0 }} => 0.125
{{ 2.0 ** 0.0 }} => 1.0
{{ -2.0 ** 0 }} => 1.0
{{ -2.0 ** 1 }} => -2.0
{{ -2.0 ** 3 }} => -8.0
{{ -2.0 ** B }} =! runtime
{{ -2.0 ** N }} => -0.0
{{ -2.0 ** -1 }} => -0.5
{{ -2.0 ** -2 }} => 0.25
{{ -2.0 ** 2.0 }} => 4.0
{{ -2.0 ** 64 }} => 1.8446744073709552e+19
{{ -2.0 ** 127 }} => -1.7014118346046923e+38
{{ -2.0 ** B+1 }} =! runtime
{{ -2.0 ** -3.0 }} => -0.125
{{ -2.0 ** 0.0 }} => 1.0
{{ 0.0 ** 0 }} => 1.0
{{ 0.0 ** 1 }} => 0.0
{{ 0.0 ** 3 }} => 0.0
{{ 0.0 ** B }} => 0.0
{{ 0.0 ** N }} =! runtime
{{ 0.0 ** -1 }} =! runtime
{{ 0.0 ** -2 }} =! runtime
{{ 0.0 ** 0.5 }} => 0.0
{{ 0.0 ** -0.5 }} =! runtime
{{ 0.0 ** 2.0 }} => 0.0
{{ 0.0 ** 64 }} => 0.0
{{ 0.0 ** 127 }} => 0.0
{{ 0.0 ** B+1 }} => 1.0
{{ 0.0 ** -3.0 }} =! runtime
{{ 0.0 ** 0.0 }} => 1.0
{{ -0.0 ** 0 }} => 1.0
{{ -0.0 ** 1 }} => -0.0
{{ -0.0 ** 3 }} => -0.0
{{ -0.0 ** B }} => -0.0
{{ -0.0 ** N }} =! runtime
{{ -0.0 ** -1 }} =! runtime
{{ -0.0 ** -2 }} =! runtime
{{ -0.0 ** 0.5 }} => 0.0
{{ -0.0 ** -0.5 }} =! runtime
{{ -0.0 ** 2.0 }} => 0.0
{{ -0.0 ** 64 }} => 0.0
{{ -0.0 ** 127 }} => -0.0
{{ -0.0 ** B+1 }} => 1.0
{{ -0.0 ** -3.0 }} =! runtime
{{ -0.0 ** 0.0 }} => 1.0
{{ b ** 0 }} => 1
{{ b ** 1 }} => 1
{{ b ** 3 }} => 1
{{ b ** B }} => 1
{{ b ** N }} => 1.0
{{ b ** -1 }} => 1.0
{{ b ** -2 }} => 1.0
{{ b ** 0.5 }} => 1.0
{{ b ** -0.5 }} => 1.0
{{ b ** 2.0 }} => 1.0
{{ b ** 64 }} => 1
{{ b ** 127 }} => 1
{{ b ** B+1 }} => 2
{{ b ** -3.0 }} => 1.0
{{ b ** 0.0 }} => 1.0
{{ (-1) < (2**53+1) }} => True
{{ (999999999**9) / (-1) }} => -9.99999991e+80
{{ (2**53) + (2**63) }} => 9232379236109516800
{{ (-(3**200)) + (10**20-1) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901202182994384699044002
{{ (9223372036854775807) < (10**20-1) }} => True
{{ (18446744073709551615*4294967295) < (10**400) }} => True
{{ (-(10**18)+1) / (2**63) }} => -0.10842021724855044
{{ (-(10**40)) / (10**400) }} => -0.0
{{ (2**53+1) == (-(10**18)+1) }} => False
{{ (10**20-1) + (2**53+1) }} => 100009007199254740992
{{ (999999999**9) > (-1) }} => True
{{ (2**63) > (10**40) }} => False
{{ (999999999**9) / (-(10**18)+1) }} => -9.99999991e+62
{{ (999999999**9) // (-(3**200)) }} => -1
{{ (-(10**40)) * (10**400) }} => -100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (2**53+1) == (2**63) }} => False
{{ (999999999**9) - (-(10**40)) }} => 999999991000000035999999916000000126000009874000000083999999964000000008999999999
{{ (10**18) > (3**200) }} => False
{{ (3**200) / (-1) }} => -2.6561398887587478e+95
{{ (1) % (2**64) }} => 1
{{ (2**63) < (2**64) }} => True
{{ (-(10**18)+1) / (3**200) }} => -3.7648619495990265e-78
{{ (-(2**63)) % (-(3**200)) }} => -9223372036854775808
{{ (-(10**40)) + (2**53+1) }} => -9999999999999999999999990992800745259007
{{ (1) == (2**64) }} => False
{{ (-(2**63)) + (10**400) }} => 9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999990776627963145224192
{{ (10**18) + (18446744073709551615*4294967295) }} => 79228162496817593515539431425
{{ (2**53+1) / (-1) }} => -9007199254740992.0
{{ (2**64) - (9223372036854775807) }} => 9223372036854775809
{{ (2**53) < (-(2**63)) }} => False
{{ (2**53) - (-1) }} => 9007199254740993
{{ (2**53) - (10**400) }} => -9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999990992800745259008
{{ (2**63) == (999999999**9) }} => False
{{ (2**63) < (2**63) }} => False
{{ (-(3**200)) - (18446744073709551615*4294967295) }} => -265613988875874769338781322035779626829233452653394495974574961739171719063798000587900238475426
{{ (10**18) < (2**63) }} => True
{{ (10**400) * (18446744073709551615*4294967295) }} => 792281624958175935155394314250000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (2**63) % (-(2**63)) }} => 0
{{ (2**53+1) + (-1) }} => 9007199254740992
{{ (-1) // (1) }} => -1
{{ (2**53+1) < (2**53+1) }} => False
{{ (1) <= (10**20-1) }} => True
{{ (2**63) * (18446744073709551615*4294967295) }} => 730750818495310275601759103378545409352164966400
{{ (10**400) + (10**18) }} => 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000
{{ (999999999**9) / (9223372036854775807) }} => 1.084202162727685e+62
{{ (1) < (10**20-1) }} => True
{{ (2**53) / (2**53) }} => 1.0
{{ (-(2**63)) < (2**53+1) }} => True
{{ (10**400) <= (2**64) }} => False
{{ (-1) % (-(10**40)) }} => -1
{{ (2**64) < (3**200) }} => True
{{ (-(10**18)+1) < (10**18) }} => True
{{ (2**64) * (18446744073709551615*4294967295) }} => 1461501636990620551203518206757090818704329932800
{{ (-1) <= (10**20-1) }} => True
{{ (1) - (2**53+1) }} => -9007199254740992
{{ (-(10**18)+1) > (9223372036854775807) }} => False
{{ (2**63) == (-(3**200)) }} => False
{{ (-(2**63)) / (-(10**40)) }} => 9.223372036854775e-22
{{ (9223372036854775807) <= (18446744073709551615*4294967295) }} => True
{{ (10**400) * (2**53+1) }} => 90071992547409930000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (2**53) % (999999999**9) }} => 9007199254740992
{{ (2**63) * (-(10**18)+1) }} => -9223372036854775798776627963145224192
{{ (10**18) == (10**18) }} => True
{{ (999999999**9) * (2**63) }} => 9223371953844427808348410280008679154343707609556875939061498955759774628238419234469610235145224192
{{ (10**18) / (9223372036854775807) }} => 0.10842021724855044
{{ (10**400) - (999999999**9) }} => 9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999000000008999999964000000083999999874000000125999999916000000035999999991000000001
{{ (-(3**200)) - (3**200) }} => -531227977751749538677562644071559253658466905306788991949149923478184981802604365988769398088002
{{ (-(10**18)+1) + (999999999**9) }} => 999999991000000035999999916000000125999999874000000083999999963000000009000000000
{{ (9223372036854775807) % (18446744073709551615*4294967295) }} => 9223372036854775807
{{ (-(3**200)) % (-(3**200)) }} => 0
{{ (18446744073709551615*4294967295) % (-(2**63)) }} => -4294967295
{{ (2**53+1) % (2**64) }} => 9007199254740993
{{ (10**40) % (-(3**200)) }} => -265613988875874769338781322035779626829233452653394495964574961739092490901302182994384699044001
{{ (10**20-1) < (-(2**63)) }} => False
{{ (9223372036854775807) * (18446744073709551615*4294967295) }} => 730750818495310275522530940882727815836625534975
{{ (18446744073709551615*4294967295) % (3**200) }} => 79228162495817593515539431425
{{ (-(10**40)) / (-1) }} => 1e+40
{{ (18446744073709551615*4294967295) <= (-(10**18)+1) }} => False
{{ (2**53) / (999999999**9) }} => 9.007199335805786e-66
{{ (10**18) % (10**20-1) }} => 1000000000000000000
{{ (999999999**9) - (-(10**18)+1) }} => 999999991000000035999999916000000125999999874000000083999999965000000008999999998
{{ (18446744073709551615*4294967295) > (2**63) }} => True
{{ (2**64) + (-(3**200)) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901283736250310989492385
{{ (2**63) // (2**63) }} => 1
{{ (999999999**9) / (-(3**200)) }} => -3.764861915715269e-15
{{ (-(2**63)) - (-(10**40)) }} => 9999999999999999999990776627963145224192
{{ (-(2**63)) < (10**40) }} => True
{{ (-(2**63)) == (10**20-1) }} => False
{{ (2**64) == (-1) }} => False
{{ (9223372036854775807) == (2**64) }} => False
{{ (999999999**9) // (2**53+1) }} => 111022301463314923550573626607759944498618283752484135516093856245
{{ (2**63) * (-1) }} => -9223372036854775808
{{ (2**53+1) - (10**18) }} => -990992800745259007
{{ (2**53+1) == (10**40) }} => False
{{ (18446744073709551615*4294967295) * (2**64) }} => 1461501636990620551203518206757090818704329932800
{{ (-(3**200)) / (3**200) }} => -1.0
{{ (-(10**18)+1) * (3**200) }} => -265613988875874769073167333159904857490452130617614869145341509085697994926727221255292208142698817005615300955999
{{ (18446744073709551615*4294967295) < (-(2**63)) }} => False
{{ (10**40) > (2**53+1) }} => True
{{ (10**400) - (9223372036854775807) }} => 9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999990776627963145224193
{{ (10**20-1) + (9223372036854775807) }} => 109223372036854775806
{{ (2**63) % (2**63) }} => 0
{{ (-(3**200)) < (10**40) }} => True
{{ (-(10**40)) * (-(2**63)) }} => 92233720368547758080000000000000000000000000000000000000000
{{ (10**20-1) + (2**64) }} => 118446744073709551615
{{ (999999999**9) // (2**64) }} => 54210108136384246033459550660402188784585390921196006554574895
{{ (1) < (-(10**18)+1) }} => False
{{ (999999999**9) // (10**400) }} => 0
{{ (999999999**9) + (1) }} => 999999991000000035999999916000000125999999874000000083999999964000000009000000000
{{ (-(10**18)+1) + (3**200) }} => 265613988875874769338781322035779626829233452653394495974574961739092490901301182994384699044002
{{ (999999999**9) / (10**20-1) }} => 9.999999910000001e+60
{{ (10**20-1) <= (999999999**9) }} => True
{{ (-(10**18)+1) * (-1) }} => 999999999999999999
{{ (10**18) // (-(2**63)) }} => -1
{{ (3**200) <= (2**53) }} => False
{{ (-(10**18)+1) * (10**400) }} => -9999999999999999990000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (-(10**18)+1) > (3**200) }} => False
{{ (10**20-1) > (3**200) }} => False
{{ (10**40) % (9223372036854775807) }} => 20623018724786125
{{ (-(10**18)+1) % (2**64) }} => 17446744073709551617
{{ (10**20-1) // (10**400) }} => 0
{{ (-(10**40)) == (-(10**18)+1) }} => False
{{ (2**64) == (2**64) }} => True
{{ (-(10**18)+1) // (2**53) }} => -112
{{ (-(10**40)) == (-1) }} => False
{{ (-(2**63)) / (999999999**9) }} => -9.223372119865125e-63
{{ (2**64) < (2**64) }} => False
{{ (-(2**63)) // (-1) }} => 9223372036854775808
{{ (10**400) < (10**18) }} => False
{{ (-(3**200)) > (18446744073709551615*4294967295) }} => False
{{ (2**64) + (2**53+1) }} => 18455751272964292609
{{ (1) < (2**64) }} => True
{{ (9223372036854775807) - (-(2**63)) }} => 18446744073709551615
{{ (10**18) <= (9223372036854775807) }} => True
{{ (-(10**18)+1) / (10**400) }} => -0.0
{{ (-(2**63)) * (-(2**63)) }} => 85070591730234615865843651857942052864
{{ (10**400) // (-(10**40)) }} => -1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (-(10**18)+1) // (-(2**63)) }} => 0
{{ (2**63) * (3**200) }} => 2449856637595198834514744723652290831833708909951945297160644293329535668973756859713055799909903797544208782327808
{{ (2**64) / (9223372036854775807) }} => 2.0
{{ (-(10**40)) % (2**63) }} => 5047021154770878464
{{ (10**400) > (9223372036854775807) }} => True
{{ (2**63) == (3**200) }} => False
{{ (10**20-1) > (18446744073709551615*4294967295) }} => False
{{ (2**53) % (10**20-1) }} => 9007199254740992
{{ (2**64) // (2**64) }} => 1
{{ (10**40) % (2**64) }} => 13399722918938673152
{{ (10**20-1) * (9223372036854775807) }} => 922337203685477580690776627963145224193
{{ (10**400) % (2**63) }} => 0
{{ (2**53+1) / (2**53) }} => 1.0
{{ (2**53+1) + (2**53) }} => 18014398509481985
{{ (10**18) <= (-(2**63)) }} => False
{{ (10**40) > (2**53) }} => True
{{ (1) + (18446744073709551615*4294967295) }} => 79228162495817593515539431426
{{ (-(3**200)) + (9223372036854775807) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901292959622347844268194
{{ (9223372036854775807) // (1) }} => 9223372036854775807
{{ (10**40) // (10**40) }} => 1
{{ (-1) > (2**53+1) }} => False
{{ (2**64) + (2**53) }} => 18455751272964292608
{{ (9223372036854775807) + (10**400) }} => 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000009223372036854775807
{{ (9223372036854775807) + (-(3**200)) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901292959622347844268194
{{ (10**400) > (3**200) }} => True
{{ (18446744073709551615*4294967295) <= (999999999**9) }} => True
{{ (3**200) * (10**400) }} => 2656139888758747693387813220357796268292334526533944959745749617390924909013021829943846990440010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (999999999**9) > (-(2**63)) }} => True
{{ (-1) == (-1) }} => True
{{ (2**53) / (3**200) }} => 3.391086174663107e-80
{{ (2**53+1) > (-(10**18)+1) }} => True
{{ (9223372036854775807) == (2**53) }} => False
{{ (18446744073709551615*4294967295) * (-(3**200)) }} => -21044108271820092885385088171404428200282514740286873828809184972891224380612655239303676918845023565224368622457016597131425
{{ (10**400) == (-(10**18)+1) }} => False
{{ (1) / (9223372036854775807) }} => 1.0842021724855044e-19
{{ (-(3**200)) + (2**63) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901292959622347844268193
{{ (999999999**9) == (2**53+1) }} => False
{{ (2**63) == (2**53+1) }} => False
{{ (1) <= (10**40) }} => True
{{ (1) <= (3**200) }} => True
{{ (2**53) - (-(10**40)) }} => 10000000000000000000000009007199254740992
{{ (10**400) <= (2**53+1) }} => False
{{ (-(10**40)) + (-(2**63)) }} => -10000000000000000000009223372036854775808
{{ (3**200) <= (18446744073709551615*4294967295) }} => False
{{ (-(10**40)) % (2**64) }} => 5047021154770878464
{{ (-(10**40)) > (-(10**18)+1) }} => False
{{ (1) % (-(10**40)) }} => -9999999999999999999999999999999999999999
{{ (10**18) - (10**20-1) }} => -98999999999999999999
{{ (-1) == (999999999**9) }} => False
{{ (-(10**40)) <= (2**64) }} => True
{{ (2**53+1) % (-(2**63)) }} => -9214364837600034815
{{ (10**400) == (10**20-1) }} => False
{{ (10**400) // (10**18) }} => 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (2**53) * (-(3**200)) }} => -2392438122651561361830805394191690265462606357374946579258441692704624676732184433313531054599515427289266388992
{{ (-(10**18)+1) % (3**200) }} => 265613988875874769338781322035779626829233452653394495974574961739092490901301182994384699044002
{{ (9223372036854775807) <= (2**63) }} => True
{{ (-(3**200)) + (-(10**18)+1) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901303182994384699044000
{{ (10**40) / (10**20-1) }} => 1e+20
{{ (2**53+1) - (1) }} => 9007199254740992
{{ (9223372036854775807) % (2**63) }} => 9223372036854775807
{{ (-(3**200)) % (1) }} => 0
{{ (3**200) > (9223372036854775807) }} => True
{{ (3**200) + (-(2**63)) }} => 265613988875874769338781322035779626829233452653394495974574961739092490901292959622347844268193
{{ (-1) < (-1) }} => False
{{ (10**40) <= (3**200) }} => True
{{ (2**53+1) < (-(10**18)+1) }} => False
{{ (999999999**9) + (-(10**40)) }} => 999999991000000035999999916000000125999989874000000083999999964000000008999999999
{{ (9223372036854775807) // (2**53+1) }} => 1023
{{ (-(10**18)+1) * (2**63) }} => -9223372036854775798776627963145224192
{{ (10**20-1) / (-1) }} => -1e+20
{{ (2**53) * (3**200) }} => 2392438122651561361830805394191690265462606357374946579258441692704624676732184433313531054599515427289266388992
{{ (10**40) - (3**200) }} => -265613988875874769338781322035779626829233452653394495964574961739092490901302182994384699044001
{{ (10**400) + (10**400) }} => 20000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (10**40) == (-(3**200)) }} => False
{{ (-(3**200)) + (2**53) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901302173987185444303009
{{ (10**18) <= (10**20-1) }} => True
{{ (2**64) - (-(10**40)) }} => 10000000000000000000018446744073709551616
{{ (10**40) / 3.0 }} => 3.3333333333333336e+39
{{ (10**40) * 1.5 }} => 1.5e+40
{{ 2.5 // (10**40) }} => 0.0
{{ (10**40) + 0.5 }} => 1e+40
{{ (10**40) % 7.5 }} => 7.0
{{ -(10**40) }} => -10000000000000000000000000000000000000000
{{ (10**40) == 1.0 }}{{ (10**40) < 1.5 }} => FalseFalse
{{ 1.5 ** (10**40) }} =! runtime
{{ 0.5 - (10**40) }} => -1e+40
{{ (-(10**40)) / 3.0 }} => -3.3333333333333336e+39
{{ (-(10**40)) * 1.5 }} => -1.5e+40
{{ 2.5 // (-(10**40)) }} => -1.0
{{ (-(10**40)) + 0.5 }} => -1e+40
{{ (-(10**40)) % 7.5 }} => 0.5
{{ -(-(10**40)) }} => 10000000000000000000000000000000000000000
{{ (-(10**40)) == 1.0 }}{{ (-(10**40)) < 1.5 }} => FalseTrue
{{ 1.5 ** (-(10**40)) }} => 0.0
{{ 0.5 - (-(10**40)) }} => 1e+40
{{ (2**64) / 3.0 }} => 6.148914691236517e+18
{{ (2**64) * 1.5 }} => 2.7670116110564327e+19
{{ 2.5 // (2**64) }} => 0.0
{{ (2**64) + 0.5 }} => 1.8446744073709552e+19
{{ (2**64) % 7.5 }} => 1.0
{{ -(2**64) }} => -18446744073709551616
{{ (2**64) == 1.0 }}{{ (2**64) < 1.5 }} => FalseFalse
{{ 1.5 ** (2**64) }} =! runtime
{{ 0.5 - (2**64) }} => -1.8446744073709552e+19
{{ (2**63) / 3.0 }} => 3.0744573456182584e+18
{{ (2**63) * 1.5 }} => 1.3835058055282164e+19
{{ 2.5 // (2**63) }} => 0.0
{{ (2**63) + 0.5 }} => 9.223372036854776e+18
{{ (2**63) % 7.5 }} => 0.5
{{ -(2**63) }} => -9223372036854775808
{{ (2**63) == 1.0 }}{{ (2**63) < 1.5 }} => FalseFalse
{{ 1.5 ** (2**63) }} =! runtime
{{ 0.5 - (2**63) }} => -9.223372036854776e+18
{{ (-(2**63)) / 3.0 }} => -3.0744573456182584e+18
{{ (-(2**63)) * 1.5 }} => -1.3835058055282164e+19
{{ 2.5 // (-(2**63)) }} => -1.0
{{ (-(2**63)) + 0.5 }} => -9.223372036854776e+18
{{ (-(2**63)) % 7.5 }} => 7.0
{{ -(-(2**63)) }} => 9223372036854775808
{{ (-(2**63)) == 1.0 }}{{ (-(2**63)) < 1.5 }} => FalseTrue
{{ 1.5 ** (-(2**63)) }} => 0.0
{{ 0.5 - (-(2**63)) }} => 9.223372036854776e+18
{{ (9223372036854775807) / 3.0 }} => 3.0744573456182584e+18
{{ (9223372036854775807) * 1.5 }} => 1.3835058055282164e+19
{{ 2.5 // (9223372036854775807) }} => 0.0
{{ (9223372036854775807) + 0.5 }} => 9.223372036854776e+18
{{ (9223372036854775807) % 7.5 }} => 0.5
{{ -(9223372036854775807) }} => -9223372036854775807
{{ (9223372036854775807) == 1.0 }}{{ (9223372036854775807) < 1.5 }} => FalseFalse
{{ 1.5 ** (9223372036854775807) }} =! runtime
{{ 0.5 - (9223372036854775807) }} => -9.223372036854776e+18
{{ (10**18) / 3.0 }} => 3.333333333333333e+17
{{ (10**18) * 1.5 }} => 1.5e+18
{{ 2.5 // (10**18) }} => 0.0
{{ (10**18) + 0.5 }} => 1e+18
{{ (10**18) % 7.5 }} => 2.5
{{ -(10**18) }} => -1000000000000000000
{{ (10**18) == 1.0 }}{{ (10**18) < 1.5 }} => FalseFalse
{{ 1.5 ** (10**18) }} =! runtime
{{ 0.5 - (10**18) }} => -1e+18
{{ (-(10**18)+1) / 3.0 }} => -3.333333333333333e+17
{{ (-(10**18)+1) * 1.5 }} => -1.5e+18
{{ 2.5 // (-(10**18)+1) }} => -1.0
{{ (-(10**18)+1) + 0.5 }} => -1e+18
{{ (-(10**18)+1) % 7.5 }} => 5.0
{{ -(-(10**18)+1) }} => 999999999999999999
{{ (-(10**18)+1) == 1.0 }}{{ (-(10**18)+1) < 1.5 }} => FalseTrue
{{ 1.5 ** (-(10**18)+1) }} => 0.0
{{ 0.5 - (-(10**18)+1) }} => 1e+18
{{ (3**200) / 3.0 }} => 8.853799629195826e+94
{{ (3**200) * 1.5 }} => 3.9842098331381216e+95
{{ 2.5 // (3**200) }} => 0.0
{{ (3**200) + 0.5 }} => 2.6561398887587478e+95
{{ (3**200) % 7.5 }} => 4.5
{{ -(3**200) }} => -265613988875874769338781322035779626829233452653394495974574961739092490901302182994384699044001
{{ (3**200) == 1.0 }}{{ (3**200) < 1.5 }} => FalseFalse
{{ 1.5 ** (3**200) }} =! runtime
{{ 0.5 - (3**200) }} => -2.6561398887587478e+95
{{ (-(3**200)) / 3.0 }} => -8.853799629195826e+94
{{ (-(3**200)) * 1.5 }} => -3.9842098331381216e+95
{{ 2.5 // (-(3**200)) }} => -1.0
{{ (-(3**200)) + 0.5 }} => -2.6561398887587478e+95
{{ (-(3**200)) % 7.5 }} => 3.0
{{ -(-(3**200)) }} => 265613988875874769338781322035779626829233452653394495974574961739092490901302182994384699044001
{{ (-(3**200)) == 1.0 }}{{ (-(3**200)) < 1.5 }} => FalseTrue
{{ 1.5 ** (-(3**200)) }} => 0.0
{{ 0.5 - (-(3**200)) }} => 2.6561398887587478e+95
{{ (10**400) / 3.0 }} =! runtime
{{ (10**400) * 1.5 }} =! runtime
{{ 2.5 // (10**400) }} =! runtime
{{ (10**400) + 0.5 }} =! runtime
{{ (10**400) % 7.5 }} =! runtime
{{ -(10**400) }} => -10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
{{ (10**400) == 1.0 }}{{ (10**400) < 1.5 }} => FalseFalse
{{ 1.5 ** (10**400) }} =! runtime
{{ 0.5 - (10**400) }} =! runtime
{{ (999999999**9) / 3.0 }} => 3.3333333033333335e+80
{{ (999999999**9) * 1.5 }} => 1.4999999865000003e+81
{{ 2.5 // (999999999**9) }} => 0.0
{{ (999999999**9) + 0.5 }} => 9.99999991e+80
{{ (999999999**9) % 7.5 }} => 5.0
{{ -(999999999**9) }} => -999999991000000035999999916000000125999999874000000083999999964000000008999999999
{{ (999999999**9) == 1.0 }}{{ (999999999**9) < 1.5 }} => FalseFalse
{{ 1.5 ** (999999999**9) }} =! runtime
{{ 0.5 - (999999999**9) }} => -9.99999991e+80
{{ (1) / 3.0 }} => 0.3333333333333333
{{ (1) * 1.5 }} => 1.5
{{ 2.5 // (1) }} => 2.0
{{ (1) + 0.5 }} => 1.5
{{ (1) % 7.5 }} => 1.0
{{ -(1) }} => -1
{{ (1) == 1.0 }}{{ (1) < 1.5 }} => TrueTrue
{{ 1.5 ** (1) }} => 1.5
{{ 0.5 - (1) }} => -0.5
{{ (-1) / 3.0 }} => -0.3333333333333333
{{ (-1) * 1.5 }} => -1.5
{{ 2.5 // (-1) }} => -3.0
{{ (-1) + 0.5 }} => -0.5
{{ (-1) % 7.5 }} => 6.5
{{ -(-1) }} => 1
{{ (-1) == 1.0 }}{{ (-1) < 1.5 }} => FalseTrue
{{ 1.5 ** (-1) }} => 0.6666666666666666
{{ 0.5 - (-1) }} => 1.5
{{ (2**53) / 3.0 }} => 3002399751580330.5
{{ (2**53) * 1.5 }} => 1.3510798882111488e+16
{{ 2.5 // (2**53) }} => 0.0
{{ (2**53) + 0.5 }} => 9007199254740992.0
{{ (2**53) % 7.5 }} => 2.0
{{ -(2**53) }} => -9007199254740992
{{ (2**53) == 1.0 }}{{ (2**53) < 1.5 }} => FalseFalse
{{ 1.5 ** (2**53) }} =! runtime
{{ 0.5 - (2**53) }} => -9007199254740992.0
{{ (2**53+1) / 3.0 }} => 3002399751580330.5
{{ (2**53+1) * 1.5 }} => 1.3510798882111488e+16
{{ 2.5 // (2**53+1) }} => 0.0
{{ (2**53+1) + 0.5 }} => 9007199254740992.0
{{ (2**53+1) % 7.5 }} => 2.0
{{ -(2**53+1) }} => -9007199254740993
{{ (2**53+1) == 1.0 }}{{ (2**53+1) < 1.5 }} => FalseFalse
{{ 1.5 ** (2**53+1) }} =! runtime
{{ 0.5 - (2**53+1) }} => -9007199254740992.0
{{ (10**20-1) / 3.0 }} => 3.333333333333333e+19
{{ (10**20-1) * 1.5 }} => 1.5e+20
{{ 2.5 // (10**20-1) }} => 0.0
{{ (10**20-1) + 0.5 }} => 1e+20
{{ (10**20-1) % 7.5 }} => 2.5
{{ -(10**20-1) }} => -99999999999999999999
{{ (10**20-1) == 1.0 }}{{ (10**20-1) < 1.5 }} => FalseFalse
{{ 1.5 ** (10**20-1) }} =! runtime
{{ 0.5 - (10**20-1) }} => -1e+20
{{ (18446744073709551615*4294967295) / 3.0 }} => 2.6409387498605865e+28
{{ (18446744073709551615*4294967295) * 1.5 }} => 1.1884224374372639e+29
{{ 2.5 // (18446744073709551615*4294967295) }} => 0.0
{{ (18446744073709551615*4294967295) + 0.5 }} => 7.922816249581759e+28
{{ (18446744073709551615*4294967295) % 7.5 }} => 0.0
{{ -(18446744073709551615*4294967295) }} => -79228162495817593515539431425
{{ (18446744073709551615*4294967295) == 1.0 }}{{ (18446744073709551615*4294967295) < 1.5 }} => FalseFalse
{{ 1.5 ** (18446744073709551615*4294967295) }} =! runtime
{{ 0.5 - (18446744073709551615*4294967295) }} => -7.922816249581759e+28
{{ 11499999976500000001000000000499999999000000001 // 11499999999500000000000000000500000000 }} {{ 11499999976500000001000000000499999999000000001 % 11499999999500000000000000000500000000 }} => 999999998 1
{{ 19999999952000000029999999970500000019499999999500000000 // 1999999999000000000999999999000000000 }} {{ 19999999952000000029999999970500000019499999999500000000 % 1999999999000000000999999999000000000 }} => 9999999981000000000 999999999500000000499999999500000000
{{ 111999999998499999888000000113499999998 // 999999999999999999000000001 }} {{ 111999999998499999888000000113499999998 % 999999999999999999000000001 }} => 111999999998 499999999999999999500000000
{{ 999999998500000000500000000999999998500000000499999999 // 999999999500000000 }} {{ 999999998500000000500000000999999998500000000499999999 % 999999999500000000 }} => 999999999000000000000000000999999998 999999999499999999
{{ 1999999999000000001999999999 // 1999999999000000001999999999 }} {{ 1999999999000000001999999999 % 1999999999000000001999999999 }} => 1 0
{{ 9999999976500000009249999999999999990000000018 // 999999999499999999999999999999999999 }} {{ 9999999976500000009249999999999999990000000018 % 999999999499999999999999999999999999 }} => 9999999981 499999999749999999999999999999999999
{{ 149999999924999999991 // 14999999991 }} {{ 149999999924999999991 % 14999999991 }} => 10000000001 0
{{ 500000000059999999555499999995500000000 // 500000000500000000 }} {{ 500000000059999999555499999995500000000 % 500000000500000000 }} => 999999999119999999991 0
{{ 9999999994999999990000000009999999997000000003999999994999999998 // 4999999999999999995000000005000000001 }} {{ 9999999994999999990000000009999999997000000003999999994999999998 % 4999999999999999995000000005000000001 }} => 1999999998999999999999999998 4999999999999999995000000005000000000
{{ 16499999990 // 1499999999 }} {{ 16499999990 % 1499999999 }} => 11 1
{{ 9999999991000000000000000000 // 9999999991000000000000000001 }} {{ 9999999991000000000000000000 % 9999999991000000000000000001 }} => 0 9999999991000000000000000000
{{ 10000000001999999997000000000999999986000000007 // 1000000001000000000500000000499999999 }} {{ 10000000001999999997000000000999999986000000007 % 1000000001000000000500000000499999999 }} => 9999999991 1000000001000000000500000000499999998
{{ 165000000017249999998500000001 // 110000000011499999999000000001 }} {{ 165000000017249999998500000001 % 110000000011499999999000000001 }} => 1 55000000005749999999500000000
{{ 5500000001 // 500000000 }} {{ 5500000001 % 500000000 }} => 11 1
{{ 4999999990499999995000000004499999999500000019 // 499999999999999999499999999499999999 }} {{ 4999999990499999995000000004499999999500000019 % 499999999999999999499999999499999999 }} => 9999999981 0
{{ 1999999999999999996999999999000000003999999999 // 1000000000999999999499999999000000001 }} {{ 1999999999999999996999999999000000003999999999 % 1000000000999999999499999999000000001 }} => 1999999998 1
{{ 14999999999999999995000000001 // 14999999999999999995000000001 }} {{ 14999999999999999995000000001 % 14999999999999999995000000001 }} => 1 0
{{ 1000000001499999998499999999500000001999999999000000000000000001 // 1000000000499999999000000001000000000000000000 }} {{ 1000000001499999998499999999500000001999999999000000000000000001 % 1000000000499999999000000001000000000000000000 }} => 1000000000999999999 1
{{ 2999999996999999998750000002999999996500000002249999999500000000 // 1499999999999999999000000000499999999000000000 }} {{ 2999999996999999998750000002999999996500000002249999999500000000 % 1499999999999999999000000000499999999000000000 }} => 1999999998000000000 749999999999999999500000000249999999500000000
{{ 1149999999082249999861499999944250000088 // 11500000000999999999499999999 }} {{ 1149999999082249999861499999944250000088 % 11500000000999999999499999999 }} => 99999999911 5750000000499999999749999999
{{ 1999999995999999999999999999000000003 // 1999999999999999999999999999 }} {{ 1999999995999999999999999999000000003 % 1999999999999999999999999999 }} => 999999998 1
{{ 10999999989499999999499999999999999999 // 11000000000500000000 }} {{ 10999999989499999999499999999999999999 % 11000000000500000000 }} => 999999998999999999 11000000000499999999
{{ 4999999999999999996499999999499999998500000000500000000 // 5000000000000000001499999999500000000 }} {{ 4999999999999999996499999999499999998500000000500000000 % 5000000000000000001499999999500000000 }} => 999999999999999999 0
{{ 1999999997000000001 // 999999999 }} {{ 1999999997000000001 % 999999999 }} => 1999999999 0
{{ 4999999999999999976000000001500000020499999995500000000 // 5000000004999999991000000000 }} {{ 4999999999999999976000000001500000020499999995500000000 % 5000000004999999991000000000 }} => 999999998999999998000000000 2500000002499999995500000000
{{ 1499999996000000002499999998000000003 // 1499999999000000000499999999 }} {{ 1499999996000000002499999998000000003 % 1499999999000000000499999999 }} => 999999998 1
{{ 54999999944999999890000000055000000011000000001 // 4999999994999999990000000005000000001000000000 }} {{ 54999999944999999890000000055000000011000000001 % 4999999994999999990000000005000000001000000000 }} => 11 1
{{ 1499999998499999998000000000499999995000000001749999998000000000 // 1500000000000000001 }} {{ 1499999998499999998000000000499999995000000001749999998000000000 % 1500000000000000001 }} => 999999998999999998000000000999999998000000000 750000000000000000
{{ 49999999950000000110999999889 // 50000000000000000111 }} {{ 49999999950000000110999999889 % 50000000000000000111 }} => 999999999 0
{{ 119999999999999999871000000119999999948999999871000000004500000009000000000 // 999999999999999999000000000999999999499999999000000000 }} {{ 119999999999999999871000000119999999948999999871000000004500000009000000000 % 999999999999999999000000000999999999499999999000000000 }} => 119999999999999999991 0
{{ 49999999850000000174999999865000000036000000041499999999 // 49999999900000000099999999915000000001 }} {{ 49999999850000000174999999865000000036000000041499999999 % 49999999900000000099999999915000000001 }} => 999999998999999999 24999999950000000049999999957500000000
{{ 499999999499999998500000001500000000499999999500000001 // 499999999999999999000000000500000000 }} {{ 499999999499999998500000001500000000499999999500000001 % 499999999999999999000000000500000000 }} => 999999998999999999 1
{{ 9999999980999999991000000018999999998999999999 // 999999999999999999000000000 }} {{ 9999999980999999991000000018999999998999999999 % 999999999999999999000000000 }} => 9999999981000000000 999999999999999998999999999
{{ 500000000999999999000000000 // 500000000999999999000000001 }} {{ 500000000999999999000000000 % 500000000999999999000000001 }} => 0 500000000999999999000000000
{{ 12000000012379999996974999997942250000009250000000 // 100000000111499999999500000000 }} {{ 12000000012379999996974999997942250000009250000000 % 100000000111499999999500000000 }} => 119999999989999999981 50000000055749999999750000000
{{ 9999999989999999996000000022999999980999999992000000006000000002000000000000000001 // 499999999500000000000000000999999999000000000000000000 }} {{ 9999999989999999996000000022999999980999999992000000006000000002000000000000000001 % 499999999500000000000000000999999999000000000000000000 }} => 19999999999999999991999999998 1
{{ 200000000129999999901000000000000000000000000000 // 10000000011000000000 }} {{ 200000000129999999901000000000000000000000000000 % 10000000011000000000 }} => 19999999991000000000000000000 0
{{ 999999997000000002000000000 // 499999999000000000 }} {{ 999999997000000002000000000 % 499999999000000000 }} => 1999999998 0
{{ 99999999850000000069999999881500000104249999980000000008 // 999999999499999999999999999 }} {{ 99999999850000000069999999881500000104249999980000000008 % 999999999499999999999999999 }} => 99999999900000000019999999991 499999999749999999999999999
{{ 500000000049999999509999999100000000004999999892999999991999999997 // 4999999999999999994999999991500000000999999999 }} {{ 500000000049999999509999999100000000004999999892999999991999999997 % 4999999999999999994999999991500000000999999999 }} => 100000000010000000001 4999999999999999994999999991500000000999999998
{{ 99999999900000000049999999961499999738500000061500000088499999977000000000000000000 // 99999999999999999950000000011500000000 }} {{ 99999999900000000049999999961499999738500000061500000088499999977000000000000000000 % 99999999999999999950000000011500000000 }} => 999999999000000000999999998999999998000000000 0
{{ 5000000001499999989999999997000000000 // 5000000001500000000 }} {{ 5000000001499999989999999997000000000 % 5000000001500000000 }} => 999999999999999998 0
{{ 39999999981 // 19999999991 }} {{ 39999999981 % 19999999991 }} => 1 19999999990
{{ 1999999999499999998999999999999999999 // 1999999999499999999 }} {{ 1999999999499999998999999999999999999 % 1999999999499999999 }} => 999999999999999999 1999999999499999998
{{ 222999999888500000113499999999000000000 // 111500000000000000001 }} {{ 222999999888500000113499999999000000000 % 111500000000000000001 }} => 1999999999000000000 111500000000000000000
{{ 999999999999999999500000000 // 1999999999999999999000000000 }} {{ 999999999999999999500000000 % 1999999999999999999000000000 }} => 0 999999999999999999500000000
{{ 2221 // 1111 }} {{ 2221 % 1111 }} => 1 1110
{{ 999999999000000001000000001499999999000000000999999999 // 999999999000000001000000001499999999000000001 }} {{ 999999999000000001000000001499999999000000000999999999 % 999999999000000001000000001499999999000000001 }} => 999999999 999999999000000001000000001499999999000000000
{{ 999999998000000000999999999 // 999999999000000000 }} {{ 999999998000000000999999999 % 999999999000000000 }} => 999999998 999999998999999999
{{ 49999999870000000071500000009499999995500000001 // 4999999991499999999500000000500000000 }} {{ 49999999870000000071500000009499999995500000001 % 4999999991499999999500000000500000000 }} => 9999999991 1
{{ 11999999987999999999499999999500000001000000001 // 11999999999999999999499999999 }} {{ 11999999987999999999499999999500000001000000001 % 11999999999999999999499999999 }} => 999999999000000000 1
{{ 4999999995000000014999999965000000020999999959000000019999999978 // 5000000000000000014999999990000000011 }} {{ 4999999995000000014999999965000000020999999959000000019999999978 % 5000000000000000014999999990000000011 }} => 999999998999999999999999998 0
{{ 4999999999999999995499999990500000010000000000 // 500000000499999999999999999 }} {{ 4999999999999999995499999990500000010000000000 % 500000000499999999999999999 }} => 9999999990000000001 1
{{ 499999999500000000000000000 // 500000000000000000 }} {{ 499999999500000000000000000 % 500000000000000000 }} => 999999999 0
{{ 5000000000499999995500000009999999991000000000 // 500000000500000000000000001 }} {{ 5000000000499999995500000009999999991000000000 % 500000000500000000000000001 }} => 9999999991000000000 0
{{ 1999999998500000001249999997750000002500000002499999999250000000 // 999999999500000000499999999000000001000000001500000000 }} {{ 1999999998500000001249999997750000002500000002499999999250000000 % 999999999500000000499999999000000001000000001500000000 }} => 1999999999 499999999750000000249999999500000000500000000750000000
{{ 999999998000000001999999998000000000500000000 // 999999999 }} {{ 999999998000000001999999998000000000500000000 % 999999999 }} => 999999999000000000999999998999999999 499999999
{{ 9999999975000000012999999999499999999499999999999999999999999999 // 4999999990000000001500000000500000000 }} {{ 9999999975000000012999999999499999999499999999999999999999999999 % 4999999990000000001500000000500000000 }} => 1999999998999999999999999999 4999999990000000001500000000499999999
{{ 10000000014999999972000000008 // 5000000009999999991 }} {{ 10000000014999999972000000008 % 5000000009999999991 }} => 1999999998 5000000009999999990
{{ 199999999719999999890000000199999999981 // 9999999991 }} {{ 199999999719999999890000000199999999981 % 9999999991 }} => 19999999989999999980000000001 9999999990
{{ 10000000006999999987999999995000000003999999999 // 1000000001499999999999999999500000000 }} {{ 10000000006999999987999999995000000003999999999 % 1000000001499999999999999999500000000 }} => 9999999991 1000000001499999999999999999499999999
{{ 4999999981000000032999999972999999999999999999 // 499999999000000001500000000 }} {{ 4999999981000000032999999972999999999999999999 % 499999999000000001500000000 }} => 9999999981999999999 499999999000000001499999999
{{ 4999999981500000018499999997749999999 // 4999999991499999999 }} {{ 4999999981500000018499999997749999999 % 4999999991499999999 }} => 999999998000000000 2499999995749999999
{{ 199999999999999999799999999549999999980000000090000000162000000009 // 19999999999999999999999999991 }} {{ 199999999999999999799999999549999999980000000090000000162000000009 % 19999999999999999999999999991 }} => 9999999999999999989999999981999999999 0
{{ 29999999987000000001000000000999999998 // 15000000001000000001000000001 }} {{ 29999999987000000001000000000999999998 % 15000000001000000001000000001 }} => 1999999998 15000000001000000001000000000
{{ 0 // 50000000000000000011000000001499999999 }} {{ 0 % 50000000000000000011000000001499999999 }} => 0 0
{{ 4999999999999999986500000003999999988500000004500000008000000000500000001 // 5000000004999999991500000000499999999 }} {{ 4999999999999999986500000003999999988500000004500000008000000000500000001 % 5000000004999999991500000000499999999 }} => 999999998999999999999999998999999999 0
{{ 99999999829999999971999999988999999999 // 10000000001 }} {{ 99999999829999999971999999988999999999 % 10000000001 }} => 9999999981999999998999999999 0
{{ 500000000499999998500000001499999998500000001999999998 // 500000000999999999 }} {{ 500000000499999998500000001499999998500000001999999998 % 500000000999999999 }} => 999999999000000000999999999000000000 500000000999999998
{{ 4999999990999999999999999999 // 4999999991000000000 }} {{ 4999999990999999999999999999 % 4999999991000000000 }} => 999999999 4999999990999999999
{{ 49999999914999999944999999995000000158000000008999999999 // 4999999991499999999500000000 }} {{ 49999999914999999944999999995000000158000000008999999999 % 4999999991499999999500000000 }} => 9999999999999999989999999981 4999999991499999999499999999
{{ 500000001499999999499999998500000002000000000999999997999999999000000001 // 500000000999999999000000001000000001000000000 }} {{ 500000001499999999499999998500000002000000000999999997999999999000000001 % 500000000999999999000000001000000001000000000 }} => 1000000000999999998999999999 1
{{ 1999999997099999999140000000762000000013 // 19999999991 }} {{ 1999999997099999999140000000762000000013 % 19999999991 }} => 99999999899999999911999999998 9999999995
{{ 10000000002000000000999999991499999989500000008500000000999999999 // 1000000001000000000999999999999999999 }} {{ 10000000002000000000999999991499999989500000008500000000999999999 % 1000000001000000000999999999999999999 }} => 9999999991999999999000000000 500000000500000000499999999999999999
{{ 3999999996999999996500000001500000000 // 1999999999499999999 }} {{ 3999999996999999996500000001500000000 % 1999999999499999999 }} => 1999999998999999998 1999999999499999998
{{ 1 // 1999999999999999999500000000000000001 }} {{ 1 % 1999999999999999999500000000000000001 }} => 0 1
{{ 1 // 11999999999 }} {{ 1 % 11999999999 }} => 0 1
{{ 5000000004999999989999999980500000000500000019999999999000000000 // 500000000499999999999999999000000000 }} {{ 5000000004999999989999999980500000000500000019999999999000000000 % 500000000499999999999999999000000000 }} => 9999999999999999980000000001 0
{{ 999999997210000001710999999981000000010 // 9999999991 }} {{ 999999997210000001710999999981000000010 % 9999999991 }} => 99999999811000000000999999999 1
{{ 1499999998749999999925000000002 // 15000000001 }} {{ 1499999998749999999925000000002 % 15000000001 }} => 99999999910000000001 1
{{ 1 // 1000000001999999999499999999 }} {{ 1 % 1000000001999999999499999999 }} => 0 1
{{ 499999998000000002999999997500000002499999996250000001500000000249999999750000000749999999750000001 // 499999999000000000500000000500000000499999999499999999 }} {{ 499999998000000002999999997500000002499999996250000001500000000249999999750000000749999999750000001 % 499999999000000000500000000500000000499999999499999999 }} => 999999998000000000999999998000000000999999998 249999999500000000250000000250000000249999999749999999
{{ 999999998999999999499999999500000001499999999999999999749999999 // 999999999999999999499999999 }} {{ 999999998999999999499999999500000001499999999999999999749999999 % 999999999999999999499999999 }} => 999999999000000000000000000000000000 499999999999999999749999999
{{ 499999999750000000999999999000000000250000000 // 500000000000000000999999999500000000 }} {{ 499999999750000000999999999000000000250000000 % 500000000000000000999999999500000000 }} => 999999999 250000000000000000499999999750000000
{{ 999999998999999999499999999999999996499999999500000001 // 1000000000000000001000000000999999999 }} {{ 999999998999999999499999999999999996499999999500000001 % 1000000000000000001000000000999999999 }} => 999999998999999998 500000000000000000500000000499999999
{{ 1149999997929999999999999999792999999999 // 11500000000 }} {{ 1149999997929999999999999999792999999999 % 11500000000 }} => 99999999819999999999999999981 11499999999
{{ 0 // 5000000000000000004999999990000000011999999999 }} {{ 0 % 5000000000000000004999999990000000011999999999 }} => 0 0
{{ 15000000024999999987499999974999999991000000015999999998 // 15000000009999999999999999990000000001 }} {{ 15000000024999999987499999974999999991000000015999999998 % 15000000009999999999999999990000000001 }} => 1000000000999999998 7500000004999999999999999995000000000
{{ 10000000000999999957000000009500000000000000000 // 1000000001999999999500000000 }} {{ 10000000000999999957000000009500000000000000000 % 1000000001999999999500000000 }} => 9999999981000000000 0
{{ 99999999899999999911500000099999999988 // 999999999999999999 }} {{ 99999999899999999911500000099999999988 % 999999999999999999 }} => 99999999900000000011 499999999999999999
{{ 999999998499999997500000004000000001499999995999999999000000000 // 999999999499999999000000001000000001 }} {{ 999999998499999997500000004000000001499999995999999999000000000 % 999999999499999999000000001000000001 }} => 999999998999999998000000000 999999999499999999000000001000000000
{{ 99999999949999999900000000079999999999999999975000000007000000001499999999499999999 // 9999999995000000000000000001999999999500000000 }} {{ 99999999949999999900000000079999999999999999975000000007000000001499999999499999999 % 9999999995000000000000000001999999999500000000 }} => 9999999999999999990000000001000000000 9999999995000000000000000001999999999499999999
{{ 9999999981000000019999999989000000001000000000000000000 // 999999999000000001 }} {{ 9999999981000000019999999989000000001000000000000000000 % 999999999000000001 }} => 9999999991000000000999999998999999999 1
{{ 2999999996723000002386499997612500002387499999112499999998 // 1499999999111499999999 }} {{ 2999999996723000002386499997612500002387499999112499999998 % 1499999999111499999999 }} => 1999999999000000000999999999000000000 1499999999111499999998
{{ 499999999500000000499999998999999998999999999 // 500000000000000001 }} {{ 499999999500000000499999998999999998999999999 % 500000000000000001 }} => 999999998999999998999999999 500000000000000000
{{ 1499999999000000001999999999499999999999999999 // 1499999999000000001999999999500000000 }} {{ 1499999999000000001999999999499999999999999999 % 1499999999000000001999999999500000000 }} => 999999999 1499999999000000001999999999499999999
{{ 18000000000000000008999999999999999998000000000 // 1500000000000000001000000000 }} {{ 18000000000000000008999999999999999998000000000 % 1500000000000000001000000000 }} => 11999999999999999998 0
{{ 499999999500000000499999999500000000499999999 // 499999999500000000499999999500000000499999999 }} {{ 499999999500000000499999999500000000499999999 % 499999999500000000499999999500000000499999999 }} => 1 0
{{ 15000000001500000010000000001000000000 // 1500000000000000001 }} {{ 15000000001500000010000000001000000000 % 1500000000000000001 }} => 10000000001000000000 0
{{ 1500000002500000000999999998999999998 // 1500000000999999999999999999 }} {{ 1500000002500000000999999998999999998 % 1500000000999999999999999999 }} => 1000000000 1500000000999999999999999998
{{ 9999999981 // 1 }} {{ 9999999981 % 1 }} => 9999999981 0
{{ 999999998000000000000000000999999999 // 1 }} {{ 999999998000000000000000000999999999 % 1 }} => 999999998000000000000000000999999999 0
{{ 9999999985000000004999999990000000021499999988499999999999999999999999999 // 9999999994999999999999999990000000011500000000 }} {{ 9999999985000000004999999990000000021499999988499999999999999999999999999 % 9999999994999999999999999990000000011500000000 }} => 999999998999999999999999999 9999999994999999999999999990000000011499999999
{{ 9999999982000000010999999997999999999000000001 // 999999999000000000500000000 }} {{ 9999999982000000010999999997999999999000000001 % 999999999000000000500000000 }} => 9999999991999999998 1
{{ 1 // 999999999000000001 }} {{ 1 % 999999999000000001 }} => 0 1
{{ 4999999990500000009999999981 // 500000000000000001 }} {{ 4999999990500000009999999981 % 500000000000000001 }} => 9999999981 0
{{ 1000000001000000000999999999 // 1000000001000000000999999999 }} {{ 1000000001000000000999999999 % 1000000001000000000999999999 }} => 1 0
{{ 499999998500000001499999998500000002 // 499999999000000000499999999 }} {{ 499999998500000001499999998500000002 % 499999999000000000499999999 }} => 999999999 1
{{ 1000000001999999998000000001999999999999999999 // 500000000999999999000000001000000000 }} {{ 1000000001999999998000000001999999999999999999 % 500000000999999999000000001000000000 }} => 1999999999 500000000999999999000000000999999999
{{ 1499999999999999998999999999 // 1499999999999999999 }} {{ 1499999999999999998999999999 % 1499999999999999999 }} => 999999999 1499999999999999998
{{ 20000000030999999971999999984500000010 // 1000000001999999999499999999 }} {{ 20000000030999999971999999984500000010 % 1000000001999999999499999999 }} => 19999999991 1
{{ 14999999999999999992999999988499999961750000015999999998000000001 // 1500000000000000001999999999 }} {{ 14999999999999999992999999988499999961750000015999999998000000001 % 1500000000000000001999999999 }} => 9999999999999999981999999998999999998 750000000000000000999999999
{{ 999999997120000003079999997624000000207999999976000000002 // 9999999990000000011999999999 }} {{ 999999997120000003079999997624000000207999999976000000002 % 9999999990000000011999999999 }} => 99999999811999999999999999998 0
{{ 499999999500000000499999999750000000 // 500000000 }} {{ 499999999500000000499999999750000000 % 500000000 }} => 999999999000000000999999999 250000000
{{ 0 // 1999999999000000000999999999000000001499999999 }} {{ 0 % 1999999999000000000999999999000000001499999999 }} => 0 0
{{ 14999999968500000015499999996000000001 // 14999999991000000001999999999 }} {{ 14999999968500000015499999996000000001 % 14999999991000000001999999999 }} => 999999998 7499999995500000000999999999
{{ 11149999979929999999999999998996500000001 // 111500000000 }} {{ 11149999979929999999999999998996500000001 % 111500000000 }} => 99999999819999999999999999991 1
{{ 499999999500000000499999999000000000500000000 // 499999999500000000499999999000000000500000000 }} {{ 499999999500000000499999999000000000500000000 % 499999999500000000499999999000000000500000000 }} => 1 0
{{ 199999999700000000115000000054999999947499999991 // 9999999990000000005000000001 }} {{ 199999999700000000115000000054999999947499999991 % 9999999990000000005000000001 }} => 19999999989999999991 4999999995000000002500000000
{{ 149999999899999999866500000090499999998 // 1499999999 }} {{ 149999999899999999866500000090499999998 % 1499999999 }} => 99999999999999999911000000000 1499999998
{{ s[1:0:n] }} =>
{{ s[5:-5:1] }} =>
{{ s[100:-5:-1] }} => ba
{{ s[2:B:N] }} =>
{{ s[0:1:3] }} => a
{{ s[5:5:N] }} =>
{{ s[-5:B:-3] }} =>
{{ s[1:N:-2] }} => b
{{ s[:n:N] }} => b
{{ s[-1:n:2] }} => b
{{ s[-1:-5:B] }} =>
{{ s[N:n:3] }} => a
{{ s[b:2:-2] }} =>
{{ s[b::-1] }} => ba
{{ s[0:-1:] }} => a
{{ s[b:-1:1] }} =>
{{ s[-1:0:1] }} =>
{{ s[2:B:1] }} =>
{{ s[-5:2:n] }} => ab
{{ s[-5:1:3] }} => a
{{ s[100:B:-2] }} =>
{{ s[B:N:3] }} =>
{{ s[n:b:-1] }} =>
{{ s[1:2:2] }} => b
{{ s[1:-1:1] }} =>
{{ s[:n:-3] }} => b
{{ s[b:-2:n] }} =>
{{ s[b:0:] }} =>
{{ s[:5:] }} => ab
{{ s[B:n:B] }} =>
{{ s[:N:B] }} =>
{{ s[b:-1:3] }} =>
{{ s[n:5:3] }} => a
{{ s[:b:1] }} => a
{{ s[::0] }} =! runtime
{{ s['a':] }} =! runtime
{{ s[1.5:] }} =! runtime
{{ s[:nope] }} =! runtime
{{ s[::f] }} =! runtime
{{ s[-9223372036854775808:9223372036854775807:-9223372036854775808] }} =>
{{ u[100:5:-3] }} =>
{{ u[-5:-1:-1] }} =>
{{ u[-5:-5:N] }} =>
{{ u[n:0:-1] }} => 好
{{ u[:5:2] }} => 你
{{ u[-1:1:2] }} =>
{{ u[5:n:n] }} =>
{{ u[1:b:] }} =>
{{ u[b:n:n] }} => 好
{{ u[1:n:-2] }} => 好
{{ u[N:1:3] }} => 你
{{ u[0:-2:1] }} =>
{{ u[-2:b:] }} => 你
{{ u[b:B:] }} => 好
{{ u[b:-5:n] }} =>
{{ u[-5:100:1] }} => 你好
{{ u[-5:-5:] }} =>
{{ u[N:N:n] }} =>
{{ u[b:1:n] }} =>
{{ u[-2:-2:] }} =>
{{ u[:b:3] }} => 你
{{ u[N:-5:B] }} =>
{{ u[N:-1:] }} => 你
{{ u[100:N:2] }} =>
{{ u[-5:b:-3] }} =>
{{ u[n::N] }} => 好
{{ u[N:5:3] }} => 你
{{ u[2:0:1] }} =>
{{ u[N:2:-3] }} =>
{{ u[n:0:1] }} =>
{{ u[N:B:-3] }} =>
{{ u[-2:100:] }} => 你好
{{ u[-2:N:2] }} =>
{{ u[::0] }} =! runtime
{{ u['a':] }} =! runtime
{{ u[1.5:] }} =! runtime
{{ u[:nope] }} =! runtime
{{ u[::f] }} =! runtime
{{ u[-9223372036854775808:9223372036854775807:-9223372036854775808] }} =>
{{ l[N:B:-2] }} => []
{{ l[-1:-2:] }} => []
{{ l[B:2:-3] }} => []
{{ l[n:2:3] }} => [1]
{{ l[-5:B:n] }} => [1, 'x']
{{ l[2:n:N] }} => ['x']
{{ l[-2:0:-3] }} => []
{{ l[-2:2:n] }} => [1, 'x']
{{ l[1:2:-3] }} => []
{{ l[:-2:-1] }} => ['x']
{{ l[-1:n:1] }} => ['x']
{{ l[B:100:n] }} => []
{{ l[1:N:1] }} => []
{{ l[N:-5:n] }} => []
{{ l[-5:1:-3] }} => []
{{ l[-2:B:-2] }} => []
{{ l[:-5:-3] }} => ['x']
{{ l[0:n:] }} => [1, 'x']
{{ l[2:0:2] }} => []
{{ l[1:2:B] }} => ['x']
{{ l[N:5:3] }} => [1]
{{ l[b:B:2] }} => ['x']
{{ l[n:n:-2] }} => ['x']
{{ l[-2:0:n] }} => []
{{ l[N:100:1] }} => [1, 'x']
{{ l[-5:0:N] }} => []
{{ l[n:1:2] }} => [1]
{{ l[n:n:N] }} => ['x']
{{ l[N::-1] }} => []
{{ l[:100:B] }} => [1]
{{ l[-5:-5:] }} => []
{{ l[-5:n:-2] }} => []
{{ l[:b:N] }} => []
{{ l[:-5:1] }} => []
{{ l[::0] }} =! runtime
{{ l['a':] }} =! runtime
{{ l[1.5:] }} =! runtime
{{ l[:nope] }} =! runtime
{{ l[::f] }} =! runtime
{{ l[-9223372036854775808:9223372036854775807:-9223372036854775808] }} => []
{{ (1, 2, 3)[-2:n:-1] }} => (2, 1)
{{ (1, 2, 3)[n:5:3] }} => (1,)
{{ (1, 2, 3)[n:100:n] }} => (1, 2, 3)
{{ (1, 2, 3)[1:5:N] }} => ()
{{ (1, 2, 3)[B:2:-2] }} => ()
{{ (1, 2, 3)[n:2:3] }} => (1,)
{{ (1, 2, 3)[0:100:-3] }} => ()
{{ (1, 2, 3)[-2:-1:2] }} => (2,)
{{ (1, 2, 3)[:0:1] }} => ()
{{ (1, 2, 3)[100:100:n] }} => ()
{{ (1, 2, 3)[-5::B] }} => (1,)
{{ (1, 2, 3)[1::n] }} => (2, 3)
{{ (1, 2, 3)[-2:N:-3] }} => (2,)
{{ (1, 2, 3)[2:2:2] }} => ()
{{ (1, 2, 3)[0:-1:] }} => (1, 2)
{{ (1, 2, 3)[1::-1] }} => (2, 1)
{{ (1, 2, 3)[-5:N:-3] }} => ()
{{ (1, 2, 3)[5:-2:N] }} => (3,)
{{ (1, 2, 3)[-2:2:2] }} => (2,)
{{ (1, 2, 3)[B:5:1] }} => ()
{{ (1, 2, 3)[-5::3] }} => (1,)
{{ (1, 2, 3)[N:N:N] }} => ()
{{ (1, 2, 3)[:-1:-1] }} => ()
{{ (1, 2, 3)[-1:-2:2] }} => ()
{{ (1, 2, 3)[-1:2:-1] }} => ()
{{ (1, 2, 3)[B:-5:1] }} => ()
{{ (1, 2, 3)[-1:B:B] }} => (3,)
{{ (1, 2, 3)[:-2:2] }} => (1,)
{{ (1, 2, 3)[0:1:-2] }} => ()
{{ (1, 2, 3)[b::] }} => (2, 3)
{{ (1, 2, 3)[-2:0:3] }} => ()
{{ (1, 2, 3)[:-1:-3] }} => ()
{{ (1, 2, 3)[-1:N:2] }} => ()
{{ (1, 2, 3)[0:-2:N] }} => ()
{{ (1, 2, 3)[::0] }} =! runtime
{{ (1, 2, 3)['a':] }} =>
{{ (1, 2, 3)[1.5:] }} =>
{{ (1, 2, 3)[:nope] }} =! runtime
{{ (1, 2, 3)[::f] }} =! runtime
{{ (1, 2, 3)[-9223372036854775808:9223372036854775807:-9223372036854775808] }} => ()
{{ range(7)[2::-1] }} => range(2, -1, -1)
{{ range(7)[-5:0:-2] }} => range(2, 0, -2)
{{ range(7)[-5:0:2] }} => range(2, 0, 2)
{{ range(7)[N:5:-2] }} => range(-1, 5, -2)
{{ range(7)[5:B:2] }} => range(5, 7, 2)
{{ range(7)[n:-5:-1] }} => range(6, 2, -1)
{{ range(7)[n:-5:2] }} => range(0, 2, 2)
{{ range(7)[0:B:3] }} => range(0, 7, 3)
{{ range(7)[n:5:2] }} => range(0, 5, 2)
{{ range(7)[B:-1:] }} => range(7, 6)
{{ range(7)[0:-2:n] }} => range(0, 5)
{{ range(7)[-5:5:1] }} => range(2, 5)
{{ range(7)[b::-1] }} => range(1, -1, -1)
{{ range(7)[2:1:] }} => range(2, 1)
{{ range(7)[N:2:n] }} => range(0, 2)
{{ range(7)[1:N:-2] }} => range(1, -1, -2)
{{ range(7)[-5:1:-3] }} => range(2, 1, -3)
{{ range(7)[-5:B:] }} => range(2, 7)
{{ range(7)[1:-5:2] }} => range(1, 2, 2)
{{ range(7)[-2:-2:2] }} => range(5, 5, 2)
{{ range(7)[-5:-5:-1] }} => range(2, 2, -1)
{{ range(7)[2:2:-3] }} => range(2, 2, -3)
{{ range(7)[100:2:2] }} => range(7, 2, 2)
{{ range(7)[100:2:-2] }} => range(6, 2, -2)
{{ range(7)[N:B:1] }} => range(0, 7)
{{ range(7)[::0] }} =! runtime
{{ range(7)['a':] }} =! runtime
{{ range(7)[1.5:] }} =! runtime
{{ range(7)[:nope] }} =! runtime
{{ range(7)[::f] }} =! runtime
{{ e[b:N:N] }} =>
{{ e[N:1:N] }} =>
{{ e[N:B:1] }} =>
{{ e[-2:-5:1] }} =>
{{ e[100:5:B] }} =>
{{ e[-1:n:1] }} =>
{{ e[5:-5:N] }} =>
{{ e[-5:100:] }} =>
{{ e[100:0:n] }} =>
{{ e[N:5:-1] }} =>
{{ e[b:-5:1] }} =>
{{ e[1:0:N] }} =>
{{ e[0:b:-3] }} =>
{{ e[0:1:1] }} =>
{{ e[0:N:1] }} =>
{{ e[-5:B:-1] }} =>
{{ e[2:N:n] }} =>
{{ e[::2] }} =>
{{ e[-2:5:1] }} =>
{{ e[n:1:n] }} =>
{{ e[0:2:-1] }} =>
{{ e[:-1:N] }} =>
{{ e[-2:5:N] }} =>
{{ e[-1:-5:2] }} =>
{{ e[-1::-3] }} =>
{{ e[:0:-3] }} =>
{{ e[1:b:] }} =>
{{ e[-2:N:3] }} =>
{{ e[-1:1:n] }} =>
{{ e[-1:n:N] }} =>
{{ e[2:n:n] }} =>
{{ e[B:2:-2] }} =>
{{ e[100:-1:-2] }} =>
{{ e[::0] }} =! runtime
{{ e['a':] }} =! runtime
{{ e[1.5:] }} =! runtime
{{ e[:nope] }} =! runtime
{{ e[::f] }} =! runtime
{{ e[-9223372036854775808:9223372036854775807:-9223372036854775808] }} =>
{{ 'héllo wörld'[n:100:2] }} => hlowrd
{{ 'héllo wörld'[B:-2:-1] }} => d
{{ 'héllo wörld'[B:N:] }} =>
{{ 'héllo wörld'[2:100:] }} => llo wörld
{{ 'héllo wörld'[2:n:1] }} => llo wörld
{{ 'héllo wörld'[100::n] }} =>
{{ 'héllo wörld'[N:-1:2] }} => hlowr
{{ 'héllo wörld'[0:0:2] }} =>
{{ 'héllo wörld'[100:b:-1] }} => dlröw oll
{{ 'héllo wörld'[100:-5:-2] }} => dr
{{ 'héllo wörld'[-1:-2:] }} =>
{{ 'héllo wörld'[b:n:-1] }} => éh
{{ 'héllo wörld'[N:N:2] }} =>
{{ 'héllo wörld'[N:-1:n] }} => héllo wörl
{{ 'héllo wörld'[N:-2:1] }} => héllo wör
{{ 'héllo wörld'[5:N:n] }} =>
{{ 'héllo wörld'[2:-1:-3] }} =>
{{ 'héllo wörld'[1:n:2] }} => él öl
{{ 'héllo wörld'[b::2] }} => él öl
{{ 'héllo wörld'[-2:0:-3] }} => lwl
{{ 'héllo wörld'[1:100:N] }} =>
{{ 'héllo wörld'[2:B:n] }} => llo wörld
{{ 'héllo wörld'[B::-1] }} => dlröw olléh
{{ 'héllo wörld'[B:100:N] }} =>
{{ 'héllo wörld'[N:-1:-2] }} =>
{{ 'héllo wörld'[0:N:B] }} =>
{{ 'héllo wörld'[2:0:-2] }} => l
{{ 'héllo wörld'[:N:-3] }} => döoé
{{ 'héllo wörld'[B:-5:B] }} =>
{{ 'héllo wörld'[1:100:n] }} => éllo wörld
{{ 'héllo wörld'[0:n:2] }} => hlowrd
{{ 'héllo wörld'[b:2:2] }} => é
{{ 'héllo wörld'[:-1:1] }} => héllo wörl
{{ 'héllo wörld'[1:B:-1] }} =>
{{ 'héllo wörld'[::0] }} =! runtime
{{ 'héllo wörld'['a':] }} =>
{{ 'héllo wörld'[1.5:] }} =>
{{ 'héllo wörld'[:nope] }} =! runtime
{{ 'héllo wörld'[::f] }} =! runtime
{{ 'héllo wörld'[-9223372036854775808:9223372036854775807:-9223372036854775808] }} =>
{{ s.encode()[N:b:n] }} => b'a'
{{ s.encode()[100:N:B] }} => b''
{{ s.encode()[-5:N:-1] }} => b''
{{ s.encode()[2:B:B] }} => b''
{{ s.encode()[B:n:N] }} => b'b'
{{ s.encode()[-1:2:1] }} => b'b'
{{ s.encode()[N:2:n] }} => b'ab'
{{ s.encode()[2:B:2] }} => b''
{{ s.encode()[2:2:3] }} => b''
{{ s.encode()[100:5:B] }} => b''
{{ s.encode()[n:n:N] }} => b'b'
{{ s.encode()[1:-2:-1] }} => b'b'
{{ s.encode()[B:-5:N] }} => b'b'
{{ s.encode()[-2:N:-1] }} => b'a'
{{ s.encode()[5:-5:1] }} => b''
{{ s.encode()[0::3] }} => b'a'
{{ s.encode()[N:100:n] }} => b'ab'
{{ s.encode()[-1:100:-3] }} => b''
{{ s.encode()[n:-5:n] }} => b''
{{ s.encode()[b:b:N] }} => b''
{{ s.encode()[-2:b:N] }} => b''
{{ s.encode()[2:0:N] }} => b'b'
{{ s.encode()[n::-3] }} => b'b'
{{ s.encode()[-5:n:B] }} => b'a'
{{ s.encode()[n:1:-3] }} => b''
{{ s.encode()[B:N:3] }} => b''
{{ s.encode()[2:1:] }} => b''
{{ s.encode()[1:1:-1] }} => b''
{{ s.encode()[1:N:N] }} => b'b'
{{ s.encode()[b:-5:] }} => b''
{{ s.encode()[B:-1:B] }} => b''
{{ s.encode()[0:b:B] }} => b'a'
{{ s.encode()[1:-2:3] }} => b''
{{ s.encode()[::0] }} =! runtime
{{ s.encode()['a':] }} =! runtime
{{ s.encode()[1.5:] }} =! runtime
{{ s.encode()[:nope] }} =! runtime
{{ s.encode()[::f] }} =! runtime
{{ s.encode()[-9223372036854775808:9223372036854775807:-9223372036854775808] }} => b''
{{ 'abcdefg'[-5:2:1] }} =>
{{ 'abcdefg'[N:B:B] }} => a
{{ 'abcdefg'[B::n] }} =>
{{ 'abcdefg'[N:5:3] }} => ad
{{ 'abcdefg'[-1:N:-2] }} => geca
{{ 'abcdefg'[-2:B:N] }} =>
{{ 'abcdefg'[N::2] }} => aceg
{{ 'abcdefg'[-5:-2:-2] }} =>
{{ 'abcdefg'[-5:1:B] }} =>
{{ 'abcdefg'[-1:-1:B] }} =>
{{ 'abcdefg'[-1:5:3] }} =>
{{ 'abcdefg'[N:2:B] }} => a
{{ 'abcdefg'[N:b:B] }} => a
{{ 'abcdefg'[b:100:-1] }} =>
{{ 'abcdefg'[-1:N:N] }} => g
{{ 'abcdefg'[n:-2:3] }} => ad
{{ 'abcdefg'[2:5:-3] }} =>
{{ 'abcdefg'[-5:b:-2] }} => c
{{ 'abcdefg'[N:N:-2] }} =>
{{ 'abcdefg'[5:-5:-3] }} => f
{{ 'abcdefg'[5:5:n] }} =>
{{ 'abcdefg'[1:B:N] }} =>
{{ 'abcdefg'[5:B:2] }} => f
{{ 'abcdefg'[1:n:2] }} => bdf
{{ 'abcdefg'[0:-2:1] }} => abcde
{{ 'abcdefg'[:B:] }} => abcdefg
{{ 'abcdefg'[2::-1] }} => cba
{{ 'abcdefg'[-5:0:B] }} =>
{{ 'abcdefg'[:1:3] }} => a
{{ 'abcdefg'[:b:] }} => a
{{ 'abcdefg'[5:-2:B] }} =>
{{ 'abcdefg'[-5:N:2] }} =>
{{ 'abcdefg'[N:0:] }} =>
{{ 'abcdefg'[b:N:2] }} =>
{{ 'abcdefg'[::0] }} =! runtime
{{ 'abcdefg'['a':] }} =>
{{ 'abcdefg'[1.5:] }} =>
{{ 'abcdefg'[:nope] }} =! runtime
{{ 'abcdefg'[::f] }} =! runtime
{{ 'abcdefg'[-9223372036854775808:9223372036854775807:-9223372036854775808] }} =>
{{ d[1:] }} =! runtime
{{ n[1:] }} =! runtime
{{ i[1:] }} =! runtime
{{ nope[1:] }} =! undefined 'nope' is undefined
{% for x in [1, [2, 3]] recursive %}{{ loop(x) if x is iterable else x }};{% endfor %} => 1;2;3;;
{% for x in [[1], [2]] recursive %}{{ loop(iterable=x) if x is iterable else x }};{% endfor %} => 1;;2;;
{% for x in [1] recursive %}{{ loop() }}{% endfor %} =! runtime
{% for x in [1] recursive %}{{ loop(1, 2) }}{% endfor %} =! runtime
{% for x in [1] recursive %}{{ loop(other=[1]) }}{% endfor %} =! runtime
{% for x in [1] %}{{ loop([1]) }}{% endfor %} =! runtime
{% for x in [1] recursive %}{{ loop(5) }}{% endfor %} =! runtime
{% for x in [[]] recursive %}{{ loop(x) }}{% else %}none{% endfor %} => none
{% macro m(a, b=2, *, c) %}{% endmacro %} =! syntax
{% macro m(a, b=2) %}{{ a }}{{ b }}{{ varargs }}{{ kwargs }}{{ caller is defined }}{% endmacro %}{{ m() }}{{ m(1) }}{{ m(1, 2, 3) }}{{ m(b=1, a=2, z=3) }}{{ m(*[1, 2], **{'q': 5}) }} => 2(){}False12(){}False12(3,){}False21(){'z': 3}False12(){'q': 5}False
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, b=2) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, a=2) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(a=1, b=2, c=3) }} =! runtime
{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, caller=2) }} =! runtime
{% macro m(caller) %}{{ caller }}{% endmacro %}{{ m(1) }} =! syntax
{% macro m(caller=none) %}{{ caller }}{% endmacro %}{{ m() }}{{ m(caller=5) }} => None5
{% macro m(caller=none) %}{{ caller() }}{% endmacro %}{% call m() %}x{% endcall %} => x
{% macro m(caller='d', a=1) %}{{ a }}{{ caller }}{% endmacro %}{{ m() }}{{ m('x') }}{{ m('x', 'y') }} =! runtime
{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }} =! undefined No caller defined
{% macro m() %}{{ caller(1) }}{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %} => 1
{% macro m() %}{{ caller() }}{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %} =>
{% macro m() %}{{ caller(1, 2) }}{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %} =! runtime
{% macro m() %}{{ caller(x=2) }}{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %} =! runtime
{% macro m(a, b) %}{% endmacro %}{{ m.name }}{{ m.arguments }}{{ m.catch_kwargs }}{{ m.catch_varargs }}{{ m.caller }}{{ m.explicit_caller }}{{ m.defaults }} => m('a', 'b')FalseFalseFalseFalse
{% macro m(caller) %}{{ varargs }}{{ kwargs }}{{ caller }}{% endmacro %}{{ m.caller }}{{ m.explicit_caller }}{{ m.catch_kwargs }}{{ m.catch_varargs }}{{ m.arguments }} =! syntax
{% macro m() %}{% endmacro %}{{ m.__class__ }} =>
{% macro m() %}{% endmacro %}{{ m.nope }}|{{ m['name'] }}|{{ m[0] }} => |m|
{% call(x) m() %}{% endcall %} =! undefined 'm' is undefined
{{ self }} => <TemplateReference None>
{{ self.name }} =>
{{ self['x'] }} =>
{{ self.blocks }} =>
{% block a %}{{ self.b() }}{{ super }}{{ super() }}{% endblock %}{% block b %}B{% endblock %} =! undefined there is no parent block called 'a'.
{% block a %}{{ self.a.name }}{{ self.a.super }}{% endblock %} => a
{{ self.nope }} =>
{{ range(3).start }}{{ range(3).stop }}{{ range(3).step }} => 031
{{ range(5)[1:3] }}{{ range(5)[::-1] }}{{ range(10)[2:8:3] }}{{ range(5)[-1] }}{{ range(5)[7] }} => range(1, 3)range(4, -1, -1)range(2, 8, 3)4
{{ (1, 2)[5] }}|{{ l[5] }}|{{ s[5] }}|{{ l[-5] }}|{{ s[-5] }} => ||||
{{ s.upper.__call__ }} =>
{{ s.upper.x }} =>
{% set ns = namespace(a=1) %}{{ ns.a }}{{ ns.b }}{{ ns['a'] }}{{ ns._x }}{% set ns.b = 2 %}{{ ns.b }}{{ ns.__class__ }} => 112
{% set ns = namespace({'a': 1}, b=2) %}{{ ns.a }}{{ ns.b }}{{ ns }} => 12<Namespace {'a': 1, 'b': 2}>
{% set ns = namespace() %}{% set ns.items = 1 %}{{ ns.items }} => 1
{{ loop }} =>
{% for x in [1, 2] %}{{ loop.index }}{{ loop.nope }}{{ loop['index'] }}{{ loop.__class__ }}{{ loop._x }}{% endfor %} => 1122
{% for x in l %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.changed(x) }}{{ loop.cycle('a') }}{{ loop.depth0 }}{{ loop.revindex0 }}{% endfor %} => xTruea011Truea00
{% for x in [1] %}{{ loop.cycle() }}{% endfor %} =! runtime
{% for x in [1] %}{{ loop.changed() }}{{ loop.changed() }}{% endfor %} => TrueFalse
{{ (1.5).is_integer() }}{{ (1).real }}{{ (1).imag }}{{ (1).numerator }}{{ b.real }}{{ (1).nope }}{{ (1.5).nope }} => False1011
{{ b'x' }} =! syntax
{{ s.encode() + s.encode() }}{{ s.encode() * 2 }}{{ s.encode()[0] }}{{ s.encode()[0:1] }}{{ s.encode() in s.encode() }} => b'abab'b'abab'97b'a'True
{{ s.encode() == s }}{{ s.encode() < s.encode() }} => FalseFalse
{{ (1, 2) + (3,) }}{{ (1, 2) * 2 }}{{ 2 * (1, 2) }}{{ [1] * 3 }}{{ 3 * [1] }}{{ [1] * -1 }}{{ (1,) * 0 }} => (1, 2, 3)(1, 2, 1, 2)(1, 2, 1, 2)[1, 1, 1][1, 1, 1][]()
{{ (1, 2) + [3] }} =! runtime
{{ [1] + (2,) }} =! runtime
{{ [1] + 'a' }} =! runtime
{{ s * 1 }}{{ s * 0 }}{{ s * -3 }}{{ 1 * s }}{{ s * b }} => ababab
{{ s * 1.0 }} =! runtime
{{ e * 5 }} =>
{{ -b }}{{ +b }}{{ -f }}{{ +f }}{{ -z }} => -11-2.52.50
{{ -s }} =! runtime
{{ -nope }} =! undefined 'nope' is undefined
{{ 7 % -3 }}{{ -7 % 3 }}{{ 7.5 % -2 }}{{ -7.5 % 2 }}{{ -7 // 2 }}{{ 7.5 // -2 }}{{ 7 // 0.5 }} => -22-0.50.5-4-4.014.0
{{ 1 / 0 }} =! runtime
{{ 1 // 0 }} =! runtime
{{ 1 % 0 }} =! runtime
{{ 1.0 / 0 }} =! runtime
{{ 1.0 // 0 }} =! runtime
{{ 1.0 % 0 }} =! runtime
{{ 1 / 0.0 }} =! runtime
{{ 10.0 ** 400 }} =! runtime
{{ 10 ** -400 }} => 0.0
{{ 1e308 * 10 }} => inf
{{ -1e308 * 10 }} => -inf
{{ (1e308 * 10) - (1e308 * 10) }} => nan
{{ 1e308 * 10 // 1 }} => nan
{{ 5 // (1e308 * 10) }}{{ -5 // (1e308 * 10) }}{{ 5 % (1e308 * 10) }}{{ -5 % (1e308 * 10) }} => 0.0-1.05.0inf
{% set x = true and 5 %}{{ x }}{% set y = 0 or 'a' %}{{ y }}{{ (z and 1) or 2 }}{{ 1 and z }}{{ n or z or e or 'last' }} => 5a20last
{{ 1 < 2 < 3 }}{{ 1 < 3 < 2 }}{{ 3 > 2 >= 2 == 2 != 1 }}{{ 'a' in s in [s] }}{{ 1 <= 1 <= 1.0 }} => TrueFalseTrueTrueTrue
{{ not 1 == 2 }}{{ not not s }}{{ 'x' not in s }}{{ 2 not in [1] }} => TrueTrueTrueTrue
{% if 1 < i <= 3 %}y{% endif %}{% if i in l %}{% else %}n{% endif %}{% if i not in l and s %}m{% endif %} => ynm

# Empty texts at the end of others, whose origin must be told.
{{ [s.split('b')[1]] }}{{ [s.partition('b')[2]] }}{{ [s.strip('ab')] }}{{ [('\r').strip()] }} => ['']['']['']['']
{{ [u.rsplit('好', 1)] }}{{ [s.removeprefix('ab')] }}{{ ['x'.rpartition('x')[2]] }}{{ [s[5:]] }} => [['你', '']]['']['']['']
