made=$(npm run --silent admin -- keys create --organization acme --environment production \
  --permissions query,index --credits 100 --json)
echo "$made"
# {"key":"svc_prod_…","key_id":"key_01…","organization":"acme",…}
key_id=$(node -p 'JSON.parse(process.argv[1]).key_id' "$made")
npm run --silent admin -- keys list --organization acme
npm run --silent admin -- keys rotate "$key_id" --overlap-hours 48
npm run --silent admin -- keys revoke "$key_id"
npm run --silent admin -- credits set acme unlimited
