import { createSheaf } from 'sheaf-client';

const { SHEAF_URL: baseUrl = 'http://localhost:8080', SHEAF_API_KEY: apiKey = '' } = process.env;
const sheaf = createSheaf({ baseUrl, apiKey });

const { results } = await sheaf.post('/v3/collections/{collection_name}/query', {
  params: { path: { collection_name: 'manuals' } },
  body: { query: 'how is the filter changed', limit: 3 },
});
for (const { score, text } of results) console.log(score, text);
