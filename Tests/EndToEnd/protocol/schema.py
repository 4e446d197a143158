"""The part of JSON Schema that protocol/model.schema.json uses; any other keyword is an error."""

import re

NOTES = {"$schema", "$defs", "title", "description", "default"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


def faults(value, schema, root, path="model"):
    """Yields a sentence for each thing in which `value` is not what `schema` wants."""
    for keyword, wanted in schema.items():
        if keyword in NOTES:
            continue
        if keyword not in KEYWORDS:
            yield f"the schema has the keyword {keyword}, which is not checked here"
            continue
        yield from KEYWORDS[keyword](value, wanted, schema, root, path)


def is_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def check_type(value, wanted, schema, root, path):
    names = wanted if isinstance(wanted, list) else [wanted]
    if not any(is_type(value, name) for name in names):
        yield f"{path} is not {' or '.join(names)}"


def check_ref(value, wanted, schema, root, path):
    target = root
    for name in wanted.removeprefix("#/").split("/"):
        target = target[name]
    yield from faults(value, target, root, path)


def check_required(value, wanted, schema, root, path):
    if isinstance(value, dict):
        yield from (f"{path} lacks {name}" for name in wanted if name not in value)


def check_properties(value, wanted, schema, root, path):
    if isinstance(value, dict):
        for name in value.keys() & wanted.keys():
            yield from faults(value[name], wanted[name], root, f"{path}.{name}")


def check_further(value, wanted, schema, root, path):
    if isinstance(value, dict):
        for name in value.keys() - schema.get("properties", {}).keys():
            if wanted is False:
                yield f"{path} has the unknown member {name}"
            else:
                yield from faults(value[name], wanted, root, f"{path}.{name}")


def check_items(value, wanted, schema, root, path):
    if isinstance(value, list):
        for i, element in enumerate(value):
            yield from faults(element, wanted, root, f"{path}[{i}]")


def check_pattern(value, wanted, schema, root, path):
    if isinstance(value, str) and not re.search(wanted, value):
        yield f"{path} is `{value}`, which does not match {wanted}"


def simple(holds, words):
    def check(value, wanted, schema, root, path):
        if not holds(value, wanted):
            yield f"{path} is {value!r}, which is {words} {wanted!r}"

    return check


KEYWORDS = {
    "type": check_type,
    "$ref": check_ref,
    "required": check_required,
    "properties": check_properties,
    "additionalProperties": check_further,
    "items": check_items,
    "pattern": check_pattern,
    "enum": simple(lambda value, wanted: value in wanted, "none of"),
    "minItems": simple(lambda value, least: not isinstance(value, list) or len(value) >= least, "shorter than"),
    "minimum": simple(lambda value, least: not is_type(value, "integer") or value >= least, "below"),
    "maximum": simple(lambda value, most: not is_type(value, "integer") or value <= most, "above"),
}
