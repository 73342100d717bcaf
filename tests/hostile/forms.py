"""Forms that many hostile templates have."""

P = 2**61 - 1  # CPython's hash of an integer is the integer modulo this


def repeat(count, piece="a"):
    """An expression whose value is a long text."""
    return f"('{piece}' * {count})"


def size(expression):
    """Computes a value and prints its length alone."""
    return "{{ " + expression + "|length }}"


def again(times, expression):
    """Computes a value again and again, and drops it."""
    return "{% for i in range(" + str(times) + ") %}{% set x=" + expression + " %}{% endfor %}x"


def ask(times, condition):
    """Asks again and again."""
    return "{% for i in range(" + str(times) + ") %}{% if " + condition + " %}x{% endif %}{% endfor %}"
