KEY=$(cat .data/dev-api-key)
API=http://localhost:8080
ask() { curl -sS -H "Authorization: Bearer $KEY" -w '\n' "$@"; }
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
state_of() {
  while ask "$1" | field status | grep -qE 'queued|processing|pending|running'; do sleep 1; done
  ask "$1" | field status
}
