// Uses the built client as an ES module does; prints what it found.
import { createSheaf, SheafError } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { verifyWebhook } from 'sheaf-client/webhooks';
import { fileURLToPath } from 'node:url';

const [, , baseUrl, apiKey] = process.argv;

const { status } = await createSheaf({ baseUrl }).get('/health/live');
const { collections } = await createSheaf({ baseUrl, apiKey }).get('/v2/collections');
const refused = await createSheaf({ baseUrl, apiKey: 'wrong' })
  .get('/v2/collections')
  .catch((error) => (error instanceof SheafError ? error.status : 'another error'));
const { size } = await fileAt(fileURLToPath(import.meta.url));
const verifies = typeof verifyWebhook === 'function';
console.log(
  JSON.stringify({ status, collections: collections.length, refused, hasSize: size > 0, verifies }),
);
