SYNC=$(ask --json "{\"container\":\"$AZURE_CONTAINER\",\"account_name\":\"$AZURE_ACCOUNT\",\"account_key\":\"$AZURE_KEY\",\"prefix\":\"hr/\"}" \
  $API/v2/collections/manuals/sync/azure) && echo "$SYNC"
# {"sync_id":"sync_…",…,"sync_state":"backfilling",…}
state_of $API/v2/jobs/$(echo "$SYNC" | field last_backfill_job_id)
# completed
