query=$(echo "$found" | field query_id)
api $base/events -d '{"events": [
  {"type": "click", "query_id": "'$query'", "record_id": "KB-1", "position": 1},
  {"type": "conversion", "query_id": "'$query'", "record_id": "KB-1", "value": 49.90}]}'
# {"accepted": 2, "rejected": []}
api "$base/indexes/products/experiments/ranking?from=$(date -d yesterday +%s)000"
# {"layer": "ranking", "groups": [{"name": "control", "searches": 9000, "click_through_rate":
#   {"value": 0.4, "low": 0.3899, "high": 0.4102, "difference": null}, …}, …],
#  "sample_ratio": {"expected": [0.9, 0.1], "observed": [0.902, 0.098], "p_value": 0.766, "flagged": false}, …}
