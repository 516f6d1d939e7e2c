UPLOAD=$(ask -F file=@examples/quarterly-report.xlsx $API/v3/parse/uploads) && echo "$UPLOAD"
# {"file_id":"svc://upl_…","filename":"quarterly-report.xlsx","content_type":"…","byte_size":34429,…}
FILE=$(echo "$UPLOAD" | field file_id)
JOB=$(ask --json "{\"input\":\"$FILE\"}" $API/v3/parse/spreadsheets) && echo "$JOB"
# {"job_id":"prs_…","type":"spreadsheet","status":"queued","status_url":"/v3/parse/jobs/prs_…",…}
STATUS=$API$(echo "$JOB" | field status_url)
state_of $STATUS
# completed
ask "$STATUS/chunks?limit=1" | field 'chunks[0].text'
# Falkenberg Outdoor GmbH — Quarterly report Q3 2026
# Net sales by region and month
