"""Tests of other projects, run with their own results and with chatfmt.transformers installed.

    third_party.py FOLDER [SUITE…] [--table FILE]

FOLDER holds checkouts or unpacked source packages trl/, axolotl/, vllm/ and transformers/ (its tests/ are enough; the
source package lacks tests/utils); what is not there is named and left out. Each suite runs twice, without and with install().
A test is served when both runs end alike, make the same calls with the same results, and every one of these calls was
served by chatfmt: then "calls" of third_party.tsv is the count of both. vLLM's tests run once, against our service: of
them those that speak HTTP and need no other format; "calls" are their requests, served those of tests that pass.
Needs torch, and datasets for TRL and axolotl; pytest-asyncio and what tests/python/test_serve.py needs for vLLM.
Exit status 1: a test differs, or the table does.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Cases that need a processor of images, whose templates and files are not text.
_PROCESSORS = " and ".join(f"not {word}" for word in (
    "ForConditionalGeneration", "ForBlockDiffusion", "processor", "vlm", "qwen3_vl", "qwen35", "qwen36", "gemma4", "gemma3", "idefics",
    "llava", "smolvlm", "qwen2_vl", "qwen2_5_vl", "qwen2.5_vl", "diffusion"))
_TRL = ("torch", "datasets", "accelerate", "jmespath")
_AXOLOTL = ("torch", "datasets", "addict", "colorama")
_MIXINS = ("torch", "torchvision", "parameterized")
# Suite -> the folder that it runs in, its file, what is selected (-k), modules that it needs.
SUITES = {
    "trl/test_chat_template_utils": ("trl", "tests/test_chat_template_utils.py", f"not TestCloneChatTemplate and {_PROCESSORS}", _TRL),
    "trl/test_data_utils": ("trl", "tests/test_data_utils.py", f"TestApplyChatTemplate and {_PROCESSORS}", _TRL)}
for _name in ("chat_templates_advanced", "chat_templates_thinking", "chat_templates_tool_call_string_arguments",
              "chat_template_ds_schema_unification"):
    SUITES["axolotl/test_" + _name] = ("axolotl", f"tests/prompt_strategies/test_{_name}.py", "", _AXOLOTL)
SUITES["transformers/test_chat_parsing"] = ("transformers", "tests/utils/test_chat_parsing.py", "", ("torch",))
SUITES["transformers/test_tokenization_common"] = ("transformers", "tests/test_tokenization_common.py", "not processor", _MIXINS)
SUITES["transformers/test_processing_common"] = ("transformers", "tests/test_processing_common.py", "processor", _MIXINS)
for _name in ("render/test_render", "render/test_launch_render", "derender/test_derender", "derender/test_derender_stream"):
    SUITES["vllm/" + _name] = ("vllm", f"tests/entrypoints/scale_out/{_name}.py", "", ("pytest_asyncio", "xllamacpp", "uvicorn"))
# Files that hold no tests but classes of them -> what makes tests of these.
ADAPTERS = dict.fromkeys(("tests/test_tokenization_common.py", "tests/test_processing_common.py"), HERE / "third_party_mixins.py")


def missing(suite, folder):
    """Why a suite cannot run, or None."""
    where, path, _, modules = SUITES[suite]
    if not (folder / where / path).exists():
        return f"{where}/{path} is not in {folder}"
    for module in modules:
        if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode:
            return f"{module} is not installed"
    return None


def plugin_of(suite):
    """What makes the tests' world. vLLM's tests ask a server, which is ours: there is nothing to install."""
    return "third_party_render" if suite.startswith("vllm/") else "third_party_plugin"


def run(suite, folder, install):
    """Rows of the plugin, by test."""
    where, path, chosen, _ = SUITES[suite]
    paths = [folder / where] + [folder / where / "src"] * (where != "transformers")  # that one is installed
    file = ADAPTERS.get(path, folder / where / path)
    with tempfile.TemporaryDirectory() as work:
        record = os.path.join(work, "record.jsonl")
        environment = {**os.environ, "CHATFMT_RECORD": record, "CHATFMT_INSTALL": "1" if install else "",
                       "CHATFMT_TEMPLATES": str(folder / "trl/trl/chat_templates"), "HF_HUB_OFFLINE": "1",
                       "PYTHONDONTWRITEBYTECODE": "1", "HF_HOME": work,
                       "PYTHONPATH": os.pathsep.join([str(HERE), *map(str, paths), os.environ.get("PYTHONPATH", "")])}
        # Their conftest files load models and data sets; only that of the tests' own folder is wanted.
        inside = file.parent
        command = [sys.executable, "-m", "pytest", "-q", "-p", plugin_of(suite), "-p", "no:cacheprovider",
                   f"--confcutdir={inside}", "--rootdir", str(inside), "-o", "addopts=", str(file)]
        if where in ("trl", "vllm") or path in ADAPTERS:
            command.append("--noconftest")
        answer = subprocess.run(command + (["-k", chosen] if chosen else []), cwd=folder / where,
                                env=environment, capture_output=True, text=True)
        if not os.path.exists(record):
            raise SystemExit(f"{suite} did not run:\n{answer.stdout[-3000:]}{answer.stderr[-2000:]}")
        if os.environ.get("CHATFMT_VERBOSE"):
            print(answer.stdout[-6000:])
        with open(record, encoding="utf-8") as file:
            return {row["test"]: row for row in map(json.loads, file)}


def judge(before, after):
    """(verdict, calls, served) of one test."""
    calls = len(before["calls"])
    if after is None or before["outcome"] != after["outcome"] or before["calls"] != after["calls"]:
        return "differs", calls, 0 if after is None else after["served"]
    verdict = "not run" if before["outcome"] == "skipped" else "not reached" if not calls else \
        "served" if after["served"] == calls and not after["original"] else "in part"
    return verdict, calls, after["served"]


def asked(rows):
    """Rows of tests that ask our server: what a test that passes has asked was served."""
    return {test: {**row, "served": len(row["calls"]) if row["outcome"] == "passed" else 0, "original": {}}
            for test, row in rows.items()}


def name_of(test):
    """The test without its parameters: rows of the table are functions."""
    return test.split("[")[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("suites", nargs="*")
    parser.add_argument("--table", default=str(HERE / "third_party.tsv"))
    parser.add_argument("--write", action="store_true", help="write the table instead of comparing with it")
    options = parser.parse_args()
    folder, lines, wrong = options.folder.resolve(), [], 0
    ran = []
    for suite in options.suites or SUITES:
        why = missing(suite, folder)
        if why:
            print(f"{suite}: NOT RUN, {why}")
            continue
        ran.append(suite)
        before = run(suite, folder, False)
        after = asked(before) if suite.startswith("vllm/") else run(suite, folder, True)
        sums, reasons = collections.OrderedDict(), collections.Counter()
        for test, row in before.items():
            verdict, calls, count = judge(row, after.get(test))
            sum_ = sums.setdefault(name_of(test), collections.Counter())
            sum_.update({"cases": 1, "calls": calls, "served": count, "verdict " + verdict: 1,
                         "passed": int(row["outcome"] in ("passed", "xfailed"))})
            if verdict == "differs":
                wrong += 1
                print(f"{suite}: {test} differs: {row['outcome']}, {len(row['calls'])} calls; installed: "
                      f"{after.get(test, {}).get('outcome')}, {len(after.get(test, {}).get('calls', []))} calls")
            reasons.update(after.get(test, {}).get("original", {}))
        for test, c in sums.items():
            lines.append("\t".join(map(str, (suite, test, c["cases"], c["passed"], c["calls"], c["served"]))))
        total = sum(sums.values(), collections.Counter())
        print(f"{suite}: {len(sums)} tests, {total['cases']} cases, {total['passed']} pass, {total['verdict differs']} differ; "
              f"{total['served']} of {total['calls']} calls served; {dict(reasons)}")
    with open(options.table, encoding="utf-8") if os.path.exists(options.table) else open(os.devnull) as file:
        table = [line for line in file.read().split("\n") if line and not line.startswith("#")]
    if options.write:
        kept = [line for line in table if line.split("\t")[0] not in ran]
        order = list(SUITES)
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("# suite\ttest\tcases\tpass\tcalls of the original\tserved with install()\n")
            for line in sorted(kept + lines, key=lambda row: order.index(row.split("\t")[0])):
                file.write(line + "\n")
        return 1 if wrong else 0
    for line in lines:
        if line not in table:
            wrong += 1
            print(f"not in the table: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
