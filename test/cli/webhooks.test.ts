import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { verifyWebhook } from 'sheaf-client/webhooks';
import { type EndpointResource } from '../../api/platform/webhooks/schema';
import { startScriptedService } from '../client/scripted-service';
import { type TestKey } from '../setup/api';
import { type Receiver, startReceiver } from '../setup/event-receiver';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { listenLocally } from '../setup/listen-locally';
import { runSheaf, type CommandRun } from './run-sheaf';

/** A `sheaf webhooks listen` that runs. */
interface Listener {
  /** The secret that it has printed; empty when it was given one. */
  secret: string;
  /** What it has printed so far. */
  output: () => { stdout: string; stderr: string };
  /** Sends Ctrl-C and waits for its end. */
  stop(): Promise<CommandRun>;
}

/**
 * Starts `sheaf webhooks listen`, and waits until it says that it listens.
 *
 * @throws Error with its output when it ends before
 */
async function startListening(args: readonly string[], env: Record<string, string>): Promise<Listener> {
  const output = { stdout: '', stderr: '' };
  let interrupt = (): void => undefined;
  const interruptWhen = new Promise<void>((resolve) => (interrupt = resolve));
  let ready = (): void => undefined;
  const listening = new Promise<void>((resolve) => (ready = resolve));
  const run = runSheaf(['webhooks', 'listen', ...args], {
    env,
    interruptWhen,
    onOutput: (stdout) => (output.stdout = stdout),
    onError(stderr) {
      output.stderr = stderr;
      if (/^Listening to .+\n/m.test(stderr)) ready();
    },
  });
  await Promise.race([
    listening,
    run.then(({ code, stderr }) => {
      throw new Error(`it has ended with ${code}: ${stderr}`);
    }),
  ]);
  return {
    secret: /^Signing secret: (whsec_\S+)$/m.exec(output.stderr)?.[1] ?? '',
    output: () => output,
    stop() {
      interrupt();
      return run;
    },
  };
}

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const base = '/v2/webhooks/endpoints';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const envOf = ({ text }: TestKey) => ({
  SHEAF_URL: stack.api.baseUrl,
  SHEAF_API_KEY: text,
  XDG_CONFIG_HOME: '/nowhere',
});

/** A key of an organization that has nothing. */
const newKey = () => stack.api.createKey({ organization: `o${randomUUID()}`.slice(0, 40) });

async function newEndpoint(receiver: Receiver, { text: key } = stack.key): Promise<string> {
  const json = { url: receiver.url };
  const { status, text, body } = await stack.api.request<EndpointResource>(base, { key, json });
  if (status !== 201) throw new Error(text);
  return body.endpoint_id;
}

async function sendTest(endpointId: string, { text: key } = stack.key, event_type?: string): Promise<string> {
  const json = event_type === undefined ? {} : { event_type };
  const path = `${base}/${endpointId}/test`;
  const { status, text, body } = await stack.api.request<{ event_id: string }>(path, { key, json });
  if (status !== 202) throw new Error(text);
  return body.event_id;
}

/** Writes an event as a job does that has ended at a time; nothing sends it to its endpoints. */
async function writeEvent(
  endpointIds: string[],
  createdAt: Date,
  { organizationId } = stack.key,
): Promise<string> {
  const { webhookEvents, webhookDeliveries } = stack.api.stores;
  const event = await webhookEvents.write({
    _id: `evt_job_${randomUUID()}`,
    organizationId,
    type: 'job.completed',
    test: false,
    body: JSON.stringify({ event: 'job.completed', data: { name: 'M\u00fcller', test: false } }),
    endpointIds,
    createdAt,
  });
  // No run and no sweep: the deliveries have ended.
  for (const { _id } of await webhookDeliveries.open(event, 'production'))
    await webhookDeliveries.endUnsent(_id, 'cancelled');
  return event._id;
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};
const idsOf = ({ requests }: Receiver) => requests.map(({ headers }) => headers['webhook-id']);

