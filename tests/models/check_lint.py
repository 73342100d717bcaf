"""chatfmt lint, inspect and diff: one template for each rule that must be found and one that has nothing."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
GOOD = ("{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.content is string %}{{ m.content }}{% elif m.content %}"
        "{% for p in m.content %}{{ p.text }}{% endfor %}{% endif %}{% for c in m.tool_calls or [] %}"
        "{% if c.function.arguments is string %}{{ c.function.arguments }}{% else %}{{ c.function.arguments|tojson }}{% endif %}"
        "{% endfor %}<|im_end|>\n{% endfor %}{{ tools|tojson if tools }}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
PLAIN = "{% for m in messages %}[{{ m.role }}]{{ m.content }}{{ eos_token }}{% endfor %}"
GEN = "{% if add_generation_prompt %}[assistant]{% endif %}"
CASES = [
    ("good", GOOD.replace("{{ tools|tojson if tools }}", "").replace("{% for m", "{{ tools|tojson if tools }}{% for m", 1), []),
    ("turn-not-closed", PLAIN.replace("{{ eos_token }}", "") + GEN, ["turn-not-closed"]),
    ("no-generation-prompt", PLAIN, ["no-generation-prompt"]),
    ("system-refused", "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}" + PLAIN + GEN, ["system-refused"]),
    ("system-lost", PLAIN.replace("messages %}", "messages if m.role != 'system' %}") + GEN, ["system-lost"]),
    ("double-bos", "{{ bos_token }}{{ bos_token }}" + PLAIN + GEN, ["double-bos"]),
    ("clock", "{{ strftime_now('%Y') }}" + PLAIN + GEN, ["clock"]),
    ("stop-outside-tags", "{% for m in messages %}[{{ m.role }}]{% generation %}{{ m.content }}{% endgeneration %}{{ eos_token }}{% endfor %}" + GEN, ["stop-outside-tags"]),
    ("not-prefix-stable", "{% for m in messages %}[{{ m.role }}]{{ m.content }}{{ eos_token }}{% if loop.last %}!{% endif %}{% endfor %}" + GEN, ["not-prefix-stable"]),
    ("plain-refused", "{{ raise_exception('never') }}", ["plain-refused"]),
]


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        for case, template, wanted in CASES:
            path = Path(name) / (case + ".jinja")
            path.write_text(template)
            done = subprocess.run([PROGRAM, "lint", "--json", str(path)], capture_output=True, text=True)
            found = [f["rule"] for f in json.loads(done.stdout)["findings"]]
            warned = any(f["level"] == "warning" for f in json.loads(done.stdout)["findings"])
            ok = set(wanted) <= set(found) and (wanted or not found) and (done.returncode == 1) == warned
            sarif = json.loads(subprocess.run([PROGRAM, "lint", "--sarif", str(path)], capture_output=True, text=True).stdout)
            ok = ok and [r["ruleId"] for r in sarif["runs"][0]["results"]] == found
            facts = json.loads(subprocess.run([PROGRAM, "inspect", "--json", str(path)], capture_output=True, text=True).stdout)
            ok = ok and facts["system"]["value"] == (case not in ("system-refused", "system-lost", "plain-refused"))
            if not ok:
                bad += 1
                print(case, found, done.returncode, facts["system"])
        a, b = Path(name) / "good.jinja", Path(name) / "b.jinja"
        b.write_text(a.read_text().replace("<|im_end|>\n", "<|im_end|>"))
        same = subprocess.run([PROGRAM, "diff", str(a), str(a)], capture_output=True, text=True)
        other = subprocess.run([PROGRAM, "diff", str(a), str(b)], capture_output=True, text=True)
        if same.returncode != 0 or "11 conversations alike, 0 different" not in same.stdout:
            bad += 1
            print("diff of one with itself", same)
        if other.returncode != 1 or "answered: differ at byte 32\n" not in other.stdout:
            bad += 1
            print("diff of two", other)
    print("%d cases, %d bad" % (len(CASES), bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
