"""Records of int64 words behind a pointer: one layout, seen compiled as an address and uncompiled as an object.

A :class:`Layout` names the words of a record. Compiled, a record is a bare pointer whose attributes are loads and
stores at fixed offsets; uncompiled, it is a :class:`Record`, an object with the same attributes. A *view* of a record
shows some of its words and lets none be written: that is all a strategy ever gets, and a misspelled or hidden field is
an error when the strategy is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, lower_setattr_generic, models, register_model

from mighty_sim.errors import nearest
from mighty_sim.kernels.jit import FINGERPRINT, int64, twin

WORD = 8
I64 = ir.IntType(64)
I16 = ir.IntType(16)
I8 = ir.IntType(8)


class Layout:
    """The words of a record: ``fields`` maps each name to its length in words (longer than 1: a row of words)."""

    def __init__(self, name: str, fields: Iterable[tuple[str, int]]) -> None:
        self.name = name
        self.length: dict[str, int] = dict(fields)
        self.offset: dict[str, int] = {}
        words = 0
        for field, length in self.length.items():
            self.offset[field] = words
            words += length
        self.words = -(-words // 8) * 8  # whole cache lines

    def pack(self, values: dict[str, int | list[int]]) -> np.ndarray:
        """Lay ``values`` (an int, or rows of ints, a field) out as int64 words."""
        out = np.zeros(self.words, np.int64)
        for field, value in values.items():
            row = np.array(value, np.int64).reshape(-1)
            out[self.offset[field] : self.offset[field] + len(row)] = row
        return out


class Record:
    """A record without the compiler: one attribute a field, ints and lists of ints."""

    def __init__(self, layout: Layout, **values: Any) -> None:
        for field, length in layout.length.items():
            setattr(self, field, 0 if length == 1 else [0] * length)
        self.__dict__.update(values)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def no_such_field(field: str, shown: Iterable[str]) -> str:
    """Return what is said of a field that is not among those that a view shows."""
    close = nearest(field, shown)
    hint = f"did you mean {close!r}?" if close else "strategies/README.md lists them"
    return f"no field {field!r}; {hint}"


class View:
    """What a strategy may see of a record without the compiler; nothing else, and nothing to write."""

    __slots__ = ("_record", "_shown")

    def __init__(self, record: Record, shown: dict[str, Callable[[Any], Any]]) -> None:
        object.__setattr__(self, "_record", record)
        object.__setattr__(self, "_shown", shown)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._shown[name](self._record)
        except KeyError:
            raise AttributeError(no_such_field(name, self._shown)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"field {name!r} is read only")


class PointerType(types.Type):
    """Compiled type of a record or of a view of it."""

    layout: Layout
    shown: frozenset[str]  # the fields that exist as attributes

    def __init__(self) -> None:
        super().__init__(name=f"{type(self).__name__}<{FINGERPRINT}>")


def pointer_type(place: str, layout: Layout, shown: Iterable[str] | None = None) -> type[PointerType]:
    """Make the compiled type of a whole record, or with ``shown`` of a read-only view of those fields.

    ``place`` is where the type will be found, ``module.Name``: numba's cache stores signatures by that name, and a type
    that it cannot find there is another type in every process, for which everything is compiled again.
    """
    fields = frozenset(layout.length if shown is None else shown)
    module, _, name = place.rpartition(".")
    found_at = {"__module__": module, "__qualname__": name}
    cls = type(name, (PointerType,), {"layout": layout, "shown": fields} | found_at)
    register_model(cls)(_PointerModel)

    class Attributes(AttributeTemplate):
        key = cls

        def generic_resolve(self, pointer: PointerType, attribute: str) -> Any:
            return int64 if attribute in pointer.shown else None

    infer_getattr(Attributes)
    lower_getattr_generic(cls)(_load_field)
    if shown is None:
        lower_setattr_generic(cls)(_store_field)
    return cls


class _PointerModel(models.PrimitiveModel):
    def __init__(self, manager: Any, fe_type: PointerType) -> None:
        super().__init__(manager, fe_type, ir.IntType(8).as_pointer())


def _field_pointer(builder: Any, layout: Layout, base: Any, field: str) -> Any:
    at = builder.gep(base, [ir.Constant(I64, WORD * layout.offset[field])], source_etype=I8)
    return builder.bitcast(at, I64.as_pointer())


def _load_field(context: Any, builder: Any, pointer: PointerType, value: Any, attribute: str) -> Any:
    at = _field_pointer(builder, pointer.layout, value, attribute)
    if pointer.layout.length[attribute] > 1:
        return builder.ptrtoint(at, I64)
    return builder.load(at)


def _store_field(context: Any, builder: Any, sig: Any, args: Any, attribute: str) -> None:
    pointer, value = sig.args
    value = context.cast(builder, args[1], value, int64)
    builder.store(value, _field_pointer(builder, pointer.layout, args[0], attribute))


def caster(result: PointerType, python: Callable[[Any], Any]) -> Any:
    """An intrinsic that takes an address (or another pointer) for a pointer of type ``result``."""

    @twin(python)
    def cast(typingctx: Any, source: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            if isinstance(args[0].type, ir.PointerType):
                return args[0]
            return builder.inttoptr(args[0], I8.as_pointer())

        return result(source), codegen

    return cast


def _python_address(record: Any) -> Any:
    return record


@twin(_python_address)
def address(typingctx: Any, pointer: Any) -> Any:
    """The address of a record, to be kept in another record's field."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], I64)

    return int64(pointer), codegen


