import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { createChat } from '../../src/models';
import { EngineFailure } from '../../src/privacy/engine-failure';
import { createHosted } from '../../src/privacy/hosted-engine';
import { type PiiBounds } from 'personal-data';
import { type PiiWishes } from '../../src/privacy';
import { listenLocally } from '../setup/listen-locally';

/** Text of a question, as the model sees it. */
interface Asked {
  number: number;
  text: string;
}

/** Answer of the model to a question. */
interface Answered {
  status?: number;
  content?: string;
  headers?: Record<string, string>;
}

const none: PiiWishes = { fields: [], instructions: null };
const signal = new AbortController().signal;
const found = (values: unknown[]) => ({ content: JSON.stringify({ found: values }) });

let origin: string;
let close: () => Promise<void>;
let answer: (texts: Asked[], instructions: string) => Answered;
let asked: Asked[][];
let open = 0;
let openMost = 0;
let dropped: number;

beforeAll(async () => {
  const server = createServer((request, response) => {
    openMost = Math.max(openMost, ++open);
    response.on('close', () => open--);
    json(request).then(
      (body) => {
        const { messages } = body as { messages: { content: string }[] };
        const { texts } = JSON.parse(messages[1]!.content) as { texts: Asked[] };
        asked.push(texts);
        const { status = 200, content = '', headers = {} } = answer(texts, messages[0]!.content);
        setImmediate(() => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(JSON.stringify({ choices: [{ message: { content } }] }));
        });
      },
      () => response.destroy(),
    );
  });
  ({ origin, close } = await listenLocally(server));
});
beforeEach(() => {
  asked = [];
  dropped = 0;
});
afterAll(() => close());

function engine(wishes = none, retryBudgetMs = 0, bounds: PiiBounds = {}) {
  const chat = createChat({ CHAT_BASE_URL: `${origin}/v1`, CHAT_API_KEY: 'secret', CHAT_MODEL: 'large-1' })!;
  return createHosted(wishes, { chat, bounds, retryBudgetMs, onDropped: () => dropped++ });
}

/** A model that finds these values wherever they are. */
const knowing =
  (values: Record<string, string>) =>
  (texts: Asked[]): Answered =>
    found(
      texts.flatMap(({ number, text }) =>
        Object.entries(values)
          .filter(([value]) => text.includes(value))
          .map(([value, tag]) => ({ number, value, tag })),
      ),
    );

const shown = async (texts: readonly string[], wishes = none) =>
  (await engine(wishes).find(texts, signal)).map((spans, at) =>
    spans.map(({ start, end, tag }) => [texts[at]!.slice(start, end), tag]),
  );

test('finds what the model names, in every text, with its model in the record', async () => {
  answer = knowing({ 'Ann Lee': 'PERSON', 'ann@example.com': 'EMAIL' });
  expect(engine()).toMatchObject({ id: 'hosted', model: 'large-1', warnings: [] });
  expect(await shown(['Ann Lee, ann@example.com; Ann Lee', 'nobody', '', 'by Ann Lee'])).toEqual([
    [
      ['Ann Lee', 'PERSON'],
      ['ann@example.com', 'EMAIL'],
      ['Ann Lee', 'PERSON'],
    ],
    [],
    [],
    [['Ann Lee', 'PERSON']],
  ]);
  expect(dropped).toBe(0);
});

test('asks nothing about texts without letters and digits', async () => {
  answer = knowing({});
  await shown(['', ' \n', '---']);
  expect(asked).toEqual([]);
});

test('drops and counts what is not in the text, has no known tag or no form', async () => {
  answer = () =>
    found([
      { number: 1, value: 'Ann', tag: 'PERSON' },
      { number: 1, value: 'Bob', tag: 'PERSON' },
      { number: 2, value: 'Ann', tag: 'PERSON' },
      { number: 9, value: 'Ann', tag: 'PERSON' },
      { number: -1, value: 'Ann', tag: 'PERSON' },
      { number: 1, value: 'Ann', tag: 'BRAND' },
      { number: 1, value: 'n', tag: 'PERSON' },
      { number: 1, value: 'x'.repeat(1_000), tag: 'PERSON' },
      { number: '2', value: ' Carl ', tag: 'person' },
      { value: 'Ann' },
      'Ann',
      null,
    ]);
  expect(await shown(['Ann', 'Carl'])).toEqual([[['Ann', 'PERSON']], [['Carl', 'PERSON']]]);
  expect(dropped).toBe(10);
});

