import { createSheaf, SheafError } from 'sheaf-client';

const { SHEAF_URL: baseUrl = 'http://localhost:8080', SHEAF_API_KEY: apiKey = '' } = process.env;
const sheaf = createSheaf({ baseUrl, apiKey });

try {
  await sheaf.post('/v1/indexes/{index}/search', {
    params: { path: { index: 'shop' } },
    body: { query: 'keyboard', filter: 'price < cheap' },
  });
} catch (error) {
  if (!(error instanceof SheafError)) throw error; // the service was not reached
  console.log(error.status, error.code);
  if (error.code === 'FILTER_INVALID')
    console.log('expected at', error.details?.position, error.details?.expected?.join(', '));
  for (const { path, message } of error.issues) console.log(path, message);
}
