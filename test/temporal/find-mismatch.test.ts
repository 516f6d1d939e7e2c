import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createSecureServer, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../embedded/processes/free-port';
import { findMismatch } from '../../src/temporal/find-mismatch';
import { createTestAuthority, type TestAuthority } from '../net/certificates';

let authority: TestAuthority;
const closing: (() => void)[] = [];
beforeAll(async () => {
  authority = await createTestAuthority();
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Lets a server listen, and answers its address. */
async function addressOf(server: Pick<Server, 'listen' | 'on' | 'address' | 'close' | 'once'>) {
  const sockets = new Set<Socket>();
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => {
      sockets.add(socket.on('error', () => undefined));
    });
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const secured = async (needsClient = false) =>
  createSecureServer({
    ...(await authority.issue('temporal.internal')),
    ca: authority.ca,
    requestCert: needsClient,
    rejectUnauthorized: needsClient,
  });
const tls = () => ({
  serverRootCACertificate: Buffer.from(authority.ca),
  serverNameOverride: 'temporal.internal',
});

describe('finds nothing wrong', () => {
  it('with a server that speaks as it is spoken to', async () => {
    expect(await findMismatch({ address: await addressOf(createHttp2Server()), tls: false })).toBeNull();
    expect(await findMismatch({ address: await addressOf(await secured()), tls: tls() })).toBeNull();
    const { cert, key } = await authority.issue();
    const clientCertPair = { crt: Buffer.from(cert), key: Buffer.from(key) };
    const address = await addressOf(await secured(true));
    expect(await findMismatch({ address, tls: { ...tls(), clientCertPair } })).toBeNull();
  });

  it.each([false, true])('with a server that is not there, with TLS: %s', async (isSecured) => {
    const closed = createServer((socket) => socket.destroy());
    const places = [
      `127.0.0.1:${await freePort()}`,
      `localhost:${await freePort()}`,
      'temporal.invalid',
      await addressOf(closed),
    ];
    for (const address of places) expect(await findMismatch({ address, tls: isSecured && tls() })).toBeNull();
  });

  it('with a server that says nothing', async () => {
    const address = await addressOf(createServer(() => undefined));
    expect(await findMismatch({ address, tls: false })).toBeNull();
    expect(await findMismatch({ address, tls: tls() })).toBeNull();
  });
});

describe('says what is wrong', () => {
  it('with a server that is not Temporal', async () => {
    const address = await addressOf(createHttpServer((_, response) => response.end()));
    expect(await findMismatch({ address, tls: false })).toBe('the server does not speak gRPC');
  });

  it.each([false, true])('with TLS where none is spoken to it (client certificate: %s)', async (needs) => {
    const address = await addressOf(await secured(needs));
    expect(await findMismatch({ address, tls: false })).toBe('the server asks for TLS');
  });

  it('with no TLS where it is spoken to it', async () => {
    const speaks = createServer((socket) => socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])));
    expect(await findMismatch({ address: await addressOf(speaks), tls: tls() })).toContain('wrong version');
  });

  it.each<[string, () => Promise<object>, boolean]>([
    [
      'an authority that is not trusted',
      async () => ({
        ...tls(),
        serverRootCACertificate: Buffer.from((await createTestAuthority()).ca),
      }),
      false,
    ],
    ['another name', () => Promise.resolve({ ...tls(), serverNameOverride: 'elsewhere.internal' }), false],
    ['no client certificate', () => Promise.resolve(tls()), true],
  ])('with %s', async (_, given, needsClient) => {
    const address = await addressOf(await secured(needsClient));
    expect(await findMismatch({ address, tls: await given() })).toEqual(expect.any(String));
  });
});
