import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createHostedEmbedder } from '../../../src/models/embedding/hosted-embedder';
import { estimateTokens } from '../../../src/models/embedding/token-counter';

const never = new AbortController().signal;

interface Asked {
  model: string;
  input: string[];
}

/** An endpoint that speaks the protocol; `answer` may change what it says. */
function endpoint(answer?: RequestListener) {
  const asked: (Asked & { authorization: string | undefined; url: string | undefined })[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const sent = JSON.parse(body) as Asked;
      asked.push({ ...sent, authorization: request.headers.authorization, url: request.url });
      if (answer !== undefined) {
        answer(request, response);
        return;
      }
      const data = sent.input.map((text, index) => ({ index, embedding: [text.length, 1, 0] }));
      // The order is not promised, the index is.
      response.end(JSON.stringify({ object: 'list', data: data.toReversed() }));
    });
  });
  return { server, asked };
}

/** An answer with one vector. */
const one = (embedding: unknown, index = 0) => ({ data: [{ index, embedding }] });

describe('a hosted embedding model', () => {
  let server: Server;
  let asked: ReturnType<typeof endpoint>['asked'];

  async function open(answer?: RequestListener, timeoutMs?: number) {
    ({ server, asked } = endpoint(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return createHostedEmbedder({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
      apiKey: 'secret',
      model: 'embed-3',
      dimensions: 3,
      countTokens: estimateTokens,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('answers one vector of length 1 per text, in order, however many requests that takes', async () => {
    const embedder = await open();
    const texts = Array.from({ length: 150 }, (_, i) => 'x'.repeat(i + 1));
    const vectors = await embedder.embed(texts, 'document', never);
    const expected = texts.map(({ length }) => [length, 1, 0].map((value) => value / Math.hypot(length, 1)));
    expect(vectors.map((vector) => [...vector])).toEqual(
      expected.map((vector) => [...Float32Array.from(vector)]),
    );
    expect(asked.map(({ input }) => input.length).sort()).toEqual([22, 64, 64]);
    expect(asked[0]).toMatchObject({
      model: 'embed-3',
      authorization: 'Bearer secret',
      url: '/v1/embeddings',
    });
    expect(embedder).toMatchObject({ id: 'embed-3:3', dimensions: 3 });
  });

  test('sends long texts in more requests and never an empty one', async () => {
    const embedder = await open();
    await embedder.embed(['x'.repeat(150_000), 'y'.repeat(150_000), ''], 'document', never);
    expect(asked.map(({ input }) => input.length).sort()).toEqual([1, 2]);
    expect(asked.flatMap(({ input }) => input)).toContain(' ');
  });

  test('documents of several organizations take turns at the endpoint, and queries do not wait', async () => {
    const held: (() => void)[] = [];
    const embedder = await open((_, response) => {
      held.push(() => response.end(JSON.stringify(one([1, 2, 3]))));
    });
    const hasCome = async (count: number) => {
      while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const embed = (text: string, organizationId: string, kind: 'document' | 'query' = 'document') =>
      embedder.embed([text], kind, never, organizationId);
    const large = Array.from({ length: 20 }, () => embed('large', 'org_a'));
    await hasCome(16);
    const small = embed('small', 'org_b');
    const query = embed('query', 'org_a', 'query');
    await hasCome(17);
    expect(asked.at(-1)!.input).toEqual(['query']);
    held[0]!();
    await hasCome(18);
    expect(asked.at(-1)!.input).toEqual(['small']);
    const abandoned = new AbortController();
    const late = embedder.embed(['late'], 'document', abandoned.signal, 'org_b');
    abandoned.abort(new Error('given up'));
    await expect(late).rejects.toThrow('given up');
    for (let answered = 1; answered < 22; answered++) {
      await hasCome(answered + 1);
      held[answered]!();
    }
    await expect(Promise.all([...large, small, query])).resolves.toHaveLength(22);
    expect(asked.map(({ input }) => input[0])).not.toContain('late');
  });

  test.each([
    [429, { 'retry-after': '7' }, { retryable: true, retryAfterMs: 7_000 }],
    [429, { 'retry-after': '999999' }, { retryable: true, retryAfterMs: 600_000 }],
    [503, { 'retry-after': 'soon' }, { retryable: true, retryAfterMs: undefined }],
    [500, {}, { retryable: true, retryAfterMs: undefined }],
    [408, {}, { retryable: true }],
    [400, {}, { retryable: false }],
    [401, {}, { retryable: false }],
    [404, {}, { retryable: false }],
  ])('tells for status %d with %j whether and when to try again', async (status, headers, expected) => {
    const embedder = await open((_, response) => response.writeHead(status, headers).end('secret detail'));
    const failure = await embedder.embed(['x'], 'document', never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ModelError', ...expected });
    expect(String(failure)).not.toContain('secret');
  });

  test.each([
    ['too few dimensions', one([1, 2]), false],
    ['too many dimensions', one([1, 2, 3, 4]), false],
    ['no vector', { data: [] }, true],
    ['two vectors', { data: [one([1, 2, 3]).data[0], one([1, 2, 3], 1).data[0]] }, true],
    ['the same vector twice', { data: [one([1, 2, 3]).data[0], one([1, 2, 3]).data[0]] }, true],
    ['a vector for another text', one([1, 2, 3], 5), true],
    ['a vector of zeros', one([0, 0, 0]), true],
    ['text for numbers', one(['a', 'b', 'c']), true],
    ['null for a number, as which NaN is sent', one([1, null, 3]), true],
    ['base64', one('AACAPwAAAEAAAEBA'), true],
    ['another object', { error: 'none' }, true],
  ])('refuses %s', async (_, answer, retryable) => {
    const embedder = await open((_request, response) => response.end(JSON.stringify(answer)));
    await expect(embedder.embed(['x'], 'document', never)).rejects.toMatchObject({
      name: 'ModelError',
      retryable,
    });
  });

  test('refuses an answer without end', async () => {
    const embedder = await open((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await expect(embedder.embed(['x'], 'document', never)).rejects.toMatchObject({ retryable: false });
  });

  test.each<[string, RequestListener]>([
    ['says nothing', () => undefined],
    ['stops in the middle', (_, response) => response.writeHead(200).write('{"data": [')],
    ['hangs up', (request) => request.socket.destroy()],
    [
      'drips without end',
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => {
          clearInterval(drip);
        });
      },
    ],
    ['redirects', (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('gives up on a server that %s, as something to try again', async (_, answer) => {
    const embedder = await open(answer, 200);
    await expect(embedder.embed(['x'], 'document', never)).rejects.toMatchObject({ retryable: true });
  });

  test('ends with the reason of a cancellation', async () => {
    const cancelled = new AbortController();
    const reason = new Error('cancelled by the job');
    const embedder = await open(() => {
      cancelled.abort(reason);
    });
    await expect(embedder.embed(['x'], 'document', cancelled.signal)).rejects.toBe(reason);
  });

  test('ends the other requests of a call when one fails', async () => {
    const embedder = await open((request, response) => {
      if (asked.length === 1) request.socket.destroy();
      else response.on('close', () => undefined);
    });
    const texts = Array<string>(640).fill('x');
    await expect(embedder.embed(texts, 'document', never)).rejects.toMatchObject({ name: 'ModelError' });
    expect(asked.length).toBeLessThanOrEqual(4);
  });
});
