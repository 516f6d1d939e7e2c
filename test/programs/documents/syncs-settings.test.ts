import { type SyncList, type SyncResource } from '../../../api/documents/syncs/schema';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { type AzureContainer } from '../../setup/azure-container';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { MAIN, writeXlsx } from '../../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { type ErrorBody, type IssueBody } from '../../http/documents/document-client';

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack({ objectStores: true });
  await stack.startWorker();
});
afterAll(() => stack.close());

let collections = 0;
/** A collection and a container of a test's own. */
async function fresh(): Promise<{ collection: string; container: AzureContainer }> {
  const collection = `synced-${++collections}`;
  await stack.createCollection(collection);
  return { collection, container: await stack.container() };
}

const uri = ({ name }: AzureContainer, key: string) => `azure://${stack.azure.accountName}/${name}/${key}`;
const schedule = (syncId: string) => stack.temporal.client.schedule.getHandle(`sync/${syncId}`);

describe('settings', () => {
  let sync: SyncResource;
  let container: AzureContainer;
  let collection: string;
  beforeAll(async () => {
    ({ collection, container } = await fresh());
    sync = await stack.sync(container, {}, collection);
    await stack.rested(sync.sync_id);
  });

  test('change one by one, and a pause pauses the schedule', async () => {
    const path = `/v2/syncs/${sync.sync_id}`;
    const paused = await stack.call<SyncResource>('PATCH', path, {
      status: 'paused',
      sync_interval_minutes: 1,
      include_patterns: ['*.txt'],
    });
    expect(paused.body).toMatchObject({
      status: 'paused',
      sync_interval_minutes: 5,
      include_patterns: ['*.txt'],
      exclude_patterns: [],
      next_sync_at: null,
    });
    expect((await schedule(sync.sync_id).describe()).state.paused).toBe(true);
    const { sync: ran } = await stack.reconciled(sync.sync_id);
    expect(ran).toMatchObject({ status: 'paused', sync_state: 'idle' });
    const active = await stack.call<SyncResource>('PATCH', path, { status: 'active' });
    expect(active.body.next_sync_at).not.toBeNull();
    expect((await schedule(sync.sync_id).describe()).state.paused).toBe(false);
    expect((await stack.call<SyncResource>('PATCH', path, {})).body).toMatchObject({ status: 'active' });
  });

  test.each([
    [{ container: 'other' }],
    [{ status: 'inactive' }],
    [{ deletion_policy: 'delete' }],
    [{ sync_interval_minutes: 1.5 }],
    [{ account_key: '' }],
    [{ processing_type: 'advanced' }],
    [{ include_hidden_sheets: false }],
  ])('%j is refused with 422', async (change) => {
    const { status, body } = await stack.call<IssueBody>('PATCH', `/v2/syncs/${sync.sync_id}`, change);
    expect(status).toBe(422);
    expect(body.detail).not.toHaveLength(0);
  });

  test('that would make two syncs of one source are refused with the id of the other', async () => {
    const again = { ...container.source, sync_interval_minutes: null };
    const path = `/v2/collections/${collection}/sync/azure`;
    const taken = { error: 'sync_exists', details: { sync_id: sync.sync_id } };
    const created = await stack.call<ErrorBody>('POST', path, again);
    expect([created.status, created.body]).toEqual([409, expect.objectContaining(taken)]);
    const other = await stack.sync(container, { prefix: 'x/' }, collection);
    const moved = await stack.call<ErrorBody>('PATCH', `/v2/syncs/${other.sync_id}`, { prefix: '' });
    expect([moved.status, moved.body]).toEqual([409, expect.objectContaining(taken)]);
  });

  test.each([
    [{ container: 'a--b' }, 'validation_error'],
    [{ container: 'AB' }, 'validation_error'],
    [{ account_name: 'A' }, 'validation_error'],
    [{ account_key: undefined }, 'validation_error'],
    [{ sync_interval_minutes: 'often' }, 'validation_error'],
    [{ include_patterns: Array.from({ length: 51 }, () => '*') }, 'validation_error'],
    [{ metadata_mapping: { owner: 'document_id' } }, 'validation_error'],
    [{ unknown: 1 }, 'validation_error'],
    [{ include_hidden_sheets: 'no' }, 'validation_error'],
    [{ pii_engine: 'patterns' }, 'conflicting_options'],
    [
      { mask_pii: true, pii_engine: 'patterns', pii_instructions: 'Keep cities.' },
      'engine_does_not_support_custom_fields',
    ],
    [{ custom_metadata: { $a: 1 } }, 'invalid_custom_metadata'],
  ])('%j is refused with 400 %s', async (fields, error) => {
    const json = { ...container.source, ...fields };
    const path = `/v2/collections/${collection}/sync/azure`;
    for (const route of [path, `${path}/validate`]) {
      const { status, body } = await stack.call<ErrorBody>('POST', route, json);
      expect([status, body.error]).toEqual([400, error]);
    }
  });
});

test('a sync that was made so leaves the hidden sheets of every workbook out', async () => {
  const { collection, container } = await fresh();
  const sheet = (text: string) => ({
    xml: `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="str"><v>${text}</v></c></row></sheetData></worksheet>`,
  });
  const book = (text: string) =>
    writeXlsx({ sheets: [sheet(text), { ...sheet('secret'), state: 'hidden' }] });
  await container.put({ 'book.xlsx': book('shown') });
  const sync = await stack.sync(container, { include_hidden_sheets: false }, collection);
  expect(sync).toMatchObject({ include_hidden_sheets: false });
  await stack.indexed(sync.last_backfill_job_id!);
  expect(await stack.texts(collection)).toEqual({ [uri(container, 'book.xlsx')]: 'shown' });
  await stack.rested(sync.sync_id);
  await container.put({ 'book.xlsx': book('changed') });
  await stack.reconciled(sync.sync_id);
  expect(await stack.texts(collection)).toEqual({ [uri(container, 'book.xlsx')]: 'changed' });
});

