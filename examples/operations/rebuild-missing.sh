npm run --silent admin -- indexes rebuild-missing
