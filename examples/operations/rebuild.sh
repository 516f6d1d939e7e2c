npm run --silent admin -- indexes rebuild products --organization acme --environment production
