ask -X PUT $API/v2/collections/manuals
# {"collection_id":"col_…","collection_name":"manuals",…,"document_count":0,…,"created":true}
JOB=$(ask -F files=@examples/pump-manual.pdf -F 'custom_metadata={"year":2026}' \
  $API/v2/collections/manuals/index/file) && echo "$JOB"
# {"job_id":"job_…","status":"pending"}
state_of $API/v2/jobs/$(echo "$JOB" | field job_id)
# completed
ask -G --data-urlencode 'metadata_filter={"year":2026}' $API/v3/collections/manuals/documents
# {"documents":[{"document_id":"doc_…",…,"filename":"pump-manual.pdf",…}],"total_count":1,…}
