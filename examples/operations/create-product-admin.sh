npm run --silent admin -- keys create-product-admin --organization acme --environment production
