import { type AuditEntryResource } from '../../../api/products/audit/schema';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

const listed = ['Ann Müller', 'bob'];

let api: TestApi;
let key: TestKey;
let staging: TestKey;
beforeAll(async () => {
  api = await startApi();
  key = await api.createKey();
  staging = await api.createKey({ environment: 'staging' });
  await api.stores.organizations.changeOperators(key.organizationId, { add: listed });
});
afterAll(() => api.close());

/** Asks as an operator; header values are bytes, and names are sent in UTF-8. */
const ask = (path: string, operator: string | null, options: { key?: string; json?: unknown } = {}) =>
  api.request<{ error?: string }>(`/v1${path}`, {
    key: key.text,
    headers: operator === null ? {} : { 'x-operator': Buffer.from(operator).toString('latin1') },
    ...options,
  });

async function entryOf(answer: { headers: Headers }): Promise<AuditEntryResource | undefined> {
  const options = { key: key.text, headers: { 'x-operator': 'bob' } };
  const { body } = await api.request<{ entries: AuditEntryResource[] }>('/v1/audit', options);
  return body.entries.find(({ request_id: id }) => id === answer.headers.get('x-request-id'));
}

it.each([
  ['no operator', null, 400, 'OPERATOR_REQUIRED', null],
  ['blanks', '  ', 400, 'OPERATOR_REQUIRED', null],
  ['an operator who is not listed', 'eve', 403, 'OPERATOR_NOT_ALLOWED', 'eve'],
  ['a name that is too long', 'a'.repeat(129), 400, 'VALIDATION_ERROR', null],
  ['a person of the list', 'Ann Müller', 200, null, 'Ann Müller'],
])(
  'a management call that names %s is answered so, and recorded',
  async (_, sent, status, error, operator) => {
    const answer = await ask('/keys', sent);
    expect([answer.status, answer.body.error ?? null]).toEqual([status, error]);
    expect(await entryOf(answer)).toMatchObject({ action: 'key.read', status, error, operator });
  },
);

it('every environment of the organization asks for a person', async () => {
  const { status, body } = await ask('/keys', null, { key: staging.text });
  expect([status, body.error]).toEqual([400, 'OPERATOR_REQUIRED']);
});

it('searches, and reads that are not recorded, ask for no operator', async () => {
  const found = await ask('/indexes/nowhere/search', null, { json: { query: '' } });
  expect(found.body.error).toBe('INDEX_NOT_FOUND');
  expect((await ask('/indexes', null)).status).toBe(200);
});

it('a person may be named where none is asked for', async () => {
  const answer = await ask('/indexes/nowhere/search', 'eve', { json: { query: '' } });
  expect(await entryOf(answer)).toMatchObject({ action: 'search', operator: 'eve' });
});

it('no operator may manage where the list is empty', async () => {
  const strict = await api.createKey({ organization: 'strict' });
  const { organizations } = api.stores;
  await organizations.changeOperators(strict.organizationId, { add: listed });
  await organizations.changeOperators(strict.organizationId, { remove: listed });
  const answer = await ask('/keys', 'bob', { key: strict.text });
  expect([answer.status, answer.body.error]).toEqual([403, 'OPERATOR_NOT_ALLOWED']);
});
