import { verifyAuditChain } from '../../../src/stores/products/audit/verify-chain';
import { randomBytes } from 'node:crypto';
import { type AuditFacts } from '../../../src/domain/products/audit';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { newId } from '../../../src/stores/mongo/new-id';
import { connectMongo, type Mongo } from '../../../src/stores/mongo/mongo';
import {
  type AuditChain,
  auditEntryIndexes,
  type AuditEntryRow,
  createAuditEntryStore,
} from '../../../src/stores/products/audit/audit-entries';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
/** Connection of another process. */
let other: Mongo;
beforeAll(async () => {
  database = await startDatabase();
  other = await connectMongo(database.url, 'test');
});
afterAll(async () => {
  await other.close();
  await database.close();
});

let chains = 0;

/** A chain of a tenant of its own, which its first entry begins. */
async function newChain(): Promise<AuditChain> {
  const tenant = { organizationId: `org_${chains++}`, environment: 'production' as const };
  await database.stores.auditChains.begin(tenant, 'sealed');
  return { tenant, hashKey: randomBytes(32) };
}

function entry(members: Partial<AuditFacts> = {}) {
  const facts: AuditFacts = {
    action: 'search',
    index: 'products',
    target: null,
    keyId: 'key_1',
    operator: null,
    tenant: null,
    principals: ['user:ann'],
    query: { mode: 'redacted', text: 'lamp', fingerprint: 'h1:1' },
    clientIp: { mode: 'keyed', fingerprint: 'h1:2', address: null },
    filterFingerprint: null,
    status: 200,
    error: null,
    total: 1,
    returnedIds: ['a'],
    tookMs: 5,
    requestId: 'req_1',
    ...members,
  };
  return { id: newId(ID_PREFIX.auditEntry), ...facts };
}

async function append(chain: AuditChain, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await database.stores.auditEntries.append(chain, entry({ requestId: `req_${n}` }));
}

const never = new AbortController().signal;
const verify = (chain: AuditChain, part: { from?: number; limit?: number } = {}) =>
  verifyAuditChain(database.stores, chain, { from: 1, limit: 1_000, ...part }, never);
const rows = () => database.mongo.db.collection<AuditEntryRow>(auditEntryIndexes.collection);
const at = ({ tenant }: AuditChain, seq: number) => ({ organizationId: tenant.organizationId, seq });

describe('writing', () => {
  it('two processes that write at once make one chain, without a gap and with each entry once', async () => {
    const chain = await newChain();
    const stores = [database.stores.auditEntries, createAuditEntryStore(other.db)];
    const entries = Array.from({ length: 600 }, () => entry());
    await Promise.all(entries.map((one, n) => stores[n % 2]!.append(chain, one)));
    const written = await database.stores.auditEntries.listOldest(
      chain.tenant,
      {},
      {
        after: 0,
        through: 1_000,
        limit: 1_000,
      },
    );
    expect(written.map(({ seq }) => seq)).toEqual(entries.map((_, n) => n + 1));
    expect(written.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort());
    expect(written.every(({ at: moment }, n) => n === 0 || moment >= written[n - 1]!.at)).toBe(true);
    await expect(verify(chain)).resolves.toMatchObject({ checked: 600, fault: null, next: null });
  });

  it('an entry that is written again, since nothing was known of the first try, is there once', async () => {
    const chain = await newChain();
    const [first, second] = [entry(), entry()];
    await database.stores.auditEntries.append(chain, first);
    await Promise.all([
      createAuditEntryStore(other.db).append(chain, first),
      database.stores.auditEntries.append(chain, second),
    ]);
    const written = await database.stores.auditEntries.list(chain.tenant, {}, null, 10);
    expect(written.map(({ id }) => id)).toEqual([second.id, first.id]);
    await expect(verify(chain)).resolves.toMatchObject({ checked: 2, fault: null });
  });

  it('an entry that is written again at the end of its chain takes no place there', async () => {
    const chain = await newChain();
    const [first, second] = [entry(), entry()];
    for (const one of [first, second]) await database.stores.auditEntries.append(chain, one);
    await createAuditEntryStore(other.db).append(chain, first);
    await expect(verify(chain)).resolves.toMatchObject({ checked: 2, fault: null });
  });

  it('chains of tenants have nothing to do with each other', async () => {
    const [one, two] = [await newChain(), await newChain()];
    await Promise.all([append(one, 3), append(two, 2)]);
    await expect(verify(one)).resolves.toMatchObject({ checked: 3 });
    await expect(verify(two)).resolves.toMatchObject({ checked: 2 });
    await expect(verify({ ...two, hashKey: one.hashKey })).resolves.toMatchObject({
      checked: 0,
      fault: { seq: 1, reason: 'changed' },
    });
  });
});

