npm run --silent rebuild -- --organization acme --environment production products
