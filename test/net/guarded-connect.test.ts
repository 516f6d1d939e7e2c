import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { createGuardedConnect, type GuardedConnectDeps } from '../../src/net/guarded-connect';
import { parseNetworks } from '../../src/net/networks';
import { probe } from './probe';
import { createGuardedClient } from '../../src/net';

/** Stands for an internal service: counts who got through to it and what they said. */
let internal: Server;
let port: number;
let accepted: Socket[] = [];
let heard = 0;

beforeAll(async () => {
  internal = createServer((socket) => {
    accepted.push(socket);
    socket.on('data', (bytes) => (heard += bytes.length));
  }).listen(0, '127.0.0.1');
  await once(internal, 'listening');
  port = (internal.address() as AddressInfo).port;
});
afterAll(() => {
  internal.close();
});
beforeEach(() => {
  accepted = [];
  heard = 0;
});

/** The first connection that came in, or comes in next. */
async function firstAccepted(): Promise<Socket> {
  if (accepted[0] !== undefined) return accepted[0];
  const [socket] = (await once(internal, 'connection')) as [Socket];
  return socket;
}

function open(deps: Partial<GuardedConnectDeps>, destination: { hostname?: string; protocol?: string } = {}) {
  const connector = createGuardedConnect({
    allowed: [],
    resolve: () => Promise.resolve(['93.184.215.14']),
    connectTimeoutMs: 20_000,
    ...deps,
  });
  const options = { hostname: 'files.example', protocol: 'http:', port: String(port), ...destination };
  return new Promise<Socket>((resolve, reject) => {
    connector(options, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });
}

test.each([['http:'], ['https:']])(
  'a connection that ends at a private peer although the answer was public is refused before a byte is sent (%s)',
  async (protocol) => {
    const dial = () => connect({ host: '127.0.0.1', port });
    await expect(open({ dial }, { protocol })).rejects.toMatchObject({ code: 'blocked_address' });
    const peer = await firstAccepted();
    if (!peer.closed) await once(peer, 'close');
    expect(heard).toBe(0);
  },
);

test('only the verified answers are dialled: the name is not looked up a second time', async () => {
  const allowed = parseNetworks('OUTBOUND_ALLOW_CIDRS', ['127.0.0.0/8']);
  let lookups = 0;
  const resolve = () => Promise.resolve(lookups++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
  const socket = await open({ allowed, resolve });
  expect([socket.remoteAddress, lookups]).toEqual(['127.0.0.1', 1]);
  // It must not arrive when another test counts connections.
  await firstAccepted();
  socket.destroy();
});

test('a name that was public when it was verified and is private when it is used is refused', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1']];
  const client = createGuardedClient({ allowCidrs: [], resolve: () => Promise.resolve(answers.shift()!) });
  const link = `https://rebind.example:${port}/`;
  await client.verify(link, { schemes: ['https'] });
  const probing = probe(client, link, { schemes: ['https'], headBytes: 1, timeoutMs: 20_000 });
  await expect(probing).rejects.toMatchObject({ code: 'blocked_address' });
  expect(accepted).toEqual([]);
  await client.close();
});

test.each([
  ['an address literal, which no lookup sees', { hostname: '127.0.0.1' }, ['127.0.0.1']],
  ['one bad answer among good ones', {}, ['93.184.215.14', '127.0.0.1']],
  ['an IPv4 address written as IPv6', {}, ['::ffff:127.0.0.1']],
])('%s is never dialled', async (_name, destination, answers) => {
  const dial = jest.fn<Socket, []>();
  await expect(open({ resolve: () => Promise.resolve(answers), dial }, destination)).rejects.toMatchObject({
    code: 'blocked_address',
  });
  expect(dial).not.toHaveBeenCalled();
});

test('the next answer is tried when the first does not listen', async () => {
  const allowed = parseNetworks('OUTBOUND_ALLOW_CIDRS', ['127.0.0.0/8', '::1/128']);
  const socket = await open({ allowed, resolve: () => Promise.resolve(['::1', '127.0.0.1']) });
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});

test.each([
  [
    'a name server',
    {
      resolve: (_host: string, signal: AbortSignal) =>
        once(signal, 'abort').then(() => Promise.reject(new Error('cancelled'))),
    },
  ],
  ['a peer', { dial: () => new Socket() }],
])('%s that never answers is given up', async (_name, deps) => {
  await expect(open({ ...deps, connectTimeoutMs: 100 }, {})).rejects.toMatchObject({ code: 'timeout' });
});

test('a TLS handshake that never ends is given up', async () => {
  const allowed = parseNetworks('OUTBOUND_ALLOW_CIDRS', ['127.0.0.0/8']);
  const slow = open(
    { allowed, resolve: () => Promise.resolve(['127.0.0.1']), connectTimeoutMs: 1_000 },
    { protocol: 'https:' },
  );
  await expect(slow).rejects.toMatchObject({ code: 'timeout' });
});
