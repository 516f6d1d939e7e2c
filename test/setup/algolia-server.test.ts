import { createServer } from 'node:http';
import { algoliasearch, type Algoliasearch } from 'algoliasearch';
import { type AlgoliaApp, algoliaListener, createAlgoliaApp } from './algolia-server';
import { listenLocally } from './listen-locally';

let app: AlgoliaApp;
let server: Awaited<ReturnType<typeof listenLocally>>;
let client: Algoliasearch;

beforeEach(async () => {
  const records = Array.from({ length: 25 }, (_, n) => ({ objectID: `r${n}`, title: `Lamp ${n}` }));
  app = createAlgoliaApp();
  app.indexes.set('prod products', { records, settings: { searchableAttributes: ['title'] } });
  server = await listenLocally(createServer(algoliaListener(app)));
  client = clientOf(app.apiKey);
});
afterEach(() => server.close());

function clientOf(apiKey: string): Algoliasearch {
  const host = { url: new URL(server.origin).host, accept: 'readWrite', protocol: 'http' } as const;
  return algoliasearch(app.appId, apiKey, { hosts: [host] });
}

it("lets the provider's own client browse every record, page by page", async () => {
  const found: string[] = [];
  await client.browseObjects({
    indexName: 'prod products',
    browseParams: { hitsPerPage: 10 },
    aggregator: ({ hits }) => {
      found.push(...hits.map(({ objectID }) => objectID));
    },
  });
  expect(found).toEqual(Array.from({ length: 25 }, (_, n) => `r${n}`));
  expect(app.browsed).toHaveLength(3);
});

it('answers the settings in a form that the client reads', async () => {
  await expect(client.getSettings({ indexName: 'prod products' })).resolves.toMatchObject({
    searchableAttributes: ['title'],
  });
});

it('refuses as the client expects: an unknown index, and another key', async () => {
  await expect(client.browse({ indexName: 'none' })).rejects.toMatchObject({ status: 404 });
  await expect(clientOf('other').getSettings({ indexName: 'prod products' })).rejects.toMatchObject({
    status: 403,
  });
});
