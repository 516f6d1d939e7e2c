import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { type ExampleFolder, exampleFolder } from './run-example';

let stack: Stack;
let folder: ExampleFolder;
beforeAll(async () => {
  stack = await startStack();
  folder = exampleFolder({ SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text });
});
afterAll(async () => {
  folder.remove();
  await stack.close();
});

/** The answers in what a script has printed. */
const answers = (printed: string | undefined) =>
  (printed ?? '').trim().split('\n').map((line) => JSON.parse(line) as unknown); // prettier-ignore

test('the requests of the pages about product search do what their comments say', async () => {
  stack.links.files.set('/1/indexes/prod_products/settings', (_, response) =>
    response.writeHead(403).end('{}'),
  );
  const names =
    'setup stage-records build first-searches search search-amounts typeahead suggest browse search-many create-key point-aliases copy-index assign-shoppers send-events import-from-algolia import-a-file read-report read-audit verify-audit';
  const file = (name: string) => `examples/products/${name}.sh`;
  const printed = await folder.paste(names.split(' ').map(file), {
    ALGOLIA_APP: new URL(stack.links.origin).port,
    ALGOLIA_KEY: 'key',
  });
  const of = (name: string) => answers(printed[file(name)]);
  expect(of('stage-records')[1]).toMatchObject({ received: 2, staged: 2, rejected: 0, staged_total: 2 });
  expect(of('build')).toMatchObject([{ type: 'index.build', status: 'succeeded' }]);
  expect(of('first-searches')).toMatchObject([{ total: 2 }, {}, { id: 'KB-2' }]);
  expect(of('search')).toMatchObject([{ total: 1, hits: [{ id: 'KB-1' }] }]);
  expect(of('search-amounts')).toMatchObject([
    { query_understanding: { constraints: [{ field: 'width', value: 60.96, unit: 'cm' }] } },
  ]);
  expect(of('typeahead')).toMatchObject([{ hits: [{ id: 'KB-1' }] }]);
  expect(of('suggest')).toMatchObject([{ suggestions: [{ query: 'wireless keyboard' }] }]);
  expect(of('browse')).toMatchObject([{ total: 1, next_cursor: null }]);
  expect(of('search-many')).toMatchObject([
    { results: [{ status: 200 }, { status: 404, error: { error: 'INDEX_NOT_FOUND' } }] },
  ]);
  expect(of('create-key')).toMatchObject([
    { type: 'search', permissions: ['search', 'browse', 'records.read'] },
  ]);
  expect(of('point-aliases')[0]).toMatchObject({ alias: 'shop', index: 'products', previous: null });
  expect(of('copy-index')).toMatchObject([{ status: 'succeeded' }]);
  expect(of('assign-shoppers')[1]).toMatchObject({ served_by: { layer: 'ranking', group: 'b' } });
  expect(of('send-events')).toMatchObject([{ accepted: 2, rejected: [] }, { layer: 'ranking' }]);
  expect(of('import-from-algolia')).toMatchObject([{ job: { type: 'index.import' } }]);
  expect(of('import-a-file').at(-1)).toMatchObject({ type: 'index.import', status: 'succeeded' });
  expect(of('read-report')).toMatchObject([{ records: { read: 5, staged: 5, rejected: 0 } }]);
  expect(of('read-audit')).toMatchObject([
    {
      entries: [
        { action: 'record.write', target: 'KB-2' },
        { action: 'record.write', target: null },
      ],
    },
  ]);
  expect(of('verify-audit')).toMatchObject([{ valid: true, first_bad: null }]);

  const [key] = of('create-key') as [{ id: string; key: string }];
  const { stdout } = await folder.run('examples/products/sign-token.mjs', {
    SEARCH_KEY_ID: key.id,
    SEARCH_KEY: key.key,
  });
  await stack.v1('/aliases/shop', { method: 'PUT', json: { index: 'products' } });
  const asked = { method: 'POST', json: { query: 'keyboard' }, key: stdout.trim() };
  expect(await stack.v1('/indexes/shop/search', asked)).toMatchObject({ status: 200, body: { total: 2 } });
});
