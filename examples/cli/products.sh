sheaf() { npm run -s sheaf -- "$@"; }
sheaf products create gadgets --id-field sku
sheaf products push gadgets examples/shop.ndjson
echo '{"fields": {"price": {"unit": "EUR"}}}' | sheaf products settings gadgets --set -
sheaf products build gadgets
sheaf products search gadgets keyboard --filter 'price < 40'
