import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Assistant, connectAssistant } from '../../setup/assistant';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Parsed {
  job_id: string;
  status: string;
  failure: string | null;
  chunks: { place: number; cells: string | null; text: string }[];
  chunks_total: number | null;
  next_place: number | null;
}
interface Found {
  total: number;
  hits: { id: string; record: Record<string, unknown>; is_cut: boolean }[];
  facets: Record<string, { value: unknown; count: number }[]>;
  ranges: Record<string, { min: number; max: number }>;
  corrections: { from: string; to: string }[];
  left_out: number;
}

let stack: Stack;
let assistant: Assistant;
beforeAll(async () => {
  stack = await startStack();
  assistant = await connectAssistant(stack.api.baseUrl, stack.key.text);
});
afterAll(async () => {
  await assistant.close();
  await stack.close();
});

/** A parsed file in its final state. */
async function ended(parsed: Parsed): Promise<Parsed> {
  let latest = parsed;
  while (['queued', 'running'].includes(latest.status))
    ({ answer: latest } = await assistant.use<Parsed>('read_parsed', { job_id: parsed.job_id }));
  return latest;
}

test('an upload is parsed, and read from a place on', async () => {
  const rows = Array.from({ length: 3_000 }, (_, row) => `${row},${'text '.repeat(20)}`);
  const input = await stack.upload(Buffer.from(['id,remark', ...rows].join('\n')));
  const { answer } = await assistant.use<Parsed>('parse_file', { input, type: 'spreadsheet' });
  const first = await ended(answer);
  expect(first).toMatchObject({ status: 'completed', failure: null });
  expect(first.chunks[0]!.cells).toMatch(/^Sheet1!A1:/);
  expect(first.next_place).toBe(first.chunks.length);
  const next = { job_id: first.job_id, place: first.next_place! };
  const second = await assistant.use<Parsed>('read_parsed', next);
  expect(second.answer.chunks[0]!.place).toBe(first.next_place);
  expect(Buffer.byteLength(second.text)).toBeLessThanOrEqual(8_000);
});

test('a document is parsed, and a file that cannot be read tells why', async () => {
  const manual = readFileSync(path.join(__dirname, '../../../examples/pump-manual.pdf'));
  const { files, origin } = stack.links;
  files.set('/manual.pdf', manual).set('/broken.pdf', Buffer.from('%PDF-1.4 and nothing more'));
  const parsed = async (name: string) =>
    ended((await assistant.use<Parsed>('parse_file', { input: `${origin}/${name}` })).answer);
  const read = await parsed('manual.pdf');
  expect(read.chunks[0]).toMatchObject({ place: 0, text: expect.stringContaining('Harbour pump') as string });
  expect(await parsed('broken.pdf')).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^\w+: /) as string,
  });
});

test('an input that is no upload and no link is told to the assistant', async () => {
  expect(await assistant.use('parse_file', { input: 'nonsense' })).toMatchObject({
    failed: true,
    text: expect.stringMatching(/^invalid_input: /) as string,
  });
});

test('products are described and searched with filter, order and facets; reads are audited', async () => {
  const { client } = assistant;
  expect(client.getInstructions()).toContain('search_products');
  await stack.createIndex('pumps', { settings: { audit: {} } });
  const records = Array.from({ length: 30 }, (_, at) => ({
    id: `p${at}`,
    title: `Bilge pump ${at}`,
    brand: at % 3 === 0 ? 'Acme' : 'Other',
    price: at + 0.5,
    description: `Lifts water. ${'Long words about it. '.repeat(60)}`,
  }));
  await stack.stage('pumps', records);
  expect(await stack.built('pumps')).toMatchObject({ status: 'succeeded' });

  const listed = await assistant.use('list_indexes', {});
  expect(listed.answer).toMatchObject({ indexes: [{ name: 'pumps', records: 30 }], next_cursor: null });
  const described = await assistant.use<{ fields: { name: string; type: string; uses: string[] }[] }>(
    'describe_index',
    { index: 'pumps' },
  );
  expect(described.answer.fields.find(({ name }) => name === 'price')).toMatchObject({
    type: 'number',
    uses: expect.arrayContaining(['filterable', 'sortable']) as string[],
  });

  const search = { index: 'pumps', query: 'blige pump', filter: 'price < 20', limit: 20 };
  const found = await assistant.use<Found>('search_products', {
    ...search,
    facets: ['brand', 'price'],
    sort: [{ field: 'price', order: 'desc' }],
  });
  expect(Buffer.byteLength(found.text)).toBeLessThanOrEqual(8_000);
  expect(found.answer).toMatchObject({
    total: 20,
    corrections: [{ from: 'blige', to: 'bilge' }],
    ranges: { price: { min: 0.5, max: 19.5 } },
    left_out: 0,
  });
  expect(found.answer.facets.brand).toEqual([
    { value: 'Other', count: 13 },
    { value: 'Acme', count: 7 },
  ]);
  expect(found.answer.hits[0]).toMatchObject({ id: 'p19', record: { brand: 'Other' }, is_cut: true });
  const titles = await assistant.use<Found>('search_products', { ...search, fields: ['title'] });
  expect(
    titles.answer.hits.every(({ record, is_cut }) => Object.keys(record).join() === 'title' && !is_cut),
  ).toBe(true);
  const wrong = await assistant.use('search_products', { ...search, filter: 'price <' });
  expect(wrong).toMatchObject({ failed: true, text: expect.stringMatching(/^FILTER_INVALID: /) as string });

  const audit = await stack.v1<{ entries: { action: string }[] }>('/audit?index=pumps');
  expect(audit.body.entries.filter(({ action }) => action === 'search')).toHaveLength(3);
});
