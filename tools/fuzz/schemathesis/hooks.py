"""Adjusts generated requests where the OpenAPI document is not sufficient."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    # Long polling is correct but slow: waiting for one second tests as much as twenty.
    query = case.query or {}
    wait = query.get("wait")
    if isinstance(wait, (int, float)) and not isinstance(wait, bool) and 1 < wait <= 20:
        query["wait"] = 1
    # A reused Idempotency-Key with another body correctly gets 422, and the body is not tested.
    headers = case.headers or {}
    key = headers.get("Idempotency-Key")
    if isinstance(key, str) and 0 < len(key) < 200 and key.isascii() and key.isalnum():
        headers["Idempotency-Key"] = f"{key}-{case.id}"
