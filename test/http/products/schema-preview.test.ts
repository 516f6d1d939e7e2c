import { startApi, type TestApi, type TestKey } from '../../setup/api';

type ErrorBody = Record<string, unknown> & { error: string };

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startApi({ deps: () => ({ blobs: {} as never }) });
  key = await api.createKey();
});
afterAll(() => api.close());

const records = Array.from({ length: 60 }, (_, place) => ({
  sku: `MH-${place}`,
  title: `A hoodie. Number ${place}.`,
  color: ['red', 'green'][place % 2],
}));

const preview = <T>(json: unknown) => api.request<T>('/v1/schema/preview', { key: key.text, json });

test('a preview shows id, fields and warnings', async () => {
  const { status, body } = await preview<{ id: unknown; fields: Record<string, unknown>; warnings: unknown }>({ records });
  expect(status).toBe(200);
  expect(body.id).toEqual({ field: 'sku', confidence: 0.9 });
  expect(body.fields.color).toMatchObject({ type: 'enum', samples: ['red', 'green'] });
  expect(body.warnings).toEqual([expect.objectContaining({ code: 'ID_INFERRED', field: 'sku' })]);

}); // prettier-ignore

test('a preview warns about settings that it is given', async () => {
  const { body } = await preview<{ warnings: unknown }>({ records, id_field: 'sku', settings: { facets: ['title', 'x'] } });
  expect(body.warnings).toEqual([
    expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'x' }),
    expect.objectContaining({ code: 'FACET_ON_TEXT', field: 'title', distinct_share: 1 }),
  ]);
}); // prettier-ignore

test.each<[string, unknown]>([
  ['no records', { records: [] }],
  ['more than 1,000 records', { records: Array.from({ length: 1_001 }, () => ({})) }],
  ['no objects', { records: [1] }],
  [
    'too many fields',
    { records: [Object.fromEntries(Array.from({ length: 1_001 }, (_, place) => [place, 1]))] },
  ],
  ['records that are too deep', { records: [JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`)] }],
])('a preview refuses %s', async (_, json) => {
  const { status, body } = await preview<ErrorBody>(json);
  expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
});
