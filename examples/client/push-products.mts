import { createSheaf, uploadRecords, waitForJob } from 'sheaf-client';
import { linesOf } from 'sheaf-client/node'; // paths; Node only

const { SHEAF_URL: baseUrl = 'http://localhost:8080', SHEAF_API_KEY: apiKey = '' } = process.env;
const sheaf = createSheaf({ baseUrl, apiKey });

await sheaf.post('/v1/indexes', { body: { name: 'shop', id_field: 'sku' } });
const { received, errors, job } = await uploadRecords(sheaf, 'shop', linesOf('examples/shop.ndjson'), {
  build: true,
  onError: 'skip',
});
for (const { line, message } of errors) console.error(`line ${line}: ${message}`);
if (job !== null) await waitForJob(sheaf, 'product', job.id);

const { total, hits } = await sheaf.post('/v1/indexes/{index}/search', {
  params: { path: { index: 'shop' } },
  body: { query: 'keyboard', filter: 'price < 40' },
});
console.log(received, total, hits.map(({ id }) => id).join(' '));
