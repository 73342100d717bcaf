"""Counters in the text format of Prometheus. Only the thread of the event loop uses them."""

__all__ = ["Metrics"]

_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5, 30, 120)


class Metrics:
    """Counts requests by path and status, their seconds, how many are running, and tokens."""

    def __init__(self):
        self.running, self.prompt_tokens, self.completion_tokens, self.cancelled = 0, 0, 0, 0
        self._requests, self._seconds = {}, {}

    def done(self, path, status, seconds):
        """Count a request that has ended."""
        self._requests[path, status] = self._requests.get((path, status), 0) + 1
        row = self._seconds.setdefault(path, [0] * (len(_BOUNDS) + 1) + [0.0])
        row[next((at for at, bound in enumerate(_BOUNDS) if seconds <= bound), len(_BOUNDS))] += 1
        row[-1] += seconds

    def text(self):
        """All counters as text."""
        lines = ["# TYPE chatfmt_requests_total counter"]
        lines += [f'chatfmt_requests_total{{path="{path}",status="{status}"}} {count}'
                  for (path, status), count in sorted(self._requests.items())]
        lines.append("# TYPE chatfmt_request_seconds histogram")
        for path, row in sorted(self._seconds.items()):
            total = 0
            for bound, count in zip((*_BOUNDS, "+Inf"), row):
                total += count
                lines.append(f'chatfmt_request_seconds_bucket{{path="{path}",le="{bound}"}} {total}')
            lines += [f'chatfmt_request_seconds_sum{{path="{path}"}} {row[-1]:.6f}',
                      f'chatfmt_request_seconds_count{{path="{path}"}} {total}']
        for name, kind, value in (("requests_running", "gauge", self.running),
                                  ("prompt_tokens_total", "counter", self.prompt_tokens),
                                  ("completion_tokens_total", "counter", self.completion_tokens),
                                  ("replies_cancelled_total", "counter", self.cancelled)):
            lines += [f"# TYPE chatfmt_{name} {kind}", f"chatfmt_{name} {value}"]
        return "\n".join(lines) + "\n"
