"""What Schemathesis cannot know of this API."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    # A feed that waits is right, and slow: one second says as much as twenty.
    query = case.query or {}
    wait = query.get("wait")
    if isinstance(wait, (int, float)) and not isinstance(wait, bool) and 1 < wait <= 20:
        query["wait"] = 1
    # The same Idempotency-Key with another body is a 422, rightly, and says nothing of the body.
    headers = case.headers or {}
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and 0 < len(key) < 200 and key.isascii() and key.isalnum():
        headers["Idempotency-Key"] = f"{key}-{case.id}"
