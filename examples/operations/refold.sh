npm run --silent refold
