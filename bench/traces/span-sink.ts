import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A receiver of traces that takes everything and keeps nothing but the count of bytes. */
export interface SpanSink {
  endpoint: string;
  bytes(): number;
  close(): void;
}

/** Starts a receiver of OTLP over HTTP on a free port of this machine. */
export async function startSpanSink(): Promise<SpanSink> {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.setHeader('content-type', 'application/x-protobuf').end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
