api $base/indexes/products/browse -d '{"per_page": 500, "filters": {"brand": ["Acme"]}, "fields": ["title"]}'
# {"total": 1994, "hits": […], "next_cursor": "WyJh…", …}
