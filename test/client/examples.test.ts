import { type IncomingHttpHeaders } from 'node:http';
import { freePort } from '../../embedded/processes/free-port';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { type ExampleFolder, exampleFolder } from './run-example';

let stack: Stack;
let folder: ExampleFolder;
beforeAll(async () => {
  stack = await startStack();
  folder = exampleFolder({ SHEAF_URL: stack.api.baseUrl, SHEAF_API_KEY: stack.key.text });
});
afterAll(async () => {
  folder.remove();
  await stack.close();
});

const lines = (text: string) => text.trimEnd().split('\n');
const run = (file: string) => folder.run(`examples/${file}`);

test('the first commands log in, parse, index and ask; programs ask and list what is there then', async () => {
  const first = await run('cli/first-commands.sh');
  expect(first.stderr).toMatch(/^Logged in to .+ Kept in .+login\.json\.\n/);
  expect(first.stdout).toMatch(/^Summary\t|Quarterly report/m);
  expect(first.stdout).toContain('pump-manual.html\tcompleted\t\nservice-agreement.html\tcompleted\t\n');
  expect(lines(first.stdout).at(-3)).toMatch(
    /^[\d.]+\tpump-manual\.html\t.*Bearings.*(\t[\d.]+){2}\t.*keyword.*$/,
  );

  const asked = await run('client/query.mts');
  expect(asked).toMatchObject({ stderr: '', stdout: expect.stringMatching(/^[\d.]+ .*\n/) as string });
  const listed = await run('client/list-documents.mts');
  expect(lines(listed.stdout).sort()).toEqual(['pump-manual.html', 'service-agreement.html']);

  const evaluated = await run('cli/evaluate.sh');
  expect(lines(evaluated.stdout).map((line) => line.split('\t').slice(0, 2))).toEqual([
    ['ten', '1'],
    ['one', '1'],
  ]);
});

test('a workbook is parsed', async () => {
  const { stdout, stderr } = await run('client/parse-workbook.mts');
  const [state, ...chunks] = lines(stdout);
  expect(state).toBe(`completed ${chunks.length}`);
  expect(stderr).toMatch(/^0 of \d+ bytes\n/);
  expect(stderr).toMatch(/\ndone \d+ \d+\n$/);
});

test('products are pushed and searched, by a program and by commands; a wrong filter is understood', async () => {
  expect(await run('client/push-products.mts')).toEqual({ stderr: '', stdout: '5 1 KB-2\n' });
  expect((await run('client/handle-refusals.mts')).stdout).toBe('400 FILTER_INVALID\nexpected at 8 number\n');
  const { stdout } = await run('cli/products.sh');
  expect(stdout).toMatch(/^gadgets\n5\t5\t0\n/);
  expect(stdout).toMatch(/^price\tnumber \(EUR\)\t/m);
  expect(lines(stdout).at(-1)).toMatch(/^KB-2\t/);
});

test.each(['client/receive-webhooks.mts', 'webhooks/receive.mjs'])(
  'a receiver is registered, and %s takes its events and nothing else',
  async (file) => {
    const requests: { headers: IncomingHttpHeaders; body: string }[] = [];
    let arrived = (): void => undefined;
    const arrival = async (count: number) => {
      while (requests.length < count) await new Promise<void>((resolve) => (arrived = resolve));
    };
    // The service sends to https only; what arrives there is passed on to the example as it is.
    stack.links.files.set('/hooks', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        requests.push({ headers: request.headers, body });
        response.end();
        arrived();
      });
    });
    const receiver = { RECEIVER: `${stack.links.origin}/hooks` };
    const { stdout } = await folder.run('examples/webhooks/register.sh', receiver);
    const registered = JSON.parse(lines(stdout)[0]!) as { endpoint_id: string; secret: string };
    await arrival(1);
    const jobId = await stack.accepted(stack.index('text', { content: 'Pumps.', filename: `${file}.txt` }));
    await arrival(2);
    const port = await freePort();
    const env = { PORT: String(port), SHEAF_WEBHOOK_SECRET: registered.secret };
    const example = folder.start(`examples/${file}`, env);
    try {
      await example.printed('listening\n');
      const pass = async (request: (typeof requests)[number], body = request.body) => {
        const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
        const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
        const init = { method: 'POST', headers: headers as Record<string, string>, body };
        return (await fetch(`http://127.0.0.1:${port}`, init)).status;
      };
      expect(await pass(requests[0]!)).toBe(204);
      expect(await pass(requests[1]!, `${requests[1]!.body} `)).toBe(401);
      expect(await pass(requests[1]!)).toBe(204);
      await example.printed('completed\n');
      // Nothing of the test message and of the changed one.
      expect(example.output).toEqual({ stderr: '', stdout: `listening\njob.completed ${jobId} completed\n` });
    } finally {
      example.process.kill();
    }
    await stack.api.request(`/v2/webhooks/endpoints/${registered.endpoint_id}`, {
      method: 'DELETE',
      key: stack.key.text,
    });
  },
);
