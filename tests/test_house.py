"""The rules of the house, as far as a program can check them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import mighty_sim
from mighty_sim.rule_options import Group
from mighty_sim.rule_rows import rows
from mighty_sim.rules import Rules, load_table, option_keys, table_names

PACKAGE = Path(mighty_sim.__file__).parent
ROOT = PACKAGE.parent

#: A module imports from the lines above its own, and from modules of its own line without a circle. What is
#: imported for types alone is not counted.
ORDER = """
child errors
cards
readings rule_options
play_options
glossary
consistency
rules
rule_rows
contract
remarks reckoning
transcript record turned facing
catalog
leaflet
kernels
grammar
strategy
completions condition dealing
experiment variants
complaint workers
worlds
blindness
situation replay
verdict examples
example_file
chunks store
archive
engines
stats
limits hands
recorder
runner
matches
strength
grid
figure_style
figure_cells figure_curves figure_rows
figures answer
line_ups standings differences
contest comparison
repeat
ranking
keys summary
seats page
readout
outcomes passing
trials bids
candidates
holding
recommendation
advice
run_report tournament_report
report
played
questions
study kept findings
tasks
cost portrait
conformance
bench
cli.options cli.output
cli
__main__
""".strip().splitlines()

MOST_LINES = 450
SLOW = ("jinja2", "llvmlite", "matplotlib", "msgspec", "numba", "numpy", "pandas", "pyarrow", "rich", "scipy")


def module_files() -> dict[str, Path]:
    """Return every module by its dotted name without the package's; the package itself is left out."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if name and parts[0] != "_library":
            found[name] = path
    return found


MODULES = module_files()


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield every module that a piece of code imports, as a full name; `from a import b` gives a.b too."""
    if isinstance(tree, ast.Import):
        yield from (alias.name for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom):
        assert tree.level == 0, "relative import"
        yield str(tree.module)
        yield from (f"{tree.module}.{alias.name}" for alias in tree.names)
    elif not (isinstance(tree, ast.If) and ast.unparse(tree.test) == "TYPE_CHECKING"):
        for node in ast.iter_child_nodes(tree):
            yield from imports(node)


def own_imports(name: str) -> set[str]:
    """Return which of the package's modules a module imports, wherever it does."""
    wanted = imports(ast.parse(MODULES[name].read_text(encoding="utf-8")))
    inner = {full.removeprefix("mighty_sim.") for full in wanted if full.startswith("mighty_sim.")}
    return (inner & MODULES.keys()) - {name}


def imports_on_start(name: str) -> set[str]:
    """Return the top packages that a module imports when it is itself imported."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return {full.partition(".")[0] for node in top for full in imports(node)}


def level(name: str) -> int:
    """Return the line of a module in the order: its own, or that of the package it lies in."""
    for known in (name, name.partition(".")[0]):
        for number, line in enumerate(ORDER):
            if known in line.split():
                return number
    raise AssertionError(f"{name} has no place in the order of modules; give it one")


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_upwards(name: str) -> None:
    wrong = [other for other in own_imports(name) if level(other) > level(name)]
    assert not wrong, f"{name} imports {wrong} from below"


def test_imports_have_no_circle() -> None:
    list(TopologicalSorter({name: own_imports(name) for name in MODULES}).static_order())


@pytest.mark.parametrize("name", MODULES)
def test_slow_libraries_stay_where_they_belong(name: str) -> None:
    on_start = imports_on_start(name)
    if level(name) < level("kernels"):
        assert not on_start & (set(SLOW) - {"msgspec"})
    if not name.startswith("kernels"):
        assert not on_start & {"numba", "llvmlite", "pandas", "pyarrow", "scipy", "rich"}


@pytest.mark.parametrize("name", [name for name in MODULES if name.partition(".")[0] == "cli"])
def test_a_command_imports_click_alone(name: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    inner = {full for node in top for full in imports(node) if full.startswith("mighty_sim.")}
    assert imports_on_start(name) <= {"click", "mighty_sim", *sys.stdlib_module_names}
    assert {full.split(".")[1] for full in inner} <= {"cli", "errors", "__version__"}


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_short(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", MODULES)
def test_names_are_nouns_of_the_field(name: str) -> None:
    assert not {"utils", "util", "core", "helpers", "helper", "misc", "common"} & set(name.split("."))


def test_every_option_has_a_meaning_a_source_and_a_choice() -> None:
    for row in rows(load_table("standard")):
        assert row.meaning.endswith("."), row.key
        assert row.source.startswith(("STD §", "PEN", "other")), row.key
        assert row.allowed, row.key
    assert len(set(option_keys())) == len(option_keys())


def test_every_group_of_rules_is_explained_and_every_field_is_an_option() -> None:
    groups = [type(getattr(Rules(name="x"), name)) for name in Rules.__struct_fields__]
    groups = [group for group in groups if issubclass(group, Group)]
    assert sum(len(group.__struct_fields__) for group in groups) == len(option_keys())
    assert all(group.__doc__ for group in groups)


def test_every_table_is_read() -> None:
    assert "standard" in table_names()
    for name in table_names():
        assert load_table(name).name == name


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["tables", "--help"], ["strategies", "list", "--help"]]
)
def test_help_imports_no_slow_library(arguments: list[str]) -> None:
    program = (
        "import sys; from mighty_sim.cli import main; code = main(sys.argv[1:]);"
        f"slow = [name for name in {SLOW!r} if name in sys.modules]; sys.exit(code or ' '.join(slow) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_version_is_told_once() -> None:
    assert 'version = { attr = "mighty_sim.__version__" }' in (ROOT / "pyproject.toml").read_text(
        encoding="utf-8"
    )
    assert f"## {mighty_sim.__version__} (engine {mighty_sim.ENGINE_VERSION})" in (
        ROOT / "CHANGELOG.md"
    ).read_text(encoding="utf-8")


def test_the_lock_holds_exact_versions_of_every_dependency() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["plot"], *extras["dev"]]
    assert "mighty-sim[plot]" in wanted
    wanted.remove("mighty-sim[plot]")
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert all("/" not in line and "://" not in line for line in lines if not line.startswith("#"))
    for requirement in wanted:
        name = requirement.split(">")[0]
        assert name in pins, f"{name} is not in requirements.lock"
        least = requirement.split(">=")[1].split(",")[0]
        assert version_of(pins[name]) >= version_of(least), name


def version_of(text: str) -> tuple[int, ...]:
    """Return a version as numbers, to compare."""
    return tuple(int(part) for part in text.split("."))


def test_every_plain_module_has_its_tests() -> None:
    plain = [
        name
        for name in MODULES
        if "." not in name and name not in ("__main__", "cli", "kernels", "rule_options", "play_options")
    ]
    missing = [name for name in plain if not (ROOT / "tests" / f"test_{name}.py").is_file()]
    assert not missing
