FORMER_KEYS="$lost_keys" npm run --silent reseal
