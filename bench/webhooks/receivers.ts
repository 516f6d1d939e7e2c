import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const slowAnswerMs = 3_000;
const settings = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Receivers over TLS on loopback. */
export interface Receivers {
  /** File of the certificate that clients have to trust. */
  caFile: string;
  /** Variables by which programs of the service trust and reach them. */
  env: Record<'NODE_EXTRA_CA_CERTS' | 'OUTBOUND_ALLOW_CIDRS', string>;
  /** Answers at once. */
  fastUrl: string;
  /** Answers after three seconds. */
  slowUrl: string;
  /**
   * When requests came in, by `webhook-id` or, without one, by query: milliseconds of `performance.now()`, in
   * order.
   */
  arrivals: Map<string, number[]>;
  close(): Promise<void>;
}

/** Starts them in this process. */
export async function startReceivers(): Promise<Receivers> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-bench-'));
  const caFile = join(folder, 'ca.pem');
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...settings,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  await writeFile(caFile, cert);
  const arrivals: Receivers['arrivals'] = new Map();
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname, search } = new URL(request.url!, 'https://localhost');
    const id = String(request.headers['webhook-id'] ?? search);
    arrivals.set(id, [...(arrivals.get(id) ?? []), performance.now()]);
    request.resume();
    if (pathname === '/slow') setTimeout(() => response.end(), slowAnswerMs);
    else response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;
  return {
    caFile,
    env: { NODE_EXTRA_CA_CERTS: caFile, OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' },
    fastUrl: `${origin}/fast`,
    slowUrl: `${origin}/slow`,
    arrivals,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
