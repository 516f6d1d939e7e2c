sheaf() { npm run -s sheaf -- "$@"; }
sheaf login "${SHEAF_URL:-http://localhost:8080}" < .data/dev-api-key
sheaf parse examples/quarterly-report.xlsx
mkdir -p .data/handbooks && cp examples/pump-manual.html examples/service-agreement.html .data/handbooks
sheaf index manuals .data/handbooks
sheaf query manuals 'how often are bearings replaced' --limit 3 --explain
