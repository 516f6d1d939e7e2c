// Uses the built client as a CommonJS program does; prints what it found.
const { createSheaf, SheafError } = require('sheaf-client');
const { fileAt } = require('sheaf-client/node');
const { verifyWebhook } = require('sheaf-client/webhooks');

const [, , baseUrl, apiKey] = process.argv;

async function main() {
  const { status } = await createSheaf({ baseUrl }).get('/health/live');
  const { collections } = await createSheaf({ baseUrl, apiKey }).get('/v2/collections');
  const refused = await createSheaf({ baseUrl, apiKey: 'wrong' })
    .get('/v2/collections')
    .catch((error) => (error instanceof SheafError ? error.status : 'another error'));
  const { size } = await fileAt(process.argv[1]);
  const verifies = typeof verifyWebhook === 'function';
  console.log(
    JSON.stringify({ status, collections: collections.length, refused, hasSize: size > 0, verifies }),
  );
}

void main();
