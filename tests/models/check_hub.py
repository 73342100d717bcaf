"""Repositories in the local Hub cache: what huggingface_hub finds there, chatfmt finds, and nothing else."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import environment

environment.enter()
PROGRAM = os.environ.get("CHATFMT", "build/chatfmt")
COMMITS = ["0123456789abcdef0123456789abcdef01234567", "89abcdef0123456789abcdef0123456789abcdef"]
ASK = ("import sys, huggingface_hub as h; p = h.try_to_load_from_cache(sys.argv[1], 'chat_template.jinja', revision=sys.argv[2] or None); "
       "print(p if isinstance(p, str) else '')")


def make(hub, repository, refs):
    """A repository as the client leaves it: blobs, links to them, refs."""
    folder = hub / ("models--" + repository.replace("/", "--"))
    (folder / "blobs").mkdir(parents=True)
    for number, commit in enumerate(COMMITS):
        blob = folder / "blobs" / ("%040x" % number)
        blob.write_text("%s@%d:{{ messages|length }}" % (repository, number))
        (folder / "snapshots" / commit).mkdir(parents=True)
        (folder / "snapshots" / commit / "chat_template.jinja").symlink_to("../../blobs/%040x" % number)
    for name, number in refs.items():
        path = folder / "refs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(COMMITS[number])


def main():
    failures = count = 0
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        refs = {"main": 0, "v2": 1, "feature/x": 1, "refs/pr/1": 1}
        for place in ("home/hub", "direct", "xdg/huggingface/hub", "user/.cache/huggingface/hub", "user/tilde/hub"):
            for repository in ("org/name", "gpt2", "org/no-main", "org/a.b_c-d"):
                make(root / place, repository, {} if repository == "org/no-main" else refs)
        # References to no folder of snapshots/, though each leads to one that could be loaded.
        harmed = {"main": "", "dot": ".", "up": "..", "here": "./", "inside": COMMITS[0] + "/", "none": "0" * 40}
        make(root / "direct", "org/harmed", {})
        for name_of, text in harmed.items():
            path = root / "direct" / "models--org--harmed" / "refs" / name_of
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        for place in ("", "snapshots"):
            (root / "direct" / "models--org--harmed" / place / "chat_template.jinja").write_text("lost")
        settings = [
            {"HF_HOME": str(root / "home")}, {"HF_HUB_CACHE": str(root / "direct")},
            {"HF_HUB_CACHE": str(root / "direct"), "HF_HOME": str(root / "nothing")},
            {"HUGGINGFACE_HUB_CACHE": str(root / "direct")},
            {"HF_HUB_CACHE": str(root / "nothing"), "HUGGINGFACE_HUB_CACHE": str(root / "direct")},
            {"XDG_CACHE_HOME": str(root / "xdg")}, {}, {"HF_HOME": "~/tilde"}, {"HF_HUB_CACHE": "~/tilde/hub"},
            {"HF_HOME": "$HOME/tilde"}, {"HF_HOME": str(root / "nothing")},
        ]
        # Few look-ups of what is written oddly: variables in a path, names and revisions that are none.
        odd = [{"A_1": str(root / "direct"), "z": str(root), **setting} for setting in (
            {"HF_HUB_CACHE": "$A_1"}, {"HF_HUB_CACHE": "${A_1}"}, {"HF_HUB_CACHE": "$z/direct"}, {"HF_HUB_CACHE": "${z}/direct"}, {"HF_HOME": "${HOME}/tilde"},
            {"HF_HUB_CACHE": "$A_1/"}, {"HF_HUB_CACHE": "${A_1"}, {"HF_HUB_CACHE": "$"}, {"HF_HUB_CACHE": "$/x"}, {"HF_HUB_CACHE": "${}"}, {"HF_HUB_CACHE": "$NOPE/x"},
            {"HF_HUB_CACHE": "${NOPE}/x"}, {"HF_HUB_CACHE": "~"}, {"HF_HUB_CACHE": "~/"}, {"XDG_CACHE_HOME": "~/.cache"})]
        names = ["a//b", "/a", "a/", "a/b/c", "a..b", ".a", "a.", "a/.b", "a/b.", "a-", "-a", "org/-a", "org/a--b", "a b", "a@b", "a\u00e9", "x" * 97, "org/" + "x" * 93, "A9", "z_", "_", "0/9"]
        looked = [(s, r, v) for s in settings for r in ("org/name", "gpt2", "org/no-main", "org/a.b_c-d", "org/other")
                  for v in ("", "main", "v2", "feature/x", "refs/pr/1", COMMITS[1], COMMITS[1][:7], "none")]
        looked += [(s, "org/name", v) for s in odd for v in ("", "v2")] + [(settings[1], r, "") for r in names]
        looked += [(settings[1], "gpt2", v) for v in ("..", ".", "../main", "a/../main", "a.b", "main/", "/main", "a..b", "v2.", ".v2", "x" * 300)]
        looked += [(settings[1], "org/harmed", v) for v in ("", *harmed, COMMITS[0])]
        for setting, repository, revision in looked:
            clean = {k: v for k, v in os.environ.items() if not k.startswith(("HF_H", "HUGGINGFACE", "XDG_"))}
            env = {**clean, **setting, "HOME": str(root / "user")}
            words = [PROGRAM, "render", "--model=" + repository] + (["--revision", revision] if revision else [])
            got = subprocess.run(words, input='[{"role":"user","content":"a"}]', env=env, cwd=name, capture_output=True, text=True)
            yield_key = json.dumps([setting, repository, revision]).replace(name, "")
            ASKED.append((yield_key, env, repository, revision, got))
        asked = subprocess.run([sys.executable, "-c", BATCH], input=json.dumps([(e, r, v) for _, e, r, v, _ in ASKED]),
                               capture_output=True, text=True, check=True)
        for (key, _, repository, _, got), path in zip(ASKED, json.loads(asked.stdout)):
            count += 1
            want = Path(path).read_text().replace("{{ messages|length }}", "1") if path else None
            if (got.stdout if got.returncode == 0 else None) != want:
                failures += 1
                print(key, "got", got.stdout or got.stderr, "want", want)
    print("%d look-ups, %d differ" % (count, failures))
    return 1 if failures else 0


# One process per setting would take a second each: the constants are read anew instead.
BATCH = """
import importlib, json, os, sys
import huggingface_hub.constants as constants, huggingface_hub.file_download as download
out, last = [], None
for env, repository, revision in json.load(sys.stdin):
    if env != last:
        os.environ.clear(); os.environ.update(env); importlib.reload(constants); last = env
    try:
        path = download.try_to_load_from_cache(repository, "chat_template.jinja", cache_dir=constants.HF_HUB_CACHE, revision=revision or None)
    except Exception:  # no name that the Hub knows, a reference that is no file
        path = None
    out.append(path if isinstance(path, str) else "")
json.dump(out, sys.stdout)
"""
ASKED = []

if __name__ == "__main__":
    sys.exit(main())
