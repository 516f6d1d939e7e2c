import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createDescriber, ModelError } from '../../src/models';

const table = (...rows: string[]) => ({
  text: ['Product | Country | Units', ...rows].join('\n'),
  headers: ['Product', 'Country', 'Units'],
});

describe('the local describer', () => {
  const describer = createDescriber({
    CHAT_BASE_URL: undefined,
    CHAT_API_KEY: undefined,
    CHAT_MODEL: undefined,
  });

  test('tags a chunk with what sets it apart from the others, without numbers and stop words', async () => {
    const [tents, stoves] = await describer.describe([
      table('trekking tent | Austria | 12', 'trekking tent | Norway | 9', 'the tent | Austria | 3'),
      table('gas stove | Chile | 7', 'gas stove | Peru | 5'),
    ]);
    expect(tents!.tags).toContain('trekking tent');
    expect(tents!.tags).not.toContain('gas stove');
    expect(stoves!.tags[0]).toBe('gas stove');
    expect([...tents!.tags, ...stoves!.tags].join(' ')).not.toMatch(/\d|\bthe\b/);
  });

  test('summarises with rows of the chunk, in their order, never with the repeated header', async () => {
    const rows = [
      'red tent | Austria | 1',
      'red tent | Norway | 2',
      'cup | Peru | 3',
      'red tent | Austria | 4',
    ];
    const [described] = await describer.describe([table(...rows)]);
    const lines = described!.summary.split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(rows).toContain(line);
    expect(rows.indexOf(lines[0]!)).toBeLessThan(rows.indexOf(lines[1]!));
    expect(described!.summary).not.toContain('Product | Country');
  });

  test.each([
    ['nothing but numbers', '1 | 2\n3 | 4'],
    ['an empty text', ''],
    ['a header named like a prototype member', '__proto__ | constructor\n__proto__ | x'],
    ['one line of 20,000 characters', 'word '.repeat(4_000)],
    ['Chinese without spaces', '户外帐篷 | 奥地利'],
  ])('answers for %s', async (_, text) => {
    const [described] = await describer.describe([{ text, headers: [] }]);
    expect(described!.tags.length).toBeLessThanOrEqual(8);
    expect(described!.summary.length).toBeLessThanOrEqual(600);
  });

  test('looks at the start of a monstrous row only, so that it cannot hold up the process', async () => {
    const [described] = await describer.describe([{ text: `${'early, '.repeat(10_000)}late`, headers: [] }]);
    expect(described!.tags.join(' ')).toContain('early');
    expect(described!.tags.join(' ')).not.toContain('late');
  });

  test('gives the same descriptions for the same chunks', async () => {
    const chunks = [table('a b c | d | 1'), table('e f | g | 2')];
    expect(await describer.describe(chunks)).toEqual(await describer.describe(chunks));
  });
});

describe('the chat describer, over the wire protocol', () => {
  let server: Server;
  let answer: (body: { model: string; messages: { content: string }[] }) => { status: number; text: string };
  let open = 0;
  let openMost = 0;
  let authorization: string | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      authorization = request.headers.authorization;
      openMost = Math.max(openMost, ++open);
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        setImmediate(() => {
          open--;
          const { status, text: body } = answer(JSON.parse(text) as never);
          response.writeHead(status, { 'content-type': 'application/json' });
          if (body === 'broken off') response.write('{', () => response.destroy());
          else response.end(body);
        });
      });
    });
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const describer = () =>
    createDescriber({
      CHAT_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
      CHAT_API_KEY: 'secret',
      CHAT_MODEL: 'small',
    });
  const completion = (content: string) => ({
    status: 200,
    text: JSON.stringify({ choices: [{ message: { content } }] }),
  });

  test('sends each chunk once, at most four at a time, and keeps their order', async () => {
    answer = (body) => completion(JSON.stringify({ tags: ['t'], summary: body.messages[1]!.content }));
    const chunks = Array.from({ length: 20 }, (_, i) => ({ text: `chunk ${i}`, headers: [] }));
    const described = await describer().describe(chunks);
    expect(described.map(({ summary }) => summary)).toEqual(chunks.map(({ text }) => text));
    expect(openMost).toBeLessThanOrEqual(4);
    expect(authorization).toBe('Bearer secret');
  });

  test.each([
    ['a busy model', 429, '', true],
    ['a broken model', 500, '', true],
    ['a refused key', 401, '', false],
    ['a refused text', 400, '', false],
    ['an answer that is not JSON', 200, 'hello', true],
    ['a completion that is not the asked JSON', 200, completion('"tags"').text, true],
  ])('fails with a typed error for %s', async (_, status, text, retryable) => {
    answer = () => ({ status, text });
    const failure = await describer()
      .describe([{ text: 'x', headers: [] }])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ retryable });
  });

  test('fails with a typed error for an answer that breaks off', async () => {
    answer = () => ({ status: 200, text: 'broken off' });
    const failure = await describer()
      .describe([{ text: 'x', headers: [] }])
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ retryable: true, message: 'The chat model does not answer.' });
  });

  test('stops when it is told to', async () => {
    answer = () => completion('{}');
    await expect(
      describer().describe([{ text: 'x', headers: [] }], AbortSignal.abort(new Error('stop'))),
    ).rejects.toThrow('stop');
  });
});
