sheaf() { npm run -s sheaf -- "$@"; }
cat > .data/cases.ndjson <<'CASES'
{"query": "how often are bearings replaced", "expected_files": ["pump-manual.html"]}
{"query": "who signs the agreement", "expected_files": ["service-agreement.html"]}
CASES
echo '[{"name": "ten"}, {"name": "one", "limit": 1}]' > .data/configs.json
sheaf eval run manuals .data/cases.ndjson --config .data/configs.json
