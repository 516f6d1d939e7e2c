npm run --silent admin -- operators add --organization acme "Ann Lee" bob
npm run --silent admin -- operators list --organization acme
npm run --silent admin -- operators remove --organization acme bob
npm run --silent admin -- operators disable --organization acme
