import { type JobResource } from '../../../api/products/jobs/schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Written {
  id: string;
  seq: number;
  job: { id: string; type: string };
}

interface Batch {
  seq_from: number;
  seq_to: number;
  accepted: number;
  errors: { index: number; id: string; code: string }[];
  job: { id: string };
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const write = (index: string, method: string, id: string, json?: unknown, query = '?wait=10s') =>
  stack.v1<Written>(`/indexes/${index}/records/${id}${query}`, {
    method,
    ...(json === undefined ? {} : { json }),
  });

const batch = (index: string, operations: object[], query = '?wait=10s') =>
  stack.v1<Batch>(`/indexes/${index}/records/batch${query}`, { method: 'POST', json: { operations } });

const record = (index: string, id: string) =>
  stack.v1<{ record: object; version: number }>(`/indexes/${index}/records/${id}`);

/** Ids that searches find. */
async function ids(index: string): Promise<string[]> {
  const { hits } = await stack.search(index, '', 100);
  return hits.map(({ id }) => id).sort();
}

/** The log of an index is folded, and has this many entries then. */
async function entriesFolded(index: string, count: number): Promise<void> {
  const { _id: indexId } = await stack.indexRow(index);
  const entries = stack.api.mongo.db.collection('product_entries');
  while ((await entries.countDocuments({ indexId })) > count || (await stack.indexRow(index)).checkAt) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await entries.countDocuments({ indexId })).toBe(count);
}

/** An index that serves records `a` to `c`. */
async function served(name: string): Promise<string> {
  await stack.createIndex(name);
  await stack.stage(
    name,
    ['a', 'b', 'c'].map((id) => ({ id, title: `Lamp ${id}`, price: 1 })),
  );
  await stack.built(name);
  return name;
}

test('a word that a live write brings is found with typos and by its beginning as soon as the write is', async () => {
  const index = await served('new-words');
  expect((await stack.search(index, 'lantern')).hits).toEqual([]);
  await write(index, 'PUT', 'd', { id: 'd', title: 'Lantern', price: 2 });
  for (const query of ['lantern', 'lantren', 'lant'])
    expect((await stack.search(index, query)).hits).toMatchObject([{ id: 'd' }]);
});

test('a write that is waited for is found, patched and removed', async () => {
  const index = await served('waited');
  const put = await write(index, 'PUT', 'd', { id: 'd', title: 'Torch', price: 2 });
  expect(put).toMatchObject({ status: 200, body: { id: 'd', seq: 2, job: { type: 'index.write' } } });
  expect(await ids(index)).toEqual(['a', 'b', 'c', 'd']);
  expect((await write(index, 'PATCH', 'd', { title: 'Lantern', price: null })).status).toBe(200);
  expect((await stack.search(index, 'lantern')).hits[0]).toMatchObject({ id: 'd', title: 'Lantern' });
  expect((await record(index, 'd')).body).toMatchObject({
    record: { id: 'd', title: 'Lantern' },
    version: 3,
  });
  expect((await write(index, 'DELETE', 'a')).status).toBe(200);
  expect(await ids(index)).toEqual(['b', 'c', 'd']);
  expect(await stack.getIndex(index)).toMatchObject({
    records: { served: 3, staged: 0, pending_updates: 0 },
  });
});

test('a job carries its burst, with numbers, records and stages', async () => {
  const index = await served('bursts');
  const { body } = await batch(index, [
    { op: 'upsert', record: { id: 'x', title: 'X' } },
    { op: 'patch', id: 'b', record: { price: 9 } },
    { op: 'delete', id: 'c' },
  ]);
  expect(body).toMatchObject({ seq_from: 2, seq_to: 4, accepted: 3, errors: [] });
  const job = await stack.endedJob(body.job.id);
  expect(job).toMatchObject({ type: 'index.write', status: 'succeeded', seq_from: 2, seq_to: 4, records: 3 });
  expect(job.stages.map(({ name, status }) => [name, status])).toEqual([
    ['validate', 'done'],
    ['embed', 'skipped'],
    ['upsert', 'done'],
    ['refresh', 'done'],
  ]);
  expect(await ids(index)).toEqual(['a', 'b', 'x']);
});

test('a batch with a wrong operation writes nothing, or the others', async () => {
  const index = await served('wrong');
  const operations = [
    { op: 'upsert', record: { id: 'x' } },
    { op: 'patch', id: 'nobody', record: { a: 1 } },
    { op: 'upsert', record: { title: 'no id' } },
  ];
  const refused = await batch(index, operations);
  expect(refused).toMatchObject({
    status: 422,
    body: { error: 'VALIDATION_ERROR', details: [{ code: 'MISSING_ID', index: 2 }] },
  });
  const some = await batch(index, operations, '?on_error=skip&wait=10s');
  expect(some).toMatchObject({
    status: 200,
    body: {
      accepted: 1,
      errors: [
        { index: 1, id: 'nobody', code: 'RECORD_NOT_FOUND' },
        { index: 2, code: 'MISSING_ID' },
      ],
    },
  });
  expect(await ids(index)).toEqual(['a', 'b', 'c', 'x']);
});

test('two records of one id in a batch are a conflict, or the last one counts', async () => {
  const index = await served('twice');
  const operations = [
    { op: 'upsert', record: { id: 'x', n: 1 } },
    { op: 'patch', id: 'x', record: { m: 1 } },
    { op: 'upsert', record: { id: 'x', n: 2 } },
  ];
  expect(await batch(index, operations)).toMatchObject({
    status: 409,
    body: { error: 'ID_CONFLICT', details: [{ code: 'DUPLICATE_ID', index: 2, id: 'x' }] },
  });
  expect((await record(index, 'x')).status).toBe(404);
  expect(await batch(index, operations.slice(0, 2))).toMatchObject({ status: 200, body: { accepted: 2 } });
  const skipping = await batch(index, operations, '?on_error=skip&wait=10s');
  expect(skipping).toMatchObject({ status: 200, body: { accepted: 3, errors: [] } });
  expect((await record(index, 'x')).body.record).toEqual({ id: 'x', n: 2 });
});

