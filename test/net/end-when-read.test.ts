import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { createGuardedClient } from '../../src/net';
import { createTestAuthority } from './certificates';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/**
 * Turns of the event loop after which what a server on the same machine has sent has come, and those of a
 * slow reader.
 */
const beforeFirst = 1_000;
const betweenTwo = 20;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Serves bytes without being asked for more, says that it will hang up, and hangs up. */
function serve(body: Buffer, framing: 'length' | 'chunked' | 'end') {
  return (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const head = {
        length: `Content-Length: ${body.length}\r\n`,
        chunked: 'Transfer-Encoding: chunked\r\n',
        end: '',
      }[framing];
      socket.write(`HTTP/1.1 200 OK\r\n${head}Connection: close\r\n\r\n`);
      if (framing === 'chunked') socket.write(`${body.length.toString(16)}\r\n`);
      socket.write(body);
      socket.end(framing === 'chunked' ? '\r\n0\r\n\r\n' : '');
    });
  };
}

test.each(
  (['http', 'https'] as const).flatMap((scheme) =>
    (['length', 'chunked', 'end'] as const).flatMap((framing) =>
      [16, 64, 80, 96, 112, 128, 160, 1_024].map((kibibytes) => ({ scheme, framing, kibibytes })),
    ),
  ),
)(
  'a server may hang up before its body is read: $kibibytes KiB over $scheme, told by $framing',
  async ({ scheme, framing, kibibytes }) => {
    const authority = await createTestAuthority();
    const body = Buffer.alloc(kibibytes * 1024, 'sheaf');
    const answer = serve(body, framing);
    server =
      scheme === 'http' ? createServer(answer) : createTlsServer(await authority.issue(), answer as never);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
    const { port } = server.address() as AddressInfo;
    const opened = await client.download(`${scheme}://127.0.0.1:${port}/`, {
      schemes: ['https', 'http'],
      byteMax: 10 * body.length,
      headersTimeoutMs: 10_000,
      totalTimeoutMs: 20_000,
      signal: new AbortController().signal,
    });
    const received: Buffer[] = [];
    await turns(beforeFirst);
    for await (const chunk of opened.body as AsyncIterable<Buffer>) {
      received.push(chunk);
      await turns(betweenTwo);
    }
    expect(Buffer.concat(received).equals(body)).toBe(true);
    await client.close();
  },
);
