npm run --silent features -- enable --organization acme settings-rebuild
npm run --silent features -- disable --organization acme settings-rebuild
