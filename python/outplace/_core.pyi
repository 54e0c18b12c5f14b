"""
The core of outplace: torch.fx graphs in, rewritten torch.fx graphs out.
"""

from collections.abc import Mapping, Sequence
import enum


class Severity(enum.Enum):
    error = 0

    warning = 1

    note = 2

class Diagnostic:
    @property
    def severity(self) -> Severity: ...

    @property
    def message(self) -> str: ...

    @property
    def node(self) -> str: ...

    @property
    def model_line(self) -> str: ...

    @property
    def view_chain(self) -> str: ...

    @property
    def advice(self) -> str: ...

    def __str__(self) -> str: ...

class PassRecord:
    @property
    def name(self) -> str: ...

    @property
    def seconds(self) -> float: ...

    @property
    def counts(self) -> dict[str, int]: ...

class OutputAlias:
    @property
    def output(self) -> int: ...

    @property
    def input(self) -> int: ...

    @property
    def attribute(self) -> str: ...

    @property
    def is_input(self) -> bool: ...

    @property
    def layout_known(self) -> bool: ...

    @property
    def size(self) -> list[str]: ...

    @property
    def stride(self) -> list[str]: ...

    @property
    def storage_offset(self) -> str: ...

    @property
    def dtype(self) -> str: ...

    @property
    def conjugated(self) -> bool: ...

    @property
    def negated(self) -> bool: ...

class OutputAliases:
    @property
    def inputs(self) -> list[OutputAlias]: ...

    @property
    def groups(self) -> list[list[int]]: ...

    @property
    def undecided(self) -> list[int]: ...

class Report:
    @property
    def mutated_inputs(self) -> list[str]: ...

    @property
    def io_map(self) -> dict[int, int]: ...

    @property
    def state_map(self) -> dict[int, str]: ...

    @property
    def original_output_count(self) -> int: ...

    @property
    def output_aliases(self) -> OutputAliases: ...

    @property
    def assumptions(self) -> list[str]: ...

    @property
    def passes(self) -> list[PassRecord]: ...

    @property
    def mutations(self) -> list[tuple[str, str, str, str, str]]: ...

class Outcome(enum.Enum):
    equal = 0

    different = 1

    original_fails = 2

    cannot_be_checked = 3

class Verdict:
    @property
    def outcome(self) -> Outcome: ...

    @property
    def reason(self) -> str: ...

    @property
    def node(self) -> str: ...

    @property
    def model_line(self) -> str: ...

    @property
    def before_history(self) -> list[str]: ...

    @property
    def after_history(self) -> list[str]: ...

    @property
    def fillings(self) -> int: ...

    @property
    def outputs(self) -> int: ...

    @property
    def inputs(self) -> int: ...

    @property
    def elements(self) -> int: ...

    @property
    def sampled(self) -> int: ...

    def __str__(self) -> str: ...

class Forms(enum.Enum):
    seed = 0

    minimal = 1

class Layout(enum.Enum):
    exact = 0

    ignore = 1

class Operators:
    @staticmethod
    def read(text: str, file: str) -> Operators: ...

    @staticmethod
    def has_builtin(name: str) -> bool: ...

class KernelDeclaration:
    def __init__(self, name: str, aliases: Mapping[int, int], source_hash: str) -> None: ...

class Options:
    def __init__(self) -> None: ...

    @property
    def operators(self) -> Operators: ...

    @operators.setter
    def operators(self, value: Operators | None) -> None: ...

    @property
    def forms(self) -> Forms: ...

    @forms.setter
    def forms(self, arg: Forms, /) -> None: ...

    @property
    def layout(self) -> Layout: ...

    @layout.setter
    def layout(self, arg: Layout, /) -> None: ...

    @property
    def passes(self) -> list[str]: ...

    @passes.setter
    def passes(self, arg: Sequence[str], /) -> None: ...

    @property
    def target_device(self) -> str: ...

    @target_device.setter
    def target_device(self, arg: str, /) -> None: ...

    @property
    def devices_are_rewritten(self) -> bool: ...

    @devices_are_rewritten.setter
    def devices_are_rewritten(self, arg: bool, /) -> None: ...

    def set_provider(self, aliases: object, configure: object) -> None: ...

    @property
    def groups(self) -> dict[str, list[list[int]]]: ...

    @groups.setter
    def groups(self, arg: Mapping[str, Sequence[Sequence[int]]], /) -> None: ...

    @property
    def kernels(self) -> dict[int, KernelDeclaration]: ...

    @kernels.setter
    def kernels(self, arg: Mapping[int, KernelDeclaration], /) -> None: ...

class Rewriting:
    def __init__(self, graph_module: object, example_inputs: object | None, grad_enabled: bool) -> None: ...

    def run(self, options: Options) -> bool: ...

    def prepare(self) -> None: ...

    def apply(self) -> list[object]: ...

    def verify(self, now: Rewriting, options: Options, fillings: int, seed: int) -> Verdict: ...

    def explain(self, options: Options, node: str) -> str: ...

    def group_names(self) -> list[str]: ...

    @property
    def report(self) -> Report: ...

    @property
    def messages(self) -> list[Diagnostic]: ...
