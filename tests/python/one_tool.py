"""A file of tools, as `python -m chatfmt chat --tools` reads it: that of test_chat.py."""


def weather(city: str, days: int = 1):
    """The weather of a city.

    Args:
        city: Its name.
        days: How many days.
    """
    if city == "Atlantis":
        raise LookupError("no such city")
    return {"city": city, "sky": "☀", "days": days}
