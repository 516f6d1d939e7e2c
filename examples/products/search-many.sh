api $base/multi_search -d '{"searches": [
  {"index": "products", "query": "keyboard"},
  {"index": "journals", "route": "typeahead", "query": "keyb", "k": 3}]}'
# {"results": [{"status": 200, "result": {…}}, {"status": 404, "error": {"error": "INDEX_NOT_FOUND", …}}]}
