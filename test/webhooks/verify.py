"""Verifies one request with the Python library of Standard Webhooks: JSON on standard input, exit code 0 when it is genuine, 3 when not."""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

request = json.load(sys.stdin)
try:
    Webhook(request["secret"]).verify(request["body"], request["headers"])
except WebhookVerificationError:
    sys.exit(3)
