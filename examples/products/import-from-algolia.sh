api $base/imports -d '{"provider": "algolia", "app_id": "ABC123", "api_key": "'$ALGOLIA_KEY'",
  "index": "prod_products", "target": "articles"}'
# {"job": {"id": "job_01…", "type": "index.import", "status": "queued", …}}
