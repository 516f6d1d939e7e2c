import { createSheaf, type Sheaf, SheafError, uploadRecords } from 'sheaf-client';
import { settingsRebuildFeature } from '../../src/domain/products/features';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

let stack: Stack;
let sheaf: Sheaf;
beforeAll(async () => {
  stack = await startStack();
  sheaf = createSheaf({ baseUrl: stack.api.baseUrl, apiKey: stack.key.text });
  await stack.createIndex('shop', { id_field: 'id' });
  await stack.stage('shop', [{ id: '1', name: 'Bilge pump', price: 120 }]);
  await stack.built('shop');
});
afterAll(() => stack.close());

/** The refusal that a call ends with. */
async function refusalOf(call: Promise<unknown>): Promise<SheafError> {
  const reason: unknown = await call.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(SheafError);
  return reason as SheafError;
}

/** Members of a body that `code`, `message` and `status` tell. */
const told = ['error', 'message', 'status_code', 'details'];

/** Every other member of the body is among the details, and each item of its list among the issues. */
function expectAllTold({ body, details, issues }: SheafError): void {
  const members = Object.entries(body as Record<string, unknown>).filter(([name]) => !told.includes(name));
  if (members.length > 0) expect(details).toMatchObject(Object.fromEntries(members));
  expect(issues.map(({ raw }) => raw)).toEqual((body as { details?: unknown[] }).details ?? []);
}

const params = { path: { index: 'shop' } };
const search = (filter: string) =>
  refusalOf(sheaf.post('/v1/indexes/{index}/search', { params, body: { query: '', filter } }));

test('a wrong filter has its place and what could stand there, with their types', async () => {
  const refusal = await search('price < ');
  expectAllTold(refusal);
  const { code, details } = refusal;
  const position: number | undefined = details?.position;
  expect([code, position, details?.param]).toEqual(['FILTER_INVALID', 8, 'filter']);
  expect(details?.expected).toEqual(['number']);
});

test('a wrong filter by field has its member among the issues, beside the other facts', async () => {
  const body = { query: '', filters: { prize: 1 } };
  const refusal = await refusalOf(sheaf.post('/v1/indexes/{index}/search', { params, body }));
  expectAllTold(refusal);
  expect(refusal.details?.param).toBe('filters');
  expect(refusal.issues).toMatchObject([{ path: 'body.filters.prize', code: 'filter_invalid' }]);
});

test('records without an id have advice about the field of the ids, and each wrong record', async () => {
  await stack.createIndex('parts', { id_field: 'sku' });
  const records = Array.from({ length: 60 }, (_, at) => ({ ref: `AB-${at}`, name: 'Bolt' }));
  const refusal = await refusalOf(uploadRecords(sheaf, 'parts', records, { onError: 'skip' }));
  expectAllTold(refusal);
  expect(refusal.details?.id_suggestion).toMatchObject({ pick: 'ref', id_candidates: ['ref'] });
  expect(refusal.issues).toHaveLength(60);
  expect(refusal.issues[1]).toMatchObject({ path: null, code: 'MISSING_ID', raw: { line: 2 } });
});

test('a change that needs a build names fields, reason and time', async () => {
  await stack.api.stores.organizations.setFeature(stack.key.organizationId, settingsRebuildFeature, true);
  const body = { fields: { name: { type: 'enum' } } };
  const refusal = await refusalOf(sheaf.put('/v1/indexes/{index}/settings', { params, body } as never));
  expectAllTold(refusal);
  const { code, details } = refusal;
  expect([code, details?.fields]).toEqual(['FIELD_NEEDS_REBUILD', ['name']]);
  expect(details).toHaveProperty('estimated_minutes');
  expect(details?.reason).toEqual(expect.any(String));
});

test('a record that is not there has the former name of its code', async () => {
  const path = { index: 'shop', id: 'nowhere' };
  const refusal = await refusalOf(sheaf.get('/v1/indexes/{index}/records/{id}', { params: { path } }));
  expectAllTold(refusal);
  expect([refusal.code, refusal.details?.legacy_error]).toEqual(['RECORD_NOT_FOUND', 'DOCUMENT_NOT_FOUND']);
});

test.each([
  ['of product search', () => sheaf.post('/v1/indexes', { body: { name: 7 } } as never), 'body.name'],
  ['of v2', () => sheaf.get('/v2/collections', { params: { query: { limit: -1 } } }), 'query.limit'],
  ['of v3', () => sheaf.post('/v3/parse/spreadsheets', { body: {} } as never), 'body.input'],
])('wrong fields %s are issues of one shape', async (_, call, path) => {
  const { issues, details } = await refusalOf(call());
  expect(issues.map((issue) => issue.path)).toEqual([path]);
  for (const { code, message } of issues) expect([code, message]).not.toContain('');
  // A list alone stays the list that the service wrote.
  expect(details).toEqual(issues.map(({ raw }) => raw));
});