test('events of all endpoints come signed, as they were sent, each once, in their order', async () => {
  const key = stack.key;
  const [first, second, local] = ['/first', '/second', '/local'].map((path) => startReceiver(stack, path));
  const endpointId = await newEndpoint(first!);
  await newEndpoint(second!);
  await sendTest(endpointId);
  await until(() => first!.requests.length === 1);
  const listener = await startListening(['--forward', local!.url, '--insecure'], envOf(key));
  const jobId = await stack.accepted(stack.index('text', { content: 'Oil.', filename: '\u00d6l.txt' }));
  await until(() => local!.requests.length === 1 && second!.requests.length === 1);
  const tested = await sendTest(endpointId, key, 'job.failed');
  await until(() => local!.requests.length === 2);
  await until(() => first!.requests.length === 3);
  const run = await listener.stop();
  expect(run.code).toBe(0);
  // Both endpoints were told of the job, and what came before was left out.
  expect(idsOf(local!)).toEqual([`evt_${jobId}`, tested]);
  expect(idsOf(second!)).toEqual([`evt_${jobId}`]);
  for (const { headers, body } of local!.requests) {
    expect(verifyWebhook(body, headers, listener.secret)).toMatchObject({ id: headers['webhook-id'] });
    expect(headers['content-type']).toBe('application/json');
    const original = first!.requests.find((one) => one.headers['webhook-id'] === headers['webhook-id']);
    expect(body).toBe(original!.body);
  }
  const rows = run.stdout.trimEnd().split('\n').map((row) => row.split('\t')); // prettier-ignore
  expect(rows).toEqual([
    [expect.any(String), 'job.completed', `evt_${jobId}`, '200', expect.stringMatching(/^\d+ ms$/)],
    [expect.any(String), 'job.failed', tested, '200', expect.any(String)],
  ]);
  expect(run.stderr).toMatch(/^Signing secret: whsec_\S{44}\nListening to 2 endpoints; events go to \S+\. /);
});

test('nothing is missed and nothing comes twice: many of one moment, below the newest, of a new endpoint', async () => {
  const key = await newKey();
  const [idle, local] = ['/idle', '/many'].map((path) => startReceiver(stack, path));
  const endpointId = await newEndpoint(idle!, key);
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms);
  await writeEvent([endpointId], at(-5_000), key);
  await writeEvent([endpointId], at(-7_200_000), key);
  const listener = await startListening(['--forward', local!.url, '--insecure'], envOf(key));
  const wanted: string[] = [];
  const add = async (endpointIds: string[], time: Date) => {
    wanted.push(await writeEvent(endpointIds, time, key));
  };
  const arrived = () => until(() => local!.requests.length >= wanted.length);
  await add([endpointId], at(1_000));
  await arrived();
  // More than two pages of one moment, while the command looks.
  for (let count = 0; count < 230; count += 1) await add([endpointId], at(2_000));
  // Written late: their jobs ended before others that were told of, one of them a long time ago.
  await add([endpointId], at(-20_000));
  await add([endpointId], at(-900_000));
  const later = await newEndpoint(idle!, key);
  await add([later, endpointId], at(3_000));
  await add([later], at(2_500));
  await arrived();
  // Another look far back finds nothing that was told already.
  await add([endpointId], at(-600_000));
  await arrived();
  expect((await listener.stop()).code).toBe(0);
  expect(idsOf(local!).toSorted()).toEqual(wanted.toSorted());
  for (const { headers, body } of local!.requests) verifyWebhook(body, headers, listener.secret);
});

test('with a time, types and a secret: what came since, of these types, signed with it', async () => {
  const key = await newKey();
  const [idle, local] = ['/quiet', '/since'].map((path) => startReceiver(stack, path));
  const endpointId = await newEndpoint(idle!, key);
  await writeEvent([endpointId], new Date(Date.now() - 3 * 3_600_000), key);
  const wanted = [await writeEvent([endpointId], new Date(Date.now() - 3_600_000), key)];
  await sendTest(endpointId, key, 'job.failed');
  wanted.push(await sendTest(endpointId, key, 'job.completed'));
  const args = [
    endpointId,
    '--forward',
    local!.url,
    '--insecure',
    '--since',
    '2h',
    '--events',
    'job.completed',
  ];
  const listener = await startListening([...args, '--secret', secret, '--json'], envOf(key));
  await until(() => local!.requests.length === 2);
  const { code, stdout, stderr } = await listener.stop();
  expect(code).toBe(0);
  expect(stderr).not.toContain('whsec_');
  expect(idsOf(local!)).toEqual(wanted);
  const lines = stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line)); // prettier-ignore
  expect(lines).toMatchObject([
    { event_id: wanted[0], event_type: 'job.completed', endpoint_id: endpointId, status: 200, error: null },
    { event_id: wanted[1], test: true, status: 200 },
  ]);
  for (const { headers, body } of local!.requests) verifyWebhook(body, headers, secret);
});

