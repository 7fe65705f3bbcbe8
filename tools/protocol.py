"""Generate documentation and the page's types from the server's message types.

`make protocol` runs it; a test fails when a file is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec
from msgspec import inspect

from torpedo_dice.server.config import Config
from torpedo_dice.server.http.app import make_app
from torpedo_dice.server.messages import (
    commands,
    events,
    record,
    replies,
    rest,
    review,
    values,
    views,
)

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "protocol.md"
TYPES = ROOT / "src" / "torpedo_dice" / "web" / "js" / "types.js"
MODULES = (record, events, views, replies, commands, rest, review)
# The page doesn't need these: they validate what clients send.
_FOR_THE_PAGE = (record, events, views, replies, review)
# Unions with a name in the page's types.
_UNIONS = {"GameEvent": events.GameEvent, "TableEvent": events.TableEvent}
_NAMES = {frozenset(get_args(union)): name for name, union in _UNIONS.items()}


def structs_of(*modules: Any) -> list[type[msgspec.Struct]]:
    """Return the public message types of some modules, in their order."""
    return [
        value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and not name.startswith("_")
        and value is not values.StrictStruct
    ]


def fields_of(struct: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """Return a type's fields."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)  # noqa: S101  # for the type checker
    return info.fields


def _about(struct: type[msgspec.Struct]) -> str:
    return " ".join((struct.__doc__ or "").split())


def _note(field: inspect.Field) -> str:
    kind = field.type
    extra = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    return str((extra or {}).get("description", ""))


# --------------------------------------------------------------------- types in words


