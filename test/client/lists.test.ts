import { createSheaf, listItems, listPages, pagedLists, type Sheaf } from 'sheaf-client';
import { openApiDocument } from '../../src/openapi-document';
import { startScriptedService } from './scripted-service';

const sheafOf = (baseUrl: string): Sheaf => createSheaf({ baseUrl, apiKey: 'svc_test_1' });

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('every operation that takes a cursor or an offset is a list that the client follows', async () => {
  const { paths, components } = await openApiDocument();
  const named = (part: unknown) => {
    const { $ref } = part as { $ref?: string };
    const resolved = $ref === undefined ? part : components.parameters![$ref.split('/').pop()!];
    return (resolved as { name: string }).name;
  };
  const paged = Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.values(methods).some(({ parameters = [] }) =>
      [...shared, ...parameters].map(named).some((name) => /^offset$|cursor$/.test(name)),
    )
      ? [path]
      : [],
  );
  const posted = Object.entries(pagedLists).flatMap(([path, { place }]) => (place === 'body' ? [path] : []));
  expect(posted).toEqual([
    '/v3/collections/{collection_name}/documents/search',
    '/v1/indexes/{index}/browse',
  ]);
  expect(Object.keys(pagedLists).sort()).toEqual([...paged, ...posted].sort());
});

test('a list by offset is read to its end, from the page that the caller names', async () => {
  const page = (offset: number, names: string[]) => ({
    status: 200,
    json: { collections: names.map((name) => ({ collection_name: name })), total_count: 5, limit: 2, offset },
  });
  const service = await startScriptedService([page(1, ['b', 'c']), page(3, ['d', 'e'])]);
  const params = { query: { offset: 1, limit: 2 } };
  const found = await gathered(listItems(sheafOf(service.baseUrl), '/v2/collections', { params }));
  await service.close();
  expect(found.map(({ collection_name: name }) => name)).toEqual(['b', 'c', 'd', 'e']);
  expect(service.seen.map(({ url }) => url)).toEqual([
    '/v2/collections?offset=1&limit=2',
    '/v2/collections?offset=3&limit=2',
  ]);
});

test('a list by offset ends when it has become shorter meanwhile', async () => {
  const empty = { status: 200, json: { collections: [], total_count: 5, limit: 2, offset: 0 } };
  const service = await startScriptedService([empty]);
  expect(await gathered(listItems(sheafOf(service.baseUrl), '/v2/collections'))).toEqual([]);
  await service.close();
});

test('a list by cursor is read to its end, and no further than it is asked for', async () => {
  const page = (ids: string[], next: string | null) => ({
    status: 200,
    json: { jobs: ids.map((id) => ({ id })), next_cursor: next },
  });
  const service = await startScriptedService([page(['1', '2'], 'c2'), page(['3'], null)]);
  const sheaf = sheafOf(service.baseUrl);
  for await (const { id } of listItems(sheaf, '/v1/jobs')) if (id === '2') break;
  expect(service.seen).toHaveLength(1);
  await service.close();

  const again = await startScriptedService([page(['1', '2'], 'c2'), page(['3'], null)]);
  const pages = await gathered(
    listPages(sheafOf(again.baseUrl), '/v1/jobs', { params: { query: { index: 'x' } } }),
  );
  await again.close();
  expect(pages.flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual(['1', '2', '3']);
  expect(again.seen.map(({ url }) => url)).toEqual(['/v1/jobs?index=x', '/v1/jobs?index=x&cursor=c2']);
});

test('items within a resource are read by the cursor beside them', async () => {
  const page = (names: string[], next: string | null) => ({
    status: 200,
    json: { files: names.map((filename) => ({ filename })), files_page: { next_cursor: next } },
  });
  const service = await startScriptedService([page(['a'], 'n'), page(['b'], null)]);
  const params = { path: { job_id: 'job_1' } };
  const files = await gathered(listItems(sheafOf(service.baseUrl), '/v2/jobs/{job_id}', { params }));
  await service.close();
  expect(files.map(({ filename }) => filename)).toEqual(['a', 'b']);
  expect(service.seen[1]!.url).toBe('/v2/jobs/job_1?files_cursor=n');
});

test('the place of a list that is asked for by POST goes into the body', async () => {
  const page = (ids: string[], next: string | null) => ({
    status: 200,
    json: { hits: ids.map((id) => ({ id })), next_cursor: next },
  });
  const service = await startScriptedService([page(['1'], 'n'), page(['2'], null)]);
  const init = { params: { path: { index: 'shop' } }, body: { filter: 'price > 1' } };
  const hits = await gathered(listItems(sheafOf(service.baseUrl), '/v1/indexes/{index}/browse', init));
  await service.close();
  expect(hits).toHaveLength(2);
  expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { filter: 'price > 1' },
    { filter: 'price > 1', cursor: 'n' },
  ]);
});
