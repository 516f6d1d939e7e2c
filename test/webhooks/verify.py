"""Verifies one request with the Python library of Standard Webhooks: JSON on standard input, exit code 0 when it is genuine."""

import json
import sys

from standardwebhooks.webhooks import Webhook

request = json.load(sys.stdin)
Webhook(request["secret"]).verify(request["body"], request["headers"])
