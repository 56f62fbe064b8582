"""The package itself: documents, examples, stubs, notebooks."""

import ast
import doctest
import inspect
import pathlib
import subprocess
import sys

import pytest

import carom
from carom import _engine, _impact, _lab, _rows, _scene, _sweep, _world

HERE = pathlib.Path(__file__).parent


@pytest.mark.parametrize("module", [_impact, _lab, _rows, _scene, _sweep, _world], ids=lambda m: m.__name__)
def test_examples_in_the_documents_hold(module):
    assert doctest.testmod(module).failed == 0


def test_everything_has_a_docstring():
    missing = []
    for name in carom.__all__:
        value = getattr(carom, name)
        if not callable(value):
            continue
        members = [(name, value)]
        if inspect.isclass(value):
            members += [(f"{name}.{k}", v) for k, v in vars(value).items() if not k.startswith("_")]
        for path, member in members:
            if (callable(member) or isinstance(member, property)) and not inspect.getdoc(member):
                missing.append(path)
    assert not missing


def test_stubs_name_what_there_is():
    stub = ast.parse((pathlib.Path(carom.__file__).parent / "_engine.pyi").read_text())
    functions = {node.name: node for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    values = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    there = {name for name in dir(_engine) if not name.startswith("__")} | {"__version__"}
    assert there == set(functions) | values
    for name, node in functions.items():
        if isinstance(node, ast.FunctionDef):
            told = [argument.arg for argument in node.args.args]
            assert told == list(inspect.signature(getattr(_engine, name)).parameters), name
        else:
            methods = {m.name for m in node.body if isinstance(m, ast.FunctionDef)} - {"__init__"}
            assert methods == {m for m in dir(getattr(_engine, name)) if not m.startswith("_")}
    assert (pathlib.Path(carom.__file__).parent / "py.typed").exists()


def test_without_matplotlib_it_says_what_is_missing():
    code = (
        "import sys; sys.modules['matplotlib'] = None; sys.modules['pandas'] = None\n"
        "import carom\n"
        "hit = carom.impact(mass=1.0, stiffness=1e6, exponent=1.5, velocity=[1.0, 2.0])\n"
        "for call in (hit.plot, hit.to_pandas):\n"
        "    try: call()\n"
        "    except ImportError as error: print(error)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "plot() needs matplotlib: pip install matplotlib\nto_pandas() needs pandas: pip install pandas\n"


@pytest.mark.parametrize("path", sorted((HERE.parent / "notebooks").glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebooks_run(path, tmp_path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "kept without outputs"
    client.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    pictures = [
        output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})
    ]
    assert pictures
