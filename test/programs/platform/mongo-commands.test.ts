import { type Document } from 'mongodb';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { COMMANDS, OPERATORS } from '../../stores/mongo-operators';

/** Enough for all that this suite asks. */
const profileBytes = 256 * 2 ** 20;
/** Members that the driver adds to a command. */
const ofDriver = new Set(['$db', '$clusterTime', '$readPreference']);

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack({ env: { EMBEDDING_MODEL_DIR: await embeddingModelFolder() } });
  const { db } = stack.api.mongo;
  await db.createCollection('system.profile', { capped: true, size: profileBytes });
  await db.command({ profile: 2 });
  await stack.startWorker();
}, obtainTimeoutMs);
afterAll(() => stack.close());

/** Operators anywhere in a command; documents that are inserted hold data. */
function operatorsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(operatorsOf);
  if (value === null || typeof value !== 'object' || '_bsontype' in value || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.startsWith('$') && !ofDriver.has(name) ? [name] : []),
    ...(name === 'documents' ? [] : operatorsOf(inner)),
  ]);
}

/** Name of the command that an entry of the profiler is about. */
function commandOf({ op, command }: Document): string {
  const byOperation: Record<string, string> = { update: 'update', remove: 'delete', insert: 'insert' };
  return byOperation[op as string] ?? Object.keys(command as object)[0]!;
}

test('jobs, queries and searches ask MongoDB for nothing but listed commands and operators', async () => {
  const { api, key } = stack;
  const ask = (method: string, path: string, json?: unknown) =>
    api.request<{ job_id: string; status: string }>(path, {
      method,
      key: key.text,
      ...(json ? { json } : {}),
    });
  await ask('PUT', '/v2/collections/valves');
  const text = { content: 'The alpha valve opens at nine bar.', filename: 'valve.txt' };
  const { body } = await ask('POST', '/v2/collections/valves/index/text', {
    ...text,
    custom_metadata: { year: 2026 },
  });
  while ((await ask('GET', `/v2/jobs/${body.job_id}`)).body.status !== 'completed') continue;
  await stack.ended(await stack.submit(Buffer.from('a,b\n1,2\n')));
  const filter = { $or: [{ year: { $gte: 2026, $nin: [1, 2] } }, { year: { $exists: false } }] };
  const query = { query: 'alpha valve', filter };
  expect(await ask('POST', '/v3/collections/valves/query', query)).toMatchObject({ status: 200 });
  const documents = '/v3/collections/valves/documents?metadata_filter=';
  const listed = await ask('GET', `${documents}${encodeURIComponent(JSON.stringify(filter))}`);
  expect(listed).toMatchObject({ status: 200 });
  await ask('POST', '/v2/collections/valves/copy', { new_collection_name: 'copies' });
  await stack.createIndex('shop');
  await stack.stage('shop', [{ id: 'a', title: 'Wireless keyboard' }]);
  expect(await stack.built('shop')).toMatchObject({ status: 'succeeded' });
  expect(await stack.search('shop', 'keyboard')).toMatchObject({ total: 1 });
  await ask('DELETE', '/v2/collections/valves');

  const entries = await api.mongo.db.collection('system.profile').find().toArray();
  // A command that was too long for the profiler would tell nothing.
  expect(entries.filter(({ command }) => operatorsOf(command).includes('$truncated'))).toEqual([]);
  const commands = new Set(entries.map(commandOf));
  expect([...commands].filter((name) => !(name in COMMANDS))).toEqual([]);
  expect([...commands]).toEqual(expect.arrayContaining(['find', 'insert', 'update', 'aggregate']));
  const operators = new Set(entries.flatMap(({ command }) => operatorsOf(command)));
  expect([...operators].filter((name) => !(name in OPERATORS))).toEqual([]);
  expect(operators.size).toBeGreaterThan(10);
});
