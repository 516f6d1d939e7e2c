import { createQueryEmbeddings, type Embedder } from '../../src/models';

const never = new AbortController().signal;

/** Notes what it is asked for, and answers when told. */
function createStandIn() {
  const asked: string[] = [];
  const waiting: { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void }[] = [];
  const embedder: Embedder = {
    id: 'stand-in',
    dimensions: 1,
    countTokens: () => 0,
    close: () => Promise.resolve(),
    embed: ([text], kind) => {
      asked.push(`${kind} ${text!}`);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
  const answer = (value: number) => {
    waiting.shift()!.resolve([Float32Array.of(value)]);
  };
  const fail = () => {
    waiting.shift()!.reject(new Error('away'));
  };
  const embeddings = createQueryEmbeddings();
  const vectorOf = (organizationId: string, text: string, signal: AbortSignal) =>
    embeddings.vectorOf({ embedder, organizationId, text }, signal);
  return { asked, answer, fail, embeddings: { vectorOf } };
}

test('equal questions of one organization are embedded once, at the same time and later', async () => {
  const { asked, answer, embeddings } = createStandIn();
  const both = [embeddings.vectorOf('org', 'a', never), embeddings.vectorOf('org', 'a', never)];
  answer(1);
  expect(await Promise.all(both)).toEqual([Float32Array.of(1), Float32Array.of(1)]);
  expect(await embeddings.vectorOf('org', 'a', never)).toEqual(Float32Array.of(1));
  expect(asked).toEqual(['query a']);
});

test('organizations share no vectors, so that none can tell what another one has asked', async () => {
  const { asked, answer, embeddings } = createStandIn();
  for (const organization of ['org_1', 'org_2']) {
    const vector = embeddings.vectorOf(organization, 'a', never);
    answer(1);
    await vector;
  }
  expect(asked).toHaveLength(2);
});

test('a question that one caller gives up continues for the others', async () => {
  const { asked, answer, embeddings } = createStandIn();
  const client = new AbortController();
  const first = embeddings.vectorOf('org', 'a', client.signal);
  const second = embeddings.vectorOf('org', 'a', never);
  client.abort(new Error('the client went away'));
  await expect(first).rejects.toThrow('the client went away');
  answer(2);
  expect(await second).toEqual(Float32Array.of(2));
  expect(asked).toHaveLength(1);
});

test('a failure is not kept', async () => {
  const { answer, fail, embeddings } = createStandIn();
  const first = embeddings.vectorOf('org', 'a', never);
  fail();
  await expect(first).rejects.toThrow('away');
  const second = embeddings.vectorOf('org', 'a', never);
  answer(3);
  expect(await second).toEqual(Float32Array.of(3));
});

test('the questions asked last are kept, and memory does not grow', async () => {
  const { asked, answer, embeddings } = createStandIn();
  const ask = async (text: string) => {
    const count = asked.length;
    const vector = embeddings.vectorOf('org', text, never);
    await Promise.resolve();
    if (asked.length > count) answer(1);
    await vector;
  };
  await ask('first');
  for (let i = 0; i < 4_095; i++) await ask(`other ${i}`);
  await ask('first');
  expect(asked).toHaveLength(4_096);
  await ask('one more');
  await ask('first');
  expect(asked).toHaveLength(4_097);
  await ask('other 0');
  expect(asked).toHaveLength(4_098);
});
