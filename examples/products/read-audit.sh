api "$base/audit?action=record.write&index=products&from=1763600000000&limit=100"
# {"entries": [{"id": "aud_01…", "seq": 4711, "action": "record.write", "key_id": "key_01…", "target": "KB-2", …}],
#  "next_cursor": "NDcxMQ"}
