"""The render service: `python -m chatfmt serve`, or an ASGI application of your own.

    from chatfmt.serve import Service, make_app
    app = make_app(Service(chatfmt.Model.from_pretrained("./Qwen3-8B")))
"""
from ._app import Service, make_app

__all__ = ["Service", "make_app"]
