api $base/indexes/products/search -d '{"query": "keyboard under 2 ft wide", "explain": true}'
