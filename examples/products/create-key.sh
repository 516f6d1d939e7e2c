api $base/keys -d '{"name": "storefront", "type": "search", "indexes": ["shop*"], "rate_limit_per_second": 20}'
# {"id": "key_01…", "type": "search", "permissions": ["search", "browse", "records.read"], …, "key": "sk_…"}