test('a receiver that refuses, is away or shows a certificate of its own is told, and ends nothing', async () => {
  const key = await newKey();
  const [idle, local] = ['/other', '/refusing'].map((path) => startReceiver(stack, path));
  const endpointId = await newEndpoint(idle!, key);
  local!.answer = { status: 503, text: 'later' };
  const refused = await startListening(['--forward', local!.url, '--insecure'], envOf(key));
  const event = await writeEvent([endpointId], new Date(), key);
  await until(() => refused.output().stdout.includes(`${event}\t503\t`));
  local!.answer = { status: 204, text: '' };
  const next = await writeEvent([endpointId], new Date(), key);
  await until(() => refused.output().stdout.includes(`${next}\t204\t`));
  expect((await refused.stop()).code).toBe(0);
  expect(idsOf(local!)).toEqual([event, next]);

  const { origin, close } = await listenLocally(createServer());
  await close();
  for (const [url, fault] of [
    [origin, 'ECONNREFUSED'],
    [local!.url, /UNABLE_TO|SELF_SIGNED/],
  ] as const) {
    const listener = await startListening(['--forward', url, '--since', '1h', '--json'], envOf(key));
    await until(() => listener.output().stdout.split('\n').length === 3);
    const { code, stdout } = await listener.stop();
    const told = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(code).toBe(0);
    expect(told).toMatchObject([event, next].map((id) => ({ event_id: id, status: null })));
    for (const one of told) expect(one).toMatchObject({ error: expect.stringMatching(fault) as string });
  }
});

test('a service that is away for a while is told once; what came meanwhile is sent', async () => {
  const json = (body: unknown) => ({ status: 200, json: body });
  const delivery = { message_id: 'msg_1', event_id: 'evt_1', event_type: 'job.failed', created_at: '2026-11-20T10:00:00Z' }; // prettier-ignore
  const body = '{"event":"job.failed","id":"evt_1"}';
  // A request is tried four times before it counts as failed.
  const cuts = Array.from({ length: 5 }, () => 'cut' as const);
  const service = await startScriptedService([
    json({ endpoint_id: 'whe_1', disabled: false }),
    json({ deliveries: [], next_cursor: null }),
    ...cuts,
    json({ deliveries: [delivery], next_cursor: null }),
    { status: 500, json: { error: 'internal_error' } },
    json({ body }),
    json({ deliveries: [delivery], next_cursor: null }),
  ]);
  const local = startReceiver(stack, '/patient');
  const env = { ...envOf(stack.key), SHEAF_URL: service.baseUrl };
  const listener = await startListening(['whe_1', '--forward', local.url, '--insecure'], env);
  await until(() => service.seen.length >= 13);
  const { code, stderr } = await listener.stop();
  await service.close();
  expect(code).toBe(0);
  expect(idsOf(local)).toEqual(['evt_1']);
  expect(stderr.match(/does not answer/g)).toHaveLength(1);
  expect(stderr).toContain('The service answers again.');
});

test('endpoints are listed; a disabled one is told of, and without any there is a way to one', async () => {
  const key = await newKey();
  const forward = ['webhooks', 'listen', '--forward', 'localhost:1'];
  const none = await runSheaf(forward, { env: envOf(key) });
  expect(none).toMatchObject({ code: 4, stdout: '' });
  expect(none.stderr).toMatch(
    /^There is no webhook endpoint, .+ Create one on the page \/console\/webhooks /,
  );
  const receiver = startReceiver(stack, '/listed');
  const endpointId = await newEndpoint(receiver, key);
  const path = `${base}/${endpointId}`;
  await stack.api.request(path, { method: 'PATCH', key: key.text, json: { disabled: true } });
  const listed = await runSheaf(['webhooks', 'ls'], { env: envOf(key) });
  expect(listed).toMatchObject({
    code: 0,
    stdout: `${endpointId}\tdisabled (manual)\tall\t-\t${receiver.url}\n`,
  });
  const all = await runSheaf(['webhooks', 'ls', '--json'], { env: envOf(key) });
  expect(JSON.parse(all.stdout)).toMatchObject([{ endpoint_id: endpointId, disabled: true }]);
  const listener = await startListening(['--forward', 'localhost:1'], envOf(key));
  expect((await listener.stop()).code).toBe(0);
  expect(listener.output().stderr).toContain(`${endpointId} is disabled (manual): no event comes to it.`);
  const foreign = await runSheaf(['webhooks', 'listen', endpointId, ...forward.slice(2)], {
    env: envOf(await newKey()),
  });
  expect(foreign).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^endpoint_not_found: /) as string,
  });
});

test.each([
  ['no address', [], /--forward/],
  ['an address of another scheme', ['--forward', 'ftp://x'], /no address of http/],
  ['what is no address', ['--forward', 'http://'], /no address of http/],
  [
    'an unknown type',
    ['--forward', 'x:1', '--events', 'job.failed,job.x'],
    /knows no job\.x; there are job\./,
  ],
  ['no time', ['--forward', 'x:1', '--since', 'soon'], /--since is no time/],
  ['a secret that is none', ['--forward', 'x:1', '--secret', 'abc'], /secret is none/],
])('%s is refused', async (_, args, line) => {
  const run = await runSheaf(['webhooks', 'listen', ...args], { env: envOf(stack.key) });
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(line) as string });
});
