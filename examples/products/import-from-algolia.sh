api $base/imports -d '{"provider": "algolia", "app_id": "'$ALGOLIA_APP'", "api_key": "'$ALGOLIA_KEY'",
  "index": "prod_products", "target": "articles"}'
# {"job": {"id": "job_01…", "type": "index.import", "status": "queued", …}}
