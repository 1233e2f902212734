"""Comparison of an answer with a wanted one, as the conformance cases define it."""


def differences(wanted, actual, unordered=(), where="answer"):
    """Where `wanted` is not a part of `actual`, a line each.

    Objects are compared by the keys wanted, lists item by item; a list whose key ends in `~set`, or is named in
    `unordered`, is compared in any order.
    """
    if isinstance(wanted, dict):
        if not isinstance(actual, dict):
            return [f"{where}: wanted an object, got {actual!r}"]
        found = []
        for key, value in wanted.items():
            name = key.removesuffix("~set")
            if name not in actual:
                found.append(f"{where}.{name}: missing, wanted {value!r}")
            elif isinstance(value, list) and (key != name or name in unordered):
                if not same_set(value, actual[name], unordered):
                    found.append(f"{where}.{name}: wanted in any order {value!r}, got {actual[name]!r}")
            else:
                found += differences(value, actual[name], unordered, f"{where}.{name}")
        return found
    if isinstance(wanted, list):
        if not isinstance(actual, list) or len(actual) != len(wanted):
            return [f"{where}: wanted {wanted!r}, got {actual!r}"]
        return [
            line
            for number, pair in enumerate(zip(wanted, actual, strict=True))
            for line in differences(*pair, unordered, f"{where}[{number}]")
        ]
    if type(wanted) is not type(actual) or wanted != actual:
        return [f"{where}: wanted {wanted!r}, got {actual!r}"]
    return []


def same_set(wanted, actual, unordered=()):
    """Whether the two lists have equally many items and each wanted one is a part of another actual one."""
    if not isinstance(actual, list) or len(actual) != len(wanted):
        return False
    left = list(actual)
    for item in wanted:
        partner = next((other for other in left if not differences(item, other, unordered)), None)
        if partner is None:
            return False
        left.remove(partner)
    return True