describe('checking', () => {
  it.each(
    Object.entries({
      action: 'browse',
      index: 'others',
      keyId: 'key_2',
      operator: 'bob',
      tenant: 'bolt',
      principals: [],
      'query.text': 'desk',
      'clientIp.address': '127.0.0.1',
      status: 403,
      total: 2,
      returnedIds: [],
      at: 1,
      hash: '00',
    }),
  )('finds an entry whose %s was changed', async (member, value) => {
    const chain = await newChain();
    await append(chain, 5);
    await rows().updateOne(at(chain, 3), { $set: { [member]: value } as never });
    await expect(verify(chain)).resolves.toMatchObject({
      checked: 2,
      last: { seq: 2 },
      fault: { seq: 3, id: expect.any(String) as string, reason: 'changed' },
      next: null,
    });
  });

  it.each([
    ['the first', 1],
    ['one in the middle', 3],
    ['the newest', 5],
  ])('finds that %s was removed', async (_, seq) => {
    const chain = await newChain();
    await append(chain, 5);
    await rows().deleteOne(at(chain, seq));
    await expect(verify(chain)).resolves.toMatchObject({
      checked: seq - 1,
      fault: { seq, id: null, reason: 'removed' },
    });
  });

  it('finds two entries that were swapped', async () => {
    const chain = await newChain();
    await append(chain, 5);
    await rows().updateOne(at(chain, 2), { $set: { seq: 99 } });
    await rows().updateOne(at(chain, 3), { $set: { seq: 2 } });
    await rows().updateOne(at(chain, 99), { $set: { seq: 3 } });
    await expect(verify(chain)).resolves.toMatchObject({ checked: 1, fault: { seq: 2, reason: 'unlinked' } });
  });

  it('finds two entries whose contents were swapped', async () => {
    const chain = await newChain();
    await append(chain, 5);
    const contents = await rows()
      .find({ organizationId: chain.tenant.organizationId })
      .sort({ seq: 1 })
      .toArray();
    const [second, third] = [contents[1]!, contents[2]!];
    await rows().updateOne(at(chain, 2), { $set: { requestId: third.requestId } });
    await rows().updateOne(at(chain, 3), { $set: { requestId: second.requestId } });
    await expect(verify(chain)).resolves.toMatchObject({ checked: 1, fault: { seq: 2, reason: 'changed' } });
  });

  it('continues where a part has ended, and finds a fault at the seam', async () => {
    const chain = await newChain();
    await append(chain, 5);
    const first = await verify(chain, { limit: 2 });
    expect(first).toMatchObject({ checked: 2, fault: null, next: 3 });
    await expect(verify(chain, { from: 3, limit: 2 })).resolves.toMatchObject({ checked: 2, next: 5 });
    await expect(verify(chain, { from: 5 })).resolves.toMatchObject({ checked: 1, next: null });
    await rows().deleteOne(at(chain, 2));
    await expect(verify(chain, { from: 3 })).resolves.toMatchObject({ fault: { seq: 2, reason: 'removed' } });
  });

  it('a chain without entries is whole', async () => {
    await expect(verify(await newChain())).resolves.toEqual({
      checked: 0,
      last: null,
      fault: null,
      next: null,
    });
  });
});

it('pages and filters keep to the tenant and the order', async () => {
  const chain = await newChain();
  const { auditEntries } = database.stores;
  const kinds: Partial<AuditFacts>[] = [
    { action: 'search' },
    { action: 'key.create', index: null, operator: 'ann' },
    { action: 'browse', index: 'others', keyId: 'key_2', tenant: 'acme' },
  ];
  for (let n = 0; n < 9; n++) await auditEntries.append(chain, entry(kinds[n % 3]));
  const seqs = async (
    ...[filter, before, limit]: [Parameters<typeof auditEntries.list>[1], number | null, number]
  ) => (await auditEntries.list(chain.tenant, filter, before, limit)).map(({ seq }) => seq);
  expect(await seqs({}, null, 4)).toEqual([9, 8, 7, 6]);
  expect(await seqs({}, 6, 4)).toEqual([5, 4, 3, 2]);
  expect(await seqs({ actions: ['key.create', 'browse'] }, null, 3)).toEqual([9, 8, 6]);
  expect(await seqs({ operator: 'ann' }, 8, 10)).toEqual([5, 2]);
  expect(await seqs({ index: 'others', tenant: 'acme', keyId: 'key_2' }, null, 10)).toEqual([9, 6, 3]);
  const { at: moment } = (await auditEntries.list(chain.tenant, {}, null, 1))[0]!;
  expect(await seqs({ from: moment + 1 }, null, 10)).toEqual([]);
  expect(await seqs({ to: 0 }, null, 10)).toEqual([]);
  expect((await seqs({ from: 0, to: moment + 1 }, null, 10)).length).toBe(9);
});
