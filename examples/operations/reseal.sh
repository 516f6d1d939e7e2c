FORMER_KEYS="$lost_keys" npm run --silent admin -- secrets reseal
