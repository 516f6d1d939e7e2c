JOB=$(ask --json '{
  "content": "Signed by Martha Okafor, badge BX-20391.",
  "mask_pii": true,
  "pii_fields": [{ "description": "badge numbers such as BX-20391", "tag": "BADGE" }],
  "pii_engine": "classifier"
}' $API/v2/collections/manuals/index/text | field job_id)
state_of $API/v2/jobs/$JOB
# completed
ask $API/v2/jobs/$JOB/pii
# {"job_id":"job_…",…,"totals":{"BADGE":1,"PERSON":1},…}
