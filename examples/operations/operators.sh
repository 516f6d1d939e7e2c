npm run --silent operators -- add --organization acme "Ann Lee" bob
npm run --silent operators -- list --organization acme
npm run --silent operators -- remove --organization acme bob
npm run --silent operators -- off --organization acme
