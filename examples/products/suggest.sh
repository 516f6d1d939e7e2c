api $base/indexes/products/suggestions -d '{"query": "wireless k"}'
