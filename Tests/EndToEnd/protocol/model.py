"""Messages as protocol/model.json has them."""

import math

LARGEST = 1 << 53
PLAIN = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
}
DATA = {"user": "GithubUser", "organization": "GithubUser", "bot": "GithubUser", "author": "Author",
        "repository": "GithubRepo"}


class Model:
    def __init__(self, model):
        self.types, self.enums = model["types"], model["enums"]
        self.messages = {message["method"]: message for message in model["messages"]}
        self.codes = {error["kind"]: error["code"] for error in model["errors"]}

    def names(self, written):
        """The names in a type as it is written: `Item[] | null` has two."""
        return [name.removesuffix("[]") for name in written.split(" | ")]

    def knows(self, name):
        return name in PLAIN or name in self.types or name in self.enums

    def faults(self, value, written, path):
        """Yields a sentence for each thing in which `value` is not of that type."""
        choices = [list(self.faults_of_one(value, name, path)) for name in written.split(" | ")]
        if all(choices):
            yield from choices[0]

    def faults_of_one(self, value, name, path):
        if name.endswith("[]"):
            if not isinstance(value, list):
                yield f"{path} is no list"
                return
            for i, element in enumerate(value):
                yield from self.faults(element, name[:-2], f"{path}[{i}]")
        elif name in PLAIN:
            if not PLAIN[name](value):
                yield f"{path} is {value!r} and not {name}"
        elif name in self.enums:
            if isinstance(value, bool) or value not in self.enums[name]:
                yield f"{path} is {value!r}, which is not in {name}"
        else:
            yield from self.faults_of_structure(value, name, path)

    def faults_of_structure(self, value, name, path):
        if not isinstance(value, dict):
            yield f"{path} is no object"
            return
        structure = self.types[name]
        for member, described in structure["members"].items():
            if member in value:
                yield from self.faults(value[member], described["type"], f"{path}.{member}")
            elif not described.get("optional"):
                yield f"{path} lacks {member}"
        if not structure.get("open"):
            yield from (f"{path} has the unknown member {more}" for more in value.keys() - structure["members"].keys())
        if name == "Item" and value.get("kind") in DATA:
            yield from self.faults(value.get("data"), DATA[value["kind"]], f"{path}.data")
        if name == "Error" and isinstance(value.get("data"), dict):
            if value.get("code") != self.codes.get(value["data"].get("kind")):
                yield f"{path}.code is {value.get('code')}, which is not the code of its kind"

    def faults_of_sent(self, message, requests):
        """What is wrong with a message of the server; `requests` are the methods by id."""
        if not isinstance(message, dict):
            yield f"{message!r} is no message"
            return
        yield from strict_faults(message)
        if "method" in message:
            described = self.messages.get(message["method"], {})
            if described.get("direction") != "serverToClient" or "id" in message:
                yield f"{message['method']} is no notification of the server"
            else:
                yield from self.faults(message.get("params"), described["params"], message["method"])
        elif "error" in message:
            yield from self.faults(message["error"], "Error", f"the error of {message.get('id')!r}")
        else:
            method = requests.get(message.get("id"))
            if method not in self.messages:
                yield f"{message.get('id')!r} was answered, but not asked"
                return
            yield from self.faults(message.get("result"), self.messages[method]["result"], f"the result of {method}")

    def faults_of_asked(self, message):
        """What is wrong with a message of a client."""
        described = self.messages.get(message.get("method"), {})
        if described.get("direction") != "clientToServer":
            yield f"{message.get('method')} is no message of a client"
            return
        if ("id" in message) != (described["kind"] == "request"):
            yield f"{message['method']} is a {described['kind']}"
        yield from self.faults(message.get("params", {}), described["params"], message["method"])


def strict_faults(message):
    """What the strict form forbids: other members, null, U+0000, numbers that not every client reads."""
    yield from (f"the message has the member {name}" for name in message.keys() - {"jsonrpc", "id", "method", "params", "result", "error"})
    if message.get("jsonrpc") != "2.0":
        yield "jsonrpc is not 2.0"
    if sum(name in message for name in ("method", "result", "error")) != 1:
        yield "the message is not one of notification, result and error"
    for name in ("params", "result", "error"):
        if message.get(name) is not None:
            yield from value_faults(message[name], name)


def value_faults(value, path):
    if value is None:
        yield f"{path} is null"
    elif isinstance(value, str) and "\0" in value:
        yield f"{path} holds U+0000"
    elif isinstance(value, (int, float)) and not (math.isfinite(value) and abs(value) <= LARGEST):
        yield f"{path} is {value}"
    elif isinstance(value, list):
        for i, element in enumerate(value):
            yield from value_faults(element, f"{path}[{i}]")
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from value_faults(member, f"{path}.{name}")
