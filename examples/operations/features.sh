npm run --silent admin -- features enable settings-rebuild --organization acme
npm run --silent admin -- features list --organization acme
npm run --silent admin -- features disable settings-rebuild --organization acme
