job=$(api $base/indexes/products/copy -d '{"name": "products-b"}' | field job.id)
api "$base/jobs/$job?wait=30"
