api -X PUT $base/aliases/shop -d '{"index": "products"}'
# {"alias": "shop", "index": "products", "previous": null, "updated_at": 1763666138226}
api $base/aliases -d '{"actions": [{"alias": "catalog", "index": "products"}, {"alias": "shop", "index": null}]}'
