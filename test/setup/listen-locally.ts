import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/**
 * A server on a free port of the loopback address that leaves idle connections open: one that it closes while
 * a client uses it again would be a fault that the test does not mean. `close` ends its connections too.
 */
export async function listenLocally(server: Server): Promise<{ origin: string; close: () => Promise<void> }> {
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
