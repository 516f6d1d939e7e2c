api $base/audit/verify
# {"valid": false, "checked": 41, "last": {"seq": 41, "hash": "9f…"}, "next_seq": null,
#  "first_bad": {"seq": 42, "id": "aud_01…", "reason": "changed"}}
