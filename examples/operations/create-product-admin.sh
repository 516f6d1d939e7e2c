npm run --silent keys -- create-product-admin --organization acme --environment production