def _at(builder: Any, base: Any, index: Any, item: Any) -> Any:
    pointer = builder.inttoptr(base, item.as_pointer())
    return builder.gep(pointer, [index], source_etype=item)


def _python_peek(row: Any, index: int) -> Any:
    return row[index]


def _python_poke(row: Any, index: int, value: Any) -> None:
    row[index] = value


def _reader(kind: Any, doc: str) -> Any:
    """An intrinsic ``peek(row, index)`` for rows of items of an LLVM type, bytes unsigned. No bounds are checked."""

    @twin(_python_peek)
    def read(typingctx: Any, row: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = builder.load(_at(builder, args[0], args[1], kind))
            if kind == I64:
                return value
            return builder.sext(value, I64) if kind == I16 else builder.zext(value, I64)

        return int64(int64, int64), codegen

    read.__doc__ = doc
    return read


def _writer(kind: Any, doc: str) -> Any:
    """An intrinsic ``poke(row, index, value)`` for rows of items of an LLVM type. No bounds are checked."""

    @twin(_python_poke)
    def write(typingctx: Any, row: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = args[2] if kind == I64 else builder.trunc(args[2], kind)
            builder.store(value, _at(builder, args[0], args[1], kind))
            return context.get_dummy_value()

        return types.void(int64, int64, int64), codegen

    write.__doc__ = doc
    return write


peek = _reader(I64, "Word ``index`` of a row of words.")
poke = _writer(I64, "Set word ``index`` of a row of words.")
peek_byte = _reader(I8, "Byte ``index`` of a row of bytes, 0..255.")
peek_short = _reader(I16, "Item ``index`` of a row of int16, with its sign.")
poke_byte = _writer(I8, "Set byte ``index`` of a row of bytes.")
poke_short = _writer(I16, "Set item ``index`` of a row of int16.")


def _python_copy_bytes(target: Any, source: Any) -> None:
    target[: len(source)] = source


def copy_row(n_bytes: int) -> Any:
    """An intrinsic ``copy(target, source)`` for rows of ``n_bytes`` bytes."""

    @twin(_python_copy_bytes)
    def copy(typingctx: Any, target: Any, source: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            to, start = (builder.inttoptr(arg, I8.as_pointer()) for arg in args)
            cgutils.raw_memcpy(builder, to, start, ir.Constant(I64, n_bytes), 1, align=8)
            return context.get_dummy_value()

        return types.void(int64, int64), codegen

    return copy


def _python_item(row: Any, index: int, stride: int) -> Any:
    return row[index]


@twin(_python_item)
def item(typingctx: Any, row: Any, index: Any, stride: Any) -> Any:
    """Address of item ``index`` of a row of records or of rows, each ``stride`` bytes long."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.add(args[0], builder.mul(args[1], args[2]))

    return int64(int64, int64, int64), codegen
