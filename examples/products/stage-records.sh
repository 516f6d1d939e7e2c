api $base/indexes -d '{"name": "products", "id_field": "sku"}'
api $base/indexes/products/records -d '[
  {"sku": "KB-1", "title": "Wireless keyboard", "brand": "Acme", "price": 49.90, "width": "32 cm"},
  {"sku": "KB-2", "title": "Wired keyboard", "brand": "Bolt", "price": 19.50, "width": "41 cm"}]'
# {"received": 2, "staged": 2, "replaced": 0, "rejected": 0, "id_field": "sku", "staged_total": 2, …}
