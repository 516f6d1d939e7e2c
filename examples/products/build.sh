job=$(api -X POST $base/indexes/products/build | field job.id)
api "$base/jobs/$job?wait=30"
# {"id": "job_01…", "type": "index.build", "status": "succeeded", …}
