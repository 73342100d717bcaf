/* builtins/rare/urlize_match.c - addresses of the web and of mail, distinguished from other words.
 *
 * The patterns of Jinja are matched by hand; they are written beside their functions. Jinja:
 * utils.urlize.
 */
#include "builtins/rare/urlize.h"

#include "base/unicode.h"
#include "base/utf8.h"

/* A letter as a pattern that ignores case sees it. Python: re.IGNORECASE. */
static uint32_t urlize_fold(uint32_t code)
{
    if (code >= 'A' && code <= 'Z') return code + 32;
    if (code == 0x130 || code == 0x131) return 'i';
    if (code == 0x17F) return 's';
    return code == 0x212A ? 'k' : code;
}

/* Step over `word` (lower case) whatever its case. */
static bool urlize_take(cft_urlize_piece *p, const char *word)
{
    const char *at = p->at;
    for (; *word; word++) {
        if (at == p->end || urlize_fold(cft_utf8_next(&at)) != (unsigned char)*word)
            return false;
    }
    p->at = at;
    return true;
}

static bool urlize_is_label(uint32_t code)
{
    return cft_is_word(code) || code == '%' || code == '-';
}

static bool urlize_is_letter(uint32_t code)
{
    code = urlize_fold(code);
    return code >= 'a' && code <= 'z';
}

static bool urlize_is_idna(uint32_t code)
{
    return cft_is_word(code) || code == '%';
}

static bool urlize_is_hex(uint32_t code)
{
    return cft_is_decimal(code) || (urlize_fold(code) >= 'a' && urlize_fold(code) <= 'f');
}

/* Step over at most `most` code points of a class; how many. */
static size_t urlize_run(cft_urlize_piece *p, bool (*belongs)(uint32_t), size_t most)
{
    size_t count = 0;
    while (p->at < p->end && count < most) {
        const char *next = p->at;
        if (!belongs(cft_utf8_next(&next))) break;
        p->at = next;
        count++;
    }
    return count;
}

/* (?::\d{1,5})?(?:[/?#]\S*)?$ */
static bool urlize_is_tail(cft_urlize_piece p)
{
    if (p.at < p.end && *p.at == ':') {
        p.at++;
        if (!urlize_run(&p, cft_is_decimal, 5)) return false;
    }
    return p.at == p.end || *p.at == '/' || *p.at == '?' || *p.at == '#';
}

/* ([a-z]{2,63}|xn--[\w%]{2,59}) and the tail */
static bool urlize_is_top(cft_urlize_piece p)
{
    cft_urlize_piece idna = p;
    size_t count = urlize_run(&p, urlize_is_letter, 64);
    if (count >= 2 && count <= 63 && urlize_is_tail(p)) return true;
    if (!urlize_take(&idna, "xn--")) return false;
    count = urlize_run(&idna, urlize_is_idna, 60);
    return count >= 2 && count <= 59 && urlize_is_tail(idna);
}

/* (([\w%-]+\.)+)? and a top-level domain */
static bool urlize_is_host(cft_urlize_piece p)
{
    for (;;) {
        if (urlize_is_top(p)) return true;
        if (!urlize_run(&p, urlize_is_label, SIZE_MAX) || p.at == p.end || *p.at != '.') {
            return false;
        }
        p.at++;
    }
}

/* ([\w%-]{2,63}\.)+(com|net|int|edu|gov|org|info|mil) and the tail */
static bool urlize_is_bare_host(cft_urlize_piece p)
{
    static const char *const tops[] = {"com", "net", "int", "edu", "gov", "org", "info", "mil"};
    for (;;) {
        size_t count = urlize_run(&p, urlize_is_label, 64);
        if (count < 2 || count > 63 || p.at == p.end || *p.at != '.') return false;
        p.at++;
        for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++) {
            cft_urlize_piece after = p;
            if (urlize_take(&after, tops[i]) && urlize_is_tail(after)) return true;
        }
    }
}

/* (\d{1,3})(\.\d{1,3}){3} and the tail */
static bool urlize_is_ipv4(cft_urlize_piece p)
{
    for (int i = 0; i < 4; i++) {
        if (i > 0) {
            if (p.at == p.end || *p.at != '.') return false;
            p.at++;
        }
        if (!urlize_run(&p, cft_is_decimal, 3)) return false;
    }
    return urlize_is_tail(p);
}

/* \[([\da-f]{0,4}:){2}([\da-f]{0,4}:?){1,6}] and the tail */
static bool urlize_is_ipv6(cft_urlize_piece p)
{
    if (p.at == p.end || *p.at != '[') return false;
    p.at++;
    for (int i = 0; i < 8; i++) {
        urlize_run(&p, urlize_is_hex, 4);
        if (p.at < p.end && *p.at == ':')
            p.at++;
        else if (i < 2)
            return false;
    }
    if (p.at == p.end || *p.at != ']') return false;
    p.at++;
    return urlize_is_tail(p);
}

bool cft_urlize_is_address(cft_urlize_piece p)
{
    cft_urlize_piece after = p;
    bool http = urlize_take(&after, "http");
    if (http) {
        urlize_take(&after, "s");
        http = urlize_take(&after, "://");
    }
    if (http && (urlize_is_host(after) || urlize_is_ipv4(after) || urlize_is_ipv6(after))) {
        return true;
    }
    after = p;
    if (urlize_take(&after, "www.") && urlize_is_host(after)) return true;
    return urlize_is_bare_host(p);
}

/* ^\S+@\w[\w.-]*\.\w+$ */
bool cft_urlize_is_mail(cft_urlize_piece p)
{
    const char *at = p.end;
    while (at > p.at && at[-1] != '@')
        at--;
    if (at - p.at < 2) return false;
    cft_urlize_piece host = {at, p.end};
    if (!urlize_run(&host, cft_is_word, 1)) return false;
    bool point = false, word = false;
    while (host.at < host.end) {
        uint32_t code = cft_utf8_next(&host.at);
        if (code == '.') {
            point = true;
            word = false;
        } else if (cft_is_word(code)) {
            word = true;
        } else if (code == '-') {
            point = word = false;
        } else {
            return false;
        }
    }
    return point && word;
}