test.each([
  ['PATCH of an unknown id', 'PATCH', 'nobody', { a: 1 }, 404, 'RECORD_NOT_FOUND'],
  ['DELETE of an unknown id', 'DELETE', 'nobody', undefined, 404, 'RECORD_NOT_FOUND'],
  ['PUT of a record with another id', 'PUT', 'a', { id: 'b' }, 400, 'VALIDATION_ERROR'],
  ['PUT of a list', 'PUT', 'a', [1], 400, 'VALIDATION_ERROR'],
  ['PUT under an id with a control character', 'PUT', 'a%07', {}, 400, 'VALIDATION_ERROR'],
  ['PUT under an id that is too long', 'PUT', 'x'.repeat(513), {}, 400, 'VALIDATION_ERROR'],
])('%s is refused', async (_, method, id, json, status, error) => {
  if (!(await stack.v1('/indexes/refusing')).text.includes('"name"')) await served('refusing');
  expect(await write('refusing', method, id, json)).toMatchObject({ status, body: { error } });
});

test('a live write keeps the text of its record', async () => {
  const index = await served('text');
  const text = '{"id":"t","price":1.10,"n":12345678901234567890,"__proto__":{"x":1},"a.b":2}';
  const answer = await stack.api.request(`/v1/indexes/${index}/records/t?wait=10s`, {
    method: 'PUT',
    key: stack.key.text,
    body: text,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  expect((await record(index, 't')).text).toContain(`"record":${text}`);
});

test('a clear removes what is served and staged, and writes after it stay', async () => {
  const index = await served('cleared');
  await stack.stage(index, [{ id: 'later' }]);
  const clear = await stack.v1<{ job: { id: string } }>(`/indexes/${index}/records?wait=10s`, {
    method: 'DELETE',
  });
  expect(clear.status).toBe(200);
  expect(await ids(index)).toEqual([]);
  expect((await record(index, 'later')).status).toBe(404);
  expect(await stack.getIndex(index)).toMatchObject({ records: { served: 0, staged: 0 } });
  expect((await write(index, 'PUT', 'n', { id: 'n', title: 'New' })).status).toBe(200);
  expect(await ids(index)).toEqual(['n']);
  await entriesFolded(index, 1);
});

test('writes before the first build end well, and are in it', async () => {
  await stack.createIndex('early');
  expect((await write('early', 'PUT', 'a', { id: 'a', title: 'Early' })).status).toBe(200);
  expect(await stack.getIndex('early')).toMatchObject({ status: 'staged', records: { staged: 1 } });
  await stack.built('early');
  expect(await ids('early')).toEqual(['a']);
});

test('many writes at once are applied in their order, and the log stays as long as the records', async () => {
  const index = await served('many');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      write(index, 'PUT', `m${n % 4}`, { id: `m${n % 4}`, title: 'Many', n }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  const last = new Map<string, number>();
  answers
    .map(({ body }, n) => ({ id: body.id, seq: body.seq, n }))
    .sort((a, b) => a.seq - b.seq)
    .forEach(({ id, n }) => last.set(id, n));
  const { hits } = await stack.search(index, 'many', 100);
  expect(new Map(hits.map(({ id, n }) => [id, n]))).toEqual(last);
  await entriesFolded(index, 7);
});

test('builds of the same records again and again leave a log of two entries for each record', async () => {
  const records = Array.from({ length: 300 }, (_, n) => ({ id: `r${n}`, title: 'Again' }));
  await stack.createIndex('again');
  for (let round = 0; round < 4; round++) {
    await stack.stage('again', records);
    await stack.built('again');
  }
  await entriesFolded('again', 600);
  expect(await stack.indexRow('again')).not.toHaveProperty('checkAt');
  expect((await stack.search('again', 'again')).total).toBe(300);
});

test('writes during a build are in the build that follows, and a rollback keeps them', async () => {
  const index = await served('during');
  await stack.stage(
    index,
    Array.from({ length: 2_000 }, (_, n) => ({ id: `s${n}`, title: 'Staged' })),
  );
  const { id } = await stack.build(index);
  const during = await Promise.all(
    Array.from({ length: 20 }, (_, n) => write(index, 'PUT', `w${n}`, { id: `w${n}`, title: 'Written' })),
  );
  expect(during.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await write(index, 'DELETE', 'a')).status).toBe(200);
  expect(await stack.endedJob(id)).toMatchObject({ status: 'succeeded' });
  expect((await stack.search(index, 'written')).total).toBe(20);
  expect((await stack.search(index, 'staged')).total).toBe(2_000);
  expect((await write(index, 'DELETE', 'b')).status).toBe(200);
  const back = await stack.v1<{ job: JobResource }>(`/indexes/${index}/rollback`, { method: 'POST' });
  expect(await stack.endedJob(back.body.job.id)).toMatchObject({ status: 'succeeded' });
  expect((await stack.search(index, 'staged')).total).toBe(0);
  expect((await stack.search(index, 'written')).total).toBe(20);
  expect(await ids(index)).not.toEqual(expect.arrayContaining(['a']));
  expect(await ids(index)).not.toEqual(expect.arrayContaining(['b']));
});
