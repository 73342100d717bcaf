"""Every allocation of the extension and of Python around it fails once: MemoryError, no crash, nothing wrong afterwards."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

HERE = pathlib.Path(__file__).parent


@pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("cc"), reason="LD_PRELOAD, a compiler")
def test_allocations_that_fail(tmp_path):
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.importorskip("_testcapi")
    library = tmp_path / "failing.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "failing.c"], check=True)
    if subprocess.run([sys.executable, "-c", ""], env={"LD_PRELOAD": str(library)}, capture_output=True).stderr:
        pytest.skip("no glibc")
    answer = subprocess.run([sys.executable, HERE / "failing_workloads.py", "1"], capture_output=True, text=True,
                            env={**os.environ, "LD_PRELOAD": str(library)})
    assert answer.returncode == 0, (answer.returncode, answer.stdout[-2000:], answer.stderr[-3000:])
    print(answer.stdout)
