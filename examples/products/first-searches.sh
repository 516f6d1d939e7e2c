api $base/indexes/products/search -d '{"query": "keyboard"}'
api $base/indexes/products/settings
api -X PATCH "$base/indexes/products/records/KB-2?wait=2s" -d '{"price": 17.90}'
