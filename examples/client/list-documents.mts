import { createSheaf, listItems } from 'sheaf-client';

const { SHEAF_URL: baseUrl = 'http://localhost:8080', SHEAF_API_KEY: apiKey = '' } = process.env;
const sheaf = createSheaf({ baseUrl, apiKey });

const params = { path: { collection_name: 'manuals' } };
for await (const { filename } of listItems(sheaf, '/v3/collections/{collection_name}/documents', { params }))
  console.log(filename);
