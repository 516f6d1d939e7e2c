size=$(wc -c < examples/shop.ndjson)
upload=$(api ${base%/v1}/v3/uploads -d '{"filename": "shop.ndjson", "byte_size": '$size',
  "content_type": "application/x-ndjson"}') && echo "$upload"
# {"file_id": "svc://upl_…", "upload_url": "…", …}
curl -sS -T examples/shop.ndjson -w '\n' "$(echo "$upload" | field upload_url)"
job=$(api $base/imports -d '{"provider": "meilisearch_export", "target": "shelves", "primary_key": "sku",
  "records": "'$(echo "$upload" | field file_id)'",
  "settings": {"searchableAttributes": ["title", "brand"]}}' | field job.id)
api "$base/jobs/$job?wait=30"
