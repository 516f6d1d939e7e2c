import { type JobResource } from '../../api/products/jobs/schema';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const lamp = (n: number) => ({
  id: `l${n}`,
  title: `Lamp number${n}`,
  brand: n % 2 === 0 ? 'Acme' : 'Bolt',
  price: n,
});
const lamps = Array.from({ length: 40 }, (_, n) => lamp(n));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const found = async (query: string) => (await stack.search('lamps', query)).hits.map(({ id }) => id);

test('records that are uploaded and built are searched, filtered and counted', async () => {
  await stack.createIndex('lamps', { settings: { facets: ['brand'], sortable: ['price'] } });
  const upload = await stack.v1('/indexes/lamps/records', { method: 'POST', json: lamps });
  expect(upload.status).toBe(200);
  expect(await stack.built('lamps')).toMatchObject({ status: 'succeeded', result: { records: 40 } });

  expect((await found('number7'))[0]).toBe('l7');
  const { body } = await stack.v1<{ total: number; hits: { id: string }[]; facets: { field: string }[] }>(
    '/indexes/lamps/search',
    {
      method: 'POST',
      json: {
        query: 'lamp',
        filters: { brand: 'Bolt' },
        sort: [{ field: 'price', order: 'desc' }],
        facets: true,
        per_page: 3,
      },
    },
  );
  expect(body).toMatchObject({ total: 20, hits: [{ id: 'l39' }, { id: 'l37' }, { id: 'l35' }] });
  expect(JSON.stringify(body.facets)).toContain('"value":"Bolt","count":20');
});

test('a live write shows without a build, and so does a removal', async () => {
  const changed = { ...lamp(3), title: 'Lantern zebra' };
  expect((await stack.v1('/indexes/lamps/records/l3', { method: 'PUT', json: changed })).status).toBe(202);
  while ((await found('zebra'))[0] !== 'l3') continue;
  expect((await stack.v1('/indexes/lamps/records/l3', { method: 'DELETE' })).status).toBe(202);
  while ((await found('zebra')).length > 0) continue;
});

test('an export of another engine becomes a searchable index, with a report', async () => {
  const records = await stack.uploadRecords(lamps.map((record) => JSON.stringify(record)).join('\n'));
  const json = { provider: 'typesense_export', records, target: 'imported' };
  const { status, body, text } = await stack.v1<{ job: JobResource }>('/imports', { json });
  expect([status, text]).toEqual([202, expect.any(String)]);
  const job = await stack.endedJob(body.job.id);
  expect(job).toMatchObject({ type: 'index.import', status: 'succeeded', result: { records: 40 } });
  await stack.endedJob(job.result!.build_job!);
  expect((await stack.search('imported', 'number7')).hits[0]).toMatchObject({ id: 'l7' });
});