def type_name(kind: inspect.Type) -> str:
    """Return a type in TypeScript notation."""
    match kind:
        case inspect.Metadata():
            names = (kind.extra_json_schema or {}).get("enum")
            return _quoted(names) if names else type_name(kind.type)
        case inspect.StructType():
            return kind.cls.__name__
        case inspect.UnionType():
            return _union(kind)
        case inspect.LiteralType():
            return _quoted(kind.values)
        case inspect.TupleType():
            return f"[{', '.join(map(type_name, kind.item_types))}]"
        case inspect.ListType() | inspect.VarTupleType():
            item = type_name(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<string, {type_name(kind.value_type)}>"
        case _:
            return _PLAIN.get(type(kind), "any")


_PLAIN: dict[type[inspect.Type], str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
}


def _quoted(names: Sequence[object]) -> str:
    return " | ".join(f'"{name}"' for name in names)


def _union(kind: inspect.UnionType) -> str:
    members = frozenset(t.cls for t in kind.types if isinstance(t, inspect.StructType))
    named = [name for group, name in _NAMES.items() if group <= members]
    rest_ = [t for t in kind.types if not _is_in_named(t, named)]
    return " | ".join([*named, *(type_name(t) for t in rest_)])


def _is_in_named(kind: inspect.Type, named: Sequence[str]) -> bool:
    is_struct = isinstance(kind, inspect.StructType)
    return is_struct and any(kind.cls in get_args(_UNIONS[name]) for name in named)


def _is_optional(struct: type[msgspec.Struct], field: inspect.Field) -> bool:
    """Whether the field may be missing: unset, or omitted if it has its default value."""
    has_default = not (field.default is field.default_factory is msgspec.NODEFAULT)
    omits = bool(struct.__struct_config__.omit_defaults)
    return not field.required and (omits or not has_default)


# --------------------------------------------------------------------- the page's types


def types_js() -> str:
    """Return the page's type definitions."""
    lines = [
        "/**",
        " * What the server sends, as types. Written by `make protocol` from the server's message",
        " * types: do not edit. Nothing here runs.",
        " *",
        " * @typedef {[number, number]} Field row and column, from 0",
    ]
    system = type_name(inspect.type_info(values.SystemId))
    structs = "\n".join(map(_typedef, structs_of(*_FOR_THE_PAGE)))
    unions = {**_UNIONS, "ServerMessage": replies.ServerMessage}
    return "\n".join(
        [
            *lines,
            f" * @typedef {{{system}}} System",
            # Fields and systems have names in the page's own code.
            structs.replace("[number, number][]", "Field[]").replace(f"({system})", "System"),
            *(
                f" * @typedef {{{' | '.join(each.__name__ for each in get_args(union))}}} {name}"
                for name, union in unions.items()
            ),
            " */",
            "export {};",
            "",
        ]
    ).replace(f": {system}", ": System")


def _typedef(struct: type[msgspec.Struct]) -> str:
    config = struct.__struct_config__
    tag = [] if config.tag is None else [f'{config.tag_field}: "{config.tag}"']
    fields = (
        f"{field.encode_name}{'?' * _is_optional(struct, field)}: {type_name(field.type)}"
        for field in fields_of(struct)
    )
    return f" * @typedef {{{{{', '.join([*tag, *fields])}}}}} {struct.__name__} {_about(struct)}"


# --------------------------------------------------------------------- the document's tables


def document() -> str:
    """Return the documentation with its generated parts up to date."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, part in _parts().items():
        begin, end = f"<!-- {name}: written by make protocol -->\n", f"\n<!-- end of {name} -->"
        before, _, rest_ = text.partition(begin)
        _, found, after = rest_.partition(end.lstrip())
        if not found:
            raise ValueError(f"{DOCUMENT.name} has no place for {name}")
        text = f"{before}{begin}{part}{end}{after}"
    return text


def _parts() -> dict[str, str]:
    client = (commands.Hello, commands.Speak, commands.Ping)
    return {
        "calls": _table(("call", "body", "answer", "meaning"), _calls()),
        "client messages": _messages("type", client),
        "commands": _messages("command", get_args(commands.Command)),
        "server messages": _messages("type", get_args(replies.ServerMessage)),
        "game events": _messages("event", get_args(events.GameEvent)),
        "table events": _messages("event", get_args(events.TableEvent)),
        "types": "\n\n".join(_described(struct) for struct in _untagged()),
    }


def _untagged() -> list[type[msgspec.Struct]]:
    """Return the types that are parts of messages, or bodies and answers of calls."""
    structs = structs_of(views, events, replies, rest)
    return [struct for struct in structs if struct.__struct_config__.tag is None]


def _table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def _messages(tag: str, structs: Sequence[type[msgspec.Struct]]) -> str:
    rows = (
        (f"`{struct.__struct_config__.tag}`", _field_list(struct), _about(struct))
        for struct in structs
    )
    return _table((f"`{tag}`", "fields", "meaning"), rows)


def _field_list(struct: type[msgspec.Struct]) -> str:
    tag = struct.__struct_config__.tag_field
    shown = (
        field for field in fields_of(struct) if field.encode_name not in (tag, "type", "number")
    )
    return ", ".join(
        f"`{field.encode_name}` ({_note(field)})" if _note(field) else f"`{field.encode_name}`"
        for field in shown
    )


def _described(struct: type[msgspec.Struct]) -> str:
    rows = (
        (f"`{field.encode_name}`", f"`{type_name(field.type)}`".replace("|", "\\|"), _note(field))
        for field in fields_of(struct)
    )
    table = _table(("field", "type", "meaning"), rows)
    return f"**{struct.__name__}**: {_about(struct)}\n\n{table}"


def _calls() -> Iterator[Sequence[str]]:
    for path, operations in openapi()["paths"].items():
        for method, about in operations.items():
            status, answer = next(iter(about["responses"].items()))
            success = "" if status == "200" else f"{status} "
            body = _type_in(about.get("requestBody", {}))
            yield (
                f"`{method.upper()} {path}`",
                body,
                f"{success}{_type_in(answer)}",
                about.get("description") or about["summary"],
            )


def _type_in(content: dict[str, Any]) -> str:
    schema = next(iter(content.get("content", {}).values()), {}).get("schema", {})
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return f"`{name}`" if name else ""


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document of the server."""
    with TemporaryDirectory() as folder:
        app = make_app(Config(data=str(Path(folder) / "empty.sqlite")))
        return app.openapi_schema.to_schema()


def main() -> None:
    """Write every file."""
    for path, text in ((TYPES, types_js()), (DOCUMENT, document())):
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
