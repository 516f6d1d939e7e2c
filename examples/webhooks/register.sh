ask() { curl -sS -H "Authorization: Bearer $SHEAF_API_KEY" -w '\n' "$@"; }
ENDPOINTS=${SHEAF_URL:-http://localhost:8080}/v2/webhooks/endpoints
RECEIVER=${RECEIVER:-https://example.com/hooks}
ENDPOINT=$(ask --json "{\"url\":\"$RECEIVER\",\"event_types\":[\"job.completed\",\"job.failed\"]}" $ENDPOINTS)
echo "$ENDPOINT" # {"endpoint_id":"whe_…",…,"secret":"whsec_…",…}: the secret is shown this once
ask -X POST "$ENDPOINTS/$(echo "$ENDPOINT" | grep -o 'whe_[0-9A-Z]*' | head -n 1)/test"
