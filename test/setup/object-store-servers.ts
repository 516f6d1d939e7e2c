import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { createChildren } from '../../embedded/processes/children';
import { createPorts } from '../../embedded/processes/ports';
import { type AzureAccess, startAzurite } from '../../embedded/servers/azurite';
import { obtainGcsServer, startGcsServer } from '../../embedded/servers/gcs';
import { passOn } from './pass-on';

/**
 * Emulators of Azure and Google that a suite has for itself; the S3 server is one of the servers that always
 * run.
 */
export interface ObjectStoreServers {
  azure: AzureAccess;
  gcs: {
    /**
     * With a token service at `/token`, which the emulator lacks: it knows `serviceAccountJson` and no other
     * account.
     */
    endpoint: string;
    serviceAccountJson: string;
  };
  close(): Promise<void>;
}

export async function startObjectStoreServers(): Promise<ObjectStoreServers> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-object-stores-'));
  const { signal } = new AbortController();
  const children = createChildren({
    logFolder: join(folder, 'logs'),
    recordFile: join(folder, 'processes.json'),
  });
  const context = { dataFolder: folder, children, ports: createPorts(join(folder, 'ports.json')), signal };
  const binary = await obtainGcsServer({ cache: cacheFolder(), report: () => undefined, signal });
  const azure = await startAzurite(context);
  const emulator = await startGcsServer(binary, context);
  const google = await startGoogle(emulator);
  return {
    azure,
    gcs: google,
    async close() {
      google.close();
      await children.stopAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Key file of a service account, with a key of its own. */
export function serviceAccount(email: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return JSON.stringify({
    type: 'service_account',
    client_email: email,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'key-1',
    // Whoever wrote the file may have put anything here.
    token_uri: 'http://169.254.169.254/token',
  });
}

/** Stands before the emulator: hands out tokens and refuses what comes without one. */
async function startGoogle(emulator: string) {
  const serviceAccountJson = serviceAccount('reader@project.iam.gserviceaccount.com');
  const token = 'token-of-the-test';
  const server = createServer((incoming, response) => {
    if (incoming.url === '/token') answerToken(incoming, response, token);
    else if (incoming.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end();
    else passOn(incoming, response, emulator);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceAccountJson,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerToken(incoming: IncomingMessage, response: ServerResponse, token: string): void {
  let body = '';
  incoming.on('data', (data: Buffer) => (body += data.toString()));
  incoming.on('end', () => {
    const [, claims = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.');
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss: string };
    const isKnown = iss === 'reader@project.iam.gserviceaccount.com';
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isKnown ? { access_token: token, expires_in: 3_599 } : { error: 'invalid_grant' }),
    );
  });
}
