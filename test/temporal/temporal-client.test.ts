import { once } from 'node:events';
import { createServer } from 'node:http2';
import { type AddressInfo } from 'node:net';
import { createTemporalClient } from '../../src/temporal/temporal-client';

it('calls that wait for another try fail when the client is closed, and the program lives on', async () => {
  const callCount = 20;
  let tries = 0;
  let seeRetry: () => void;
  const retried = new Promise<void>((resolve) => (seeRetry = resolve));
  const server = createServer((request, response) => {
    tries += 1;
    if (tries > callCount) seeRetry();
    response.writeHead(200, { 'content-type': 'application/grpc', 'grpc-status': '14' }).end();
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { connection } = createTemporalClient({ address: `127.0.0.1:${port}`, namespace: 'default' });

  // Each pauses for a time of its own before its second try.
  const calls = Array.from({ length: callCount }, () =>
    connection.workflowService.describeNamespace({ namespace: 'default' }).then(
      () => 'answered',
      () => 'failed',
    ),
  );
  await retried;
  await connection.close();
  expect(await Promise.all(calls)).toEqual(calls.map(() => 'failed'));
  server.close();
});
