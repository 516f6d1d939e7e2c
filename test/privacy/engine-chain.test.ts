import { createChat } from '../../src/models';
import { chainWarnings, createEngineChain, EnginesFailed, engineUseOf } from '../../src/privacy';
import { type EngineDeps, type EngineOrder } from '../../src/privacy/engine-chain';
import { type ChatServer, startChatServer } from '../setup/chat-server';

const signal = new AbortController().signal;
const text = 'Write to ann@example.com';
const email = { start: 9, end: 24, tag: 'EMAIL' };

let server: ChatServer;
let answer: { status: number; content: string };
beforeAll(async () => {
  server = await startChatServer(() => answer);
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  given.length = 0;
});

const given: unknown[] = [];
const configured = (): EngineDeps => ({
  chat: createChat({ CHAT_BASE_URL: server.baseUrl, CHAT_API_KEY: undefined, CHAT_MODEL: 'large-1' }),
  embed: (texts) => Promise.resolve(texts.map(() => new Float32Array(4))),
  onGivenUp: (failure) => given.push(failure),
});
const order = (engine: EngineOrder['engine'], ...engines: EngineOrder['engine'][]): EngineOrder => ({
  fields: [],
  instructions: null,
  engine,
  bounds: {},
  fallback: { engines, retryBudgetSeconds: 0 },
});
const found = (...values: object[]) => ({ status: 200, content: JSON.stringify({ found: values }) });
const refused = { status: 500, content: '' };

test('the requested engine alone is asked as long as it answers', async () => {
  answer = found({ number: 1, value: 'ann@example.com', tag: 'EMAIL' });
  const asked = order('hosted', 'patterns');
  const chain = createEngineChain(asked, configured());
  expect(await chain.find([text], signal)).toEqual([[email]]);
  expect(engineUseOf(asked, chain.record())).toEqual({
    requestedEngine: 'hosted',
    usedEngines: ['hosted'],
    fallbackUsed: false,
    fallbackReason: null,
    model: 'large-1',
  });
  expect(chainWarnings(chain.record())).toEqual([]);
});

test('kinds that are off are left out of the answers of every engine', async () => {
  answer = found({ number: 1, value: 'ann@example.com', tag: 'EMAIL' });
  for (const engine of ['hosted', 'patterns', 'classifier'] as const) {
    const chain = createEngineChain({ ...order(engine), bounds: { EMAIL: 'off' } }, configured());
    expect(await chain.find([text], signal)).toEqual([[]]);
    expect(await chain.findNear([text], [[]], signal)).toEqual([
      engine === 'classifier' ? [{ ...email, score: 1 }] : [],
    ]);
  }
});

test('an engine that fails is given up for the file, and the next one takes its texts', async () => {
  answer = refused;
  const asked = order('hosted', 'patterns');
  const chain = createEngineChain(asked, configured());
  expect(await chain.find([text], signal)).toEqual([[email]]);
  answer = found();
  await chain.find([text], signal);
  expect(server.asked).toHaveLength(1);
  expect(engineUseOf(asked, chain.record())).toEqual({
    requestedEngine: 'hosted',
    usedEngines: ['patterns'],
    fallbackUsed: true,
    fallbackReason: 'unavailable',
    model: 'pii-patterns-1',
  });
});

test('an engine that fails later is one of two that were used', async () => {
  const asked = order('hosted', 'classifier');
  const chain = createEngineChain(asked, configured());
  answer = found();
  await chain.find([text], signal);
  answer = refused;
  await chain.find([text], signal);
  expect(engineUseOf(asked, chain.record())).toMatchObject({
    usedEngines: ['hosted', 'classifier'],
    fallbackUsed: true,
    fallbackReason: 'unavailable',
    model: 'large-1, pii-linear-1',
  });
});

test('a model that is not configured is a reason', async () => {
  const asked = order('hosted', 'patterns');
  const chain = createEngineChain(asked, { ...configured(), chat: null });
  expect(await chain.find([text], signal)).toEqual([[email]]);
  expect(engineUseOf(asked, chain.record())).toMatchObject({
    fallbackUsed: true,
    fallbackReason: 'not_configured',
  });
});

test('when all have failed, the error names them with their reasons, and nothing of the text', async () => {
  answer = refused;
  const chain = createEngineChain(order('hosted'), configured());
  const failure = await chain.find([text], signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EnginesFailed);
  expect((failure as Error).message).toContain('hosted (unavailable)');
  expect((failure as Error).message).not.toContain('ann@');
});

test('another process continues from a record: what was given up stays so, and what was dropped counts', async () => {
  const asked = order('hosted', 'patterns');
  const first = createEngineChain(asked, configured());
  answer = found({ number: 1, value: 'nobody', tag: 'PERSON' });
  await first.find([text], signal);
  answer = refused;
  await first.find([text], signal);
  const record = JSON.parse(JSON.stringify(first.record())) as ReturnType<typeof first.record>;

  server.asked.length = 0;
  const second = createEngineChain(asked, configured(), record);
  await second.find([text], signal);
  expect(server.asked).toEqual([]);
  expect(engineUseOf(asked, second.record())).toMatchObject({
    usedEngines: ['hosted', 'patterns'],
    fallbackReason: 'unavailable',
  });
  expect(chainWarnings(second.record())).toEqual([
    { code: 'values_dropped', message: expect.stringMatching(/^1 /) as string },
  ]);
});

test('a wish that the used engine does not follow is a warning with its words, once', async () => {
  const asked = { ...order('classifier'), instructions: 'Fold the moon into quarters.' };
  const chain = createEngineChain(asked, configured());
  await chain.find([text], signal);
  await chain.find([text], signal);
  const warnings = chainWarnings(chain.record());
  expect(warnings).toEqual([
    { code: 'instruction_not_applied', message: expect.stringContaining('Fold the moon') as string },
  ]);
});

test('an aborted file counts as no failure of an engine', async () => {
  const chain = createEngineChain(order('classifier', 'hosted'), configured());
  await expect(chain.find([text], AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  expect(chain.record().givenUp).toEqual([]);
});

test('operators are told where an engine has failed, and nothing of the texts', async () => {
  const chat = {
    model: 'broken',
    ask: () => Promise.reject(new TypeError(`no ann@example.com\nin ${text}`)),
  };
  const chain = createEngineChain(order('hosted', 'patterns'), { ...configured(), chat });
  await chain.find([text], signal);
  expect(given).toEqual([
    {
      engine: 'hosted',
      reason: 'engine_failed',
      trace: expect.stringMatching(/^TypeError\n {4}at /) as string,
    },
  ]);
  expect(JSON.stringify(given)).not.toMatch(/ann@|Write to/);
});
