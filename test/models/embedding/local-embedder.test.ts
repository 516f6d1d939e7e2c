import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createEmbedder, ModelError } from '../../../src/models';
import { type Embedder } from '../../../src/models/embedding/embedder';
import { createLocalEmbedder } from '../../../src/models/embedding/local-embedder';
import { embeddingModelFolder, obtainTimeoutMs } from '../../setup/embedding-model';

const never = new AbortController().signal;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** Threads of this process with a nice value: the 19th field of `stat`, see proc(5). */
function threadsOfNiceness(niceness: number): number {
  const niceOf = (stat: string) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  return readdirSync('/proc/self/task').filter((id) => {
    const file = `/proc/self/task/${id}/stat`;
    try {
      return niceOf(readFileSync(file, 'latin1')) === niceness;
    } catch (error) {
      // The thread has ended since it was listed.
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return false;
      throw error;
    }
  }).length;
}

describe('the local embedding model', () => {
  let folder: string;
  let embedder: Embedder;

  beforeAll(async () => {
    folder = await embeddingModelFolder();
    embedder = createLocalEmbedder({ folder, threadsMax: 1 });
  }, obtainTimeoutMs);
  afterAll(() => embedder.close());

  async function one(text: string): Promise<Float32Array> {
    const [vector] = await embedder.embed([text], 'document', never);
    return vector!;
  }

  test('is what a configuration without an endpoint gives', async () => {
    const configured = createEmbedder({
      EMBEDDING_MODEL_DIR: folder,
      EMBEDDING_THREADS: 2,
      EMBEDDING_BASE_URL: undefined,
      EMBEDDING_API_KEY: undefined,
      EMBEDDING_MODEL: undefined,
      EMBEDDING_DIMENSIONS: undefined,
    });
    const texts = Array.from({ length: 40 }, (_, i) => `text number ${i}`);
    const vectors = await configured.embed(texts, 'document', never);
    await configured.close();
    expect(configured).toMatchObject({ id: 'all-minilm-l6-v2-int8', dimensions: 384 });
    expect(vectors).toEqual(await embedder.embed(texts, 'document', never));
  });

  test('gives a text the same vector alone, among others, and in any order', async () => {
    const texts = [
      'a',
      'The invoice is due in thirty days.',
      'word '.repeat(400),
      '',
      '東京タワー',
      '\ud800',
    ];
    const alone = [];
    for (const text of texts) alone.push(await one(text));
    expect(await embedder.embed(texts, 'document', never)).toEqual(alone);
    expect(await embedder.embed(texts.toReversed(), 'query', never)).toEqual(alone.toReversed());
  });

  test.each([
    ['an empty text', ''],
    ['white space', ' \n\t '],
    ['a text far beyond the last token', 'lorem ipsum '.repeat(50_000)],
    ['one word of a million characters', 'x'.repeat(1_000_000)],
    ['half a surrogate pair and control characters', '\ud83d \u0000\u0007'],
    ["the model's own marks", '[CLS] [SEP] [PAD] [MASK]'],
  ])('gives %s a finite vector of length 1', async (_, text) => {
    const vector = await one(text);
    expect(vector).toHaveLength(384);
    expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  test('reads 288 tokens with the two that frame them, and nothing behind', async () => {
    const words = (count: number) => 'house '.repeat(count);
    expect(embedder.countTokens(words(286))).toBe(286);
    expect(await one(`${words(286)}zebra`)).toEqual(await one(words(286)));
    expect(await one(`${words(285)}zebra`)).not.toEqual(await one(words(286)));
  });

  test.each([
    ['How do I reset my password?', 'Steps to recover a forgotten login', 'The mitochondria produce energy'],
    ['annual revenue grew', 'The company earned more money this year', 'Bake the bread for forty minutes'],
    ['dog', 'A puppy plays in the park', 'Quarterly tax filing deadline'],
  ])('puts "%s" nearer to "%s" than to "%s"', async (question, near, far) => {
    const [asked] = await embedder.embed([question], 'query', never);
    expect(cosine(asked!, await one(near))).toBeGreaterThan(cosine(asked!, await one(far)) + 0.15);
  });

  test('embeds nothing for no texts', async () => {
    expect(await embedder.embed([], 'document', never)).toEqual([]);
  });

  test('lets a query overtake the documents that wait', async () => {
    const order: string[] = [];
    const documents = embedder.embed(Array<string>(200).fill('a document '.repeat(40)), 'document', never);
    const query = embedder.embed(['a question'], 'query', never);
    await Promise.all([documents.then(() => order.push('documents')), query.then(() => order.push('query'))]);
    expect(order).toEqual(['query', 'documents']);
  });

  test('ends a cancelled call with the reason of the cancellation, and works on for others', async () => {
    const cancelled = new AbortController();
    const reason = new Error('cancelled by the job');
    const running = embedder.embed(
      Array<string>(500).fill('text '.repeat(200)),
      'document',
      cancelled.signal,
    );
    cancelled.abort(reason);
    await expect(running).rejects.toBe(reason);
    await expect(embedder.embed(['x'], 'document', cancelled.signal)).rejects.toBe(reason);
    expect(await one('still there')).toHaveLength(384);
  });

  (process.platform === 'linux' ? test : test.skip)(
    'leaves the processor to others where it is told to',
    async () => {
      const before = threadsOfNiceness(5);
      const background = createLocalEmbedder({ folder, threadsMax: 1, background: true });
      await Promise.all([embedder, background].map((each) => each.embed(['x'], 'document', never)));
      expect(threadsOfNiceness(5)).toBe(before + 1);
      await background.close();
    },
  );

  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux(
    'ends threads that wait too long with their model, and loads it again for the next text',
    async () => {
      const ending = createLocalEmbedder({ folder, threadsMax: 2, background: true, idleMs: 1 });
      const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
      const expected = await embedder.embed(texts, 'document', never);
      const before = threadsOfNiceness(5);
      for (let round = 0; round < 2; round++) {
        await expect(ending.embed(texts, 'document', never)).resolves.toEqual(expected);
        while (threadsOfNiceness(5) > before) await nextTurn();
      }
      await ending.close();
    },
  );

  test('refuses more texts than it can keep waiting, as something to try again', async () => {
    const tooMany = Array<string>(20_001).fill('x');
    await expect(embedder.embed(tooMany, 'document', never)).rejects.toMatchObject({ retryable: true });
  });

  test('ends what is under way when it is closed', async () => {
    const closing = createLocalEmbedder({ folder, threadsMax: 1 });
    await closing.embed(['loaded'], 'document', never);
    const running = closing.embed(Array<string>(200).fill('text '.repeat(200)), 'document', never);
    const failed = expect(running).rejects.toBeInstanceOf(ModelError);
    await closing.close();
    await failed;
    await expect(closing.embed(['x'], 'document', never)).rejects.toBeInstanceOf(ModelError);
  });

  test('closed while it works, the process lives on', async () => {
    const program = `(async () => {
      const { createLocalEmbedder } = require('./src/models/embedding/local-embedder');
      const never = new AbortController().signal;
      for (const pauseMs of [2, 5, 10, 20, 40]) {
        const embedder = createLocalEmbedder({ folder: process.argv[1], threadsMax: 1 });
        await embedder.embed(['loaded'], 'document', never);
        const running = embedder.embed(Array(16).fill('text '.repeat(200)), 'document', never);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await Promise.all([embedder.close(), running.catch(() => undefined)]);
      }
      console.log('alive');
    })()`;
    const args = ['--require', 'tsx/cjs', '-e', program, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: join(__dirname, '../../..'),
    });
    expect(stdout).toBe('alive\n');
  });
});

describe('without the files of the model', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sheaf-model-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('an embedder says where it looked and how to get one, and that trying again is no use', async () => {
    const embedder = createLocalEmbedder({ folder, threadsMax: 1 });
    const failure = await embedder.embed(['x'], 'document', never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ModelError', retryable: false });
    expect((failure as Error).message).toContain(folder);
    expect((failure as Error).message).toContain('EMBEDDING_MODEL_DIR');
  });

  test('a damaged model fails every call that waits for it', async () => {
    await writeFile(join(folder, 'model.onnx'), 'not a model');
    const embedder = createLocalEmbedder({ folder, threadsMax: 1 });
    const calls = ['a', 'b'].map((text) => embedder.embed([text], 'document', never));
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'ModelError' } });
    await embedder.close();
  });

  test('tokens are estimated instead of counted', () => {
    const embedder = createLocalEmbedder({ folder, threadsMax: 1 });
    expect(embedder.countTokens('Payment terms: 30 days.')).toBe(8);
  });
});