test('tells the model the fields and instructions of the caller, and takes their tags', async () => {
  const wishes = {
    fields: [{ description: 'badge numbers such as BX-20391', tag: 'BADGE' }],
    instructions: 'Keep city names.',
  };
  let told = '';
  answer = (texts, instructions) => {
    told = instructions;
    return knowing({ 'BX-20391': 'BADGE' })(texts);
  };
  expect(await shown(['badge BX-20391'], wishes)).toEqual([[['BX-20391', 'BADGE']]]);
  expect(told).toContain('badge numbers such as BX-20391');
  expect(told).toContain('Keep city names.');
});

test.each([
  ['is not told of ages', none, {}, false],
  ['is told of ages where a bound asks for them', none, { AGE: 'default' }, true],
  ['is not told of ages where they are off', none, { AGE: 'off' }, false],
  ['learns that instructions have to ask for ages', { ...none, instructions: 'Mask ages.' }, {}, true],
] as const)('the model %s', async (_, wishes, bounds, isTold) => {
  let told = '';
  answer = (_texts, instructions) => {
    told = instructions;
    return found([]);
  };
  await engine(wishes, 0, bounds).find(['Anna is 47.'], signal);
  expect(/\bAGE\b/.test(told)).toBe(isTold);
  expect(told.includes('only if the owner')).toBe(wishes.instructions !== null);
});

test('asks about long texts piece by piece, few at a time, and loses no value at a bound', async () => {
  const names = Array.from({ length: 3_000 }, (_, n) => `Person${n} Name${n}`);
  const long = names.join(' and then there was ');
  answer = (texts) =>
    found(
      texts.flatMap(({ number, text }) =>
        [...text.matchAll(/Person\d+ Name\d+/g)].map(([value]) => ({ number, value, tag: 'PERSON' })),
      ),
    );
  const [spans] = await engine().find([long], signal);
  const masked = new Set(spans!.map(({ start, end }) => long.slice(start, end)));
  expect(names.filter((name) => !masked.has(name))).toEqual([]);
  expect(openMost).toBeLessThanOrEqual(4);
  for (const texts of asked)
    expect(texts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(6_000);
  const ordered = spans!.every(({ start, end }, at) => start < end && start >= (spans![at - 1]?.end ?? 0));
  expect(ordered).toBe(true);
});

test.each([
  ['a busy model', { status: 429, headers: { 'retry-after': '0' } }],
  ['a broken model', { status: 503, headers: { 'retry-after': '0' } }],
  ['an answer that is no JSON', { content: 'I cannot help with that.' }],
])('asks again after %s, within the budget', async (_, first: Answered) => {
  answer = (texts) => (asked.length === 1 ? first : knowing({ Ann: 'PERSON' })(texts));
  expect(await engine(none, 60_000).find(['Ann'], signal)).toEqual([[{ start: 0, end: 3, tag: 'PERSON' }]]);
  expect(asked).toHaveLength(2);
});

test.each([
  ['a busy model, without a budget', { status: 429 }, 0, 1],
  [
    'a busy model that wants more time than the budget has',
    { status: 429, headers: { 'retry-after': '90' } },
    60_000,
    1,
  ],
  ['a refused key, whatever the budget', { status: 401 }, 60_000, 1],
  ['a model that stays busy', { status: 429, headers: { 'retry-after': '0' } }, 60_000, 8],
])('gives up on %s', async (_, always: Answered, budgetMs, times) => {
  answer = () => always;
  const failure = await engine(none, budgetMs)
    .find(['Ann'], signal)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineFailure);
  expect(failure).toMatchObject({ reason: 'unavailable' });
  expect(asked).toHaveLength(times);
});

test('says nothing about the text in its failures', async () => {
  answer = () => ({ content: 'Ann Lee is not JSON' });
  const failure = (await engine()
    .find(['Ann Lee'], signal)
    .catch((error: unknown) => error)) as Error;
  expect(failure.message).not.toContain('Ann');
});

test('stops when it is told to', async () => {
  answer = knowing({});
  const stopped = AbortSignal.abort(new Error('stop'));
  await expect(engine().find(['Ann'], stopped)).rejects.toThrow('stop');
});
