npm run --silent rebuild -- --missing
