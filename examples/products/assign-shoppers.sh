api -X PUT $base/indexes/products/assignment -d '{"layers": [{"id": "ranking", "salt": "2026-11", "groups": [
  {"name": "control", "share": 0.9, "index": null}, {"name": "b", "share": 0.1, "index": "products-b"}]}]}'
found=$(api $base/indexes/products/search -d '{"query": "keyboard", "user_token": "u-4"}') && echo "$found"
# {…, "index": "products", "served_by": {"index": "products-b", "layer": "ranking", "group": "b"}, …}
