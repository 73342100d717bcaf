"""Compares the formats with what the real systems recorded, when the recordings are present.

    check_golden.py --backend jinja2 [--only NAME] [GOLDEN_DIR]

Exit 0 when every required row is equal, 1 when one differs, 77 (skipped) without recordings.
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import golden_fastchat
import golden_fastchat_more
import golden_internlm2
import golden_xtuner

ROOT = pathlib.Path(__file__).resolve().parents[2]


def fastchat_prompts(backend, folder, report):
    return golden_fastchat.check(
        backend, golden_fastchat.load(folder / "fastchat_prompts.jsonl"), report,
        ["prompt"] + golden_fastchat.CONVERSIONS)


def from_file(check, name):
    return lambda backend, folder, report: check(
        backend, golden_fastchat.load(folder / (name + ".jsonl")), report)


CHECKS = {
    "fastchat_prompts": fastchat_prompts,
    "fastchat_train": from_file(golden_fastchat_more.check_train, "fastchat_train"),
    "fastchat_models": from_file(golden_fastchat_more.check_models, "fastchat_models"),
    "xtuner_models": lambda backend, folder, report: golden_fastchat_more.check_xtuner_models(
        backend, json.loads((folder / "xtuner_models.json").read_text("utf-8")), report),
    "xtuner_prompts": from_file(golden_xtuner.check, "xtuner_prompts"),
    "xtuner_v1_prompts": from_file(golden_xtuner.check_v1, "xtuner_v1_prompts"),
    "internlm2_cases": from_file(golden_internlm2.check, "internlm2_cases"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="jinja2")
    parser.add_argument("--only")
    parser.add_argument("--show", type=int, default=8)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    if not options.folder:
        beside = [p / "shared" / "golden" for p in (ROOT.parent, ROOT.parent.parent)]
        options.folder = next((p for p in beside if p.is_dir()), beside[0])
    if not options.folder.is_dir():
        print("SKIPPED: no recordings at", options.folder)
        return 77
    if options.backend == "jinja2":
        import jinja_backend
        backend = jinja_backend.JinjaBackend()
    else:
        import program_backend
        backend = program_backend.ProgramBackend(options.backend)
    failed = 0
    for name, run in CHECKS.items():
        if options.only and options.only != name:
            continue
        differences = []
        count = run(backend, options.folder, lambda *d: differences.append(d))
        print(name + ":", ", ".join("%d %s" % (n, what) for what, n in sorted(count.items())))
        for where, want, got in differences[:options.show]:
            print("  " + where + "\n    want " + repr(want)[:600] + "\n    got  " + repr(got)[:600])
        failed += len(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
