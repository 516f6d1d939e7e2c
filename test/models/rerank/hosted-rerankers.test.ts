import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createRerankers, ModelError } from '../../../src/models';
import { createChatReranker } from '../../../src/models/rerank/chat-reranker';
import { createHostedReranker } from '../../../src/models/rerank/hosted-reranker';
import { candidate, localConfig } from './candidates';

const never = new AbortController().signal;
const query = { text: 'renewal', vector: null };
const candidates = [
  candidate({ text: 'first', title: 'Lease', headingPath: ['Terms'], fused: 0.9 }),
  candidate({ text: 'second', fused: 0.6 }),
  candidate({ text: '', fused: 0.3 }),
];

/** Answers as the vendors document it: Cohere's `/v2/rerank`, Jina's `/v1/rerank`. */
const wire = {
  cohere: {
    results: [
      { index: 2, relevance_score: 0.999071 },
      { index: 0, relevance_score: 0.32713068 },
      { index: 1, relevance_score: 0.1867867 },
    ],
    id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf',
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  },
  jina: {
    model: 'jina-reranker-v2-base-multilingual',
    usage: { total_tokens: 15, prompt_tokens: 15 },
    results: [
      { index: 1, relevance_score: 0.5 },
      { index: 0, relevance_score: -1.5 },
      { index: 2, relevance_score: 3.25 },
    ],
  },
};

let server: Server;
let asked: { url: string | undefined; authorization: string | undefined; body: unknown }[];

async function listen(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<string> {
  asked = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { url, headers } = request;
      asked.push({ url, authorization: headers.authorization, body: JSON.parse(text) });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const models = {
  'hosted-rerank-1': createHostedReranker,
  'hosted-chat-1': createChatReranker,
} as const;
type Hosted = keyof typeof models;
const endpoint = (baseUrl: string) => ({ baseUrl, apiKey: 'secret', model: 'ranker' });
const json = (body: unknown) => (response: ServerResponse) => response.end(JSON.stringify(body));
const completion = (content: string) => json({ choices: [{ message: { role: 'assistant', content } }] });

test.each([
  ['Cohere', wire.cohere, [2, 0, 1]],
  ['Jina, whose scores are not probabilities', wire.jina, [2, 1, 0]],
])('reads the answer of %s, whatever its order', async (_, answer, expected) => {
  const reranker = createHostedReranker(endpoint(await listen(json(answer))));
  const scores = await reranker.rerank(query, candidates, never);
  expect([0, 1, 2].sort((a, b) => scores[b]! - scores[a]!)).toEqual(expected);
  for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
});

test('asks a rerank endpoint for all candidates at once, without their texts back, and never with an empty one', async () => {
  const reranker = createHostedReranker(endpoint(await listen(json(wire.cohere))));
  await reranker.rerank(query, candidates, never);
  expect(asked).toEqual([
    {
      url: '/v2/rerank',
      authorization: 'Bearer secret',
      body: {
        model: 'ranker',
        query: 'renewal',
        documents: ['Lease > Terms\nfirst', 'second', ' '],
        top_n: 3,
        return_documents: false,
      },
    },
  ]);
});

test.each([
  ['a complete order', '{"ranking": [3, 1, 2]}', [2, 0, 1]],
  ['a missing number, which follows in the order of the fusion', '{"ranking": [2]}', [1, 0, 2]],
  ['a doubled number', '{"ranking": [2, 2, 1, 2, 3]}', [1, 0, 2]],
  ['invented numbers', '{"ranking": [0, -1, 4, 1.5, 1e9, 3]}', [2, 0, 1]],
  ['numbers as texts', '{"ranking": ["3", "[2]", "2"]}', [2, 1, 0]],
])('orders by a chat model that answers with %s', async (_, content, expected) => {
  const reranker = createChatReranker(endpoint(await listen(completion(content))));
  const scores = await reranker.rerank(query, candidates, never);
  expect([0, 1, 2].sort((a, b) => scores[b]! - scores[a]!)).toEqual(expected);
  expect(asked[0]!.url).toBe('/v2/chat/completions');
});

describe.each(Object.keys(models) as Hosted[])('%s', (model) => {
  const open = async (answer: Parameters<typeof listen>[0], timeoutMs?: number) =>
    models[model]({ ...endpoint(await listen(answer)), ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const failureOf = async (answer: Parameters<typeof listen>[0], timeoutMs?: number) =>
    (await open(answer, timeoutMs)).rerank(query, candidates, never).catch((error: unknown) => error);

  test.each<[string, Parameters<typeof listen>[0], { retryable: boolean; retryAfterMs?: number }]>([
    [
      '429',
      (it) => it.writeHead(429, { 'retry-after': '7' }).end(),
      { retryable: true, retryAfterMs: 7_000 },
    ],
    ['500', (it) => it.writeHead(500).end('secret'), { retryable: true }],
    ['401', (it) => it.writeHead(401).end(), { retryable: false }],
    ['a redirect', (it) => it.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), { retryable: true }],
    ['text', (it) => it.end('hello'), { retryable: true }],
    ['other JSON', (it) => it.end('{"results": 1, "choices": []}'), { retryable: true }],
    [
      'nothing of what was asked',
      (it) => it.end('{"results": [], "choices": [{"message": {"content": "{\\"ranking\\": []}"}}]}'),
      { retryable: true },
    ],
    ['far too much', (it) => it.end('x'.repeat(2 * 1024 * 1024)), { retryable: false }],
    ['an answer that breaks off', (it) => it.write('{', () => it.destroy()), { retryable: true }],
  ])('fails with a typed error for %s, which does not tell the key', async (_, answer, expected) => {
    const failure = await failureOf(answer);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify([(failure as Error).message, (failure as Error).stack])).not.toContain('secret');
  });

  test('gives up an endpoint that does not answer in time', async () => {
    expect(await failureOf(() => undefined, 50)).toMatchObject({ retryable: true });
  });

  test('stops when it is told to', async () => {
    const controller = new AbortController();
    const reranker = await open(() => {
      controller.abort(new Error('the client has gone'));
    });
    await expect(reranker.rerank(query, candidates, controller.signal)).rejects.toThrow(
      'the client has gone',
    );
  });

  test('answers for no candidates without asking', async () => {
    const reranker = await open(json({}));
    expect(await reranker.rerank(query, [], never)).toEqual([]);
    expect(asked).toEqual([]);
  });
});

test.each([
  ['one score too few', [0, 1]],
  ['one score too many', [0, 1, 2, 3]],
  ['a place twice', [0, 1, 1]],
  ['a place that was not asked about', [0, 1, 7]],
])('refuses a rerank answer with %s', async (_, places) => {
  const results = places.map((index) => ({ index, relevance_score: 0.5 }));
  const reranker = createHostedReranker(endpoint(await listen(json({ results }))));
  await expect(reranker.rerank(query, candidates, never)).rejects.toBeInstanceOf(ModelError);
});

test('there are hosted models only where they are configured', async () => {
  const baseUrl = await listen(json({}));
  const none = createRerankers(localConfig);
  expect([none.get('hosted-rerank-1'), none.get('hosted-chat-1')]).toEqual([null, null]);
  const both = createRerankers({
    ...localConfig,
    RERANK_BASE_URL: baseUrl,
    RERANK_MODEL: 'a',
    CHAT_BASE_URL: baseUrl,
    CHAT_MODEL: 'b',
  });
  expect(both.get('hosted-rerank-1')!.model).toBe('hosted-rerank-1');
  expect(both.get('hosted-chat-1')!.model).toBe('hosted-chat-1');
});
