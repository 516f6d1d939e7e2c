KEY=$(cat .data/dev-api-key)
base=http://localhost:8080/v1
api() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -w '\n' "$@"; }
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
