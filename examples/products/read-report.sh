api $base/imports/$job/report
# {"records": {"read": 2, "staged": 2, "rejected": 0},
#  "settings": {"mapped": [{"name": "searchableAttributes", "to": "searchable"}], "ignored": […]}, …}
