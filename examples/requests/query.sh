QUERY='{"query":"how often are bearings replaced?","filter":{"year":{"$gte":2024}},"limit":1}'
ask --json "$QUERY" $API/v3/collections/manuals/query | field 'results[0].text'
# Maintenance
# Part | Every | What to do
# Filter | 2 weeks | Rinse with fresh water
# Shaft seal | 2,000 hours | Replace, grease the new one
# Bearings | 8,000 hours | Listen for noise, replace in pairs