test('the same Idempotency-Key makes one sync', async () => {
  const { collection, container } = await fresh();
  const send = () =>
    stack.api.request<SyncResource>(`/v2/collections/${collection}/sync/azure`, {
      key: stack.key.text,
      json: container.source,
      headers: { 'idempotency-key': collection },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('requests for a run that has not begun share it', async () => {
  const { collection, container } = await fresh();
  const { sync_id } = await stack.sync(container, {}, collection);
  await stack.rested(sync_id);
  const path = `/v2/syncs/${sync_id}/reconcile`;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => stack.call<{ job_id: string }>('POST', path)),
  );
  const jobs = new Set(answers.map(({ body }) => body.job_id));
  expect(jobs.size).toBeLessThan(5);
  for (const job of jobs) expect(await stack.indexed(job)).toMatchObject({ status: 'completed' });
});

test('a source is tried out before a sync is made', async () => {
  const { collection, container } = await fresh();
  const validate = async (fields: object) => {
    const path = `/v2/collections/${collection}/sync/azure/validate`;
    const { status, body } = await stack.call<{ ok: boolean; field: string | null }>('POST', path, {
      ...container.source,
      ...fields,
    });
    expect(status).toBe(200);
    return [body.ok, body.field];
  };
  expect(await validate({})).toEqual([true, null]);
  expect(await validate({ account_key: Buffer.alloc(64).toString('base64') })).toEqual([
    false,
    'account_key',
  ]);
  expect(await validate({ container: 'no-such-container' })).toEqual([false, 'container']);
  const { body } = await stack.call<SyncList>('GET', `/v2/syncs?collection_name=${collection}`);
  expect(body.syncs).toEqual([]);
});

test('a deleted sync is over: its documents stay, its schedule goes, its source is free', async () => {
  const { collection, container } = await fresh();
  await container.put({ 'a.txt': 'alpha' });
  const { sync_id } = await stack.sync(container, { sync_interval_minutes: 60 }, collection);
  await stack.rested(sync_id);
  const path = `/v2/syncs/${sync_id}`;
  const deleted = await stack.call<SyncResource>('DELETE', path);
  expect(deleted.body).toEqual({
    sync_id,
    status: 'inactive',
    deactivated_at: expect.any(String) as string,
  });
  expect((await stack.call('DELETE', path)).body).toEqual(deleted.body);
  await expect(schedule(sync_id).describe()).rejects.toThrow();
  for (const [method, route, json] of [
    ['PATCH', path, { status: 'paused' }],
    ['POST', `${path}/reconcile`, undefined],
  ] as const) {
    const { status, body } = await stack.call<ErrorBody>(method, route, json);
    expect([status, body.error]).toEqual([409, 'sync_inactive']);
  }
  expect(await stack.documents(collection)).toHaveLength(1);
  expect((await stack.api.stores.syncs.get(sync_id))?.credentials).toBeNull();
  const next = await stack.sync(container, {}, collection);
  const { body } = await stack.call<SyncList>('GET', `/v2/syncs?collection_name=${collection}&limit=1`);
  expect(body).toMatchObject({ total_count: 2, limit: 1, offset: 0 });
  expect(body.syncs.map((row) => row.sync_id)).toEqual([next.sync_id]);
});

test('unknown ids are not found, however they are spelled', async () => {
  for (const id of [newId(ID_PREFIX.sync), 'sync_1', 'job_1', '%00'])
    for (const [method, suffix, json] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/reconcile', undefined],
      ['POST', '/webhooks', {}],
    ] as const) {
      const { status, body } = await stack.call<ErrorBody>(method, `/v2/syncs/${id}${suffix}`, json);
      expect([method, id, status, body.error]).toEqual([method, id, 404, 'sync_not_found']);
    }
});

describe('a job of a sync that no worker has taken up', () => {
  let idle: OwnStack;
  beforeAll(async () => {
    idle = await startOwnStack({ objectStores: true });
  });
  afterAll(() => idle.close());

  test('is there at once, pending, and ends with its sync or by its own cancellation', async () => {
    const container = await idle.container();
    await container.put({ 'a.txt': 'alpha' });
    const sync = await idle.sync(container);
    const jobId = sync.last_backfill_job_id!;
    expect((await idle.indexJob(jobId)).body).toMatchObject({
      status: 'pending',
      job_type: 'sync_backfill',
      source: 'sync',
      sync_id: sync.sync_id,
    });
    expect((await idle.call('DELETE', `/v2/jobs/${jobId}`)).body).toMatchObject({ status: 'cancelled' });
    const other = await idle.sync(await idle.container());
    await idle.call('DELETE', `/v2/syncs/${other.sync_id}`);
    expect(await idle.indexed(other.last_backfill_job_id!)).toMatchObject({ status: 'cancelled' });

    await idle.startWorker();
    expect(await idle.rested(sync.sync_id)).toMatchObject({ sync_state: 'idle', last_sync_at: null });
    expect(await idle.documents()).toEqual([]);
    expect((await idle.indexJob(jobId)).body).toMatchObject({ status: 'cancelled', files: [] });
    const { job } = await idle.reconciled(sync.sync_id);
    expect(job).toMatchObject({ job_type: 'sync_backfill', result: { files_indexed: 1 } });
  });
});
