api $base/indexes/products/search -d '{"query": "wireles keyboard", "per_page": 10, "sort": []}'
