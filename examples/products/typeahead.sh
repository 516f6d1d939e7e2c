api $base/indexes/products/typeahead -d '{"query": "wirel", "k": 5, "highlight": {}}'
