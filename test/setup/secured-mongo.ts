import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { createChildren } from '../../embedded/processes/children';
import { freePort } from '../../embedded/processes/free-port';
import { waitUntilReady } from '../../embedded/processes/wait-until-ready';
import { obtainMongod } from '../../embedded/servers/mongod';
import { type Credentials } from '../net/certificates';

/** A MongoDB that takes TLS and a password only. */
export interface SecuredMongo {
  /** Address of the database `sheaf` with user name, password and TLS. */
  url: string;
  close(): Promise<void>;
}

const readyTimeoutMs = 60_000;
const user = 'sheaf';
const password = 'p@ss/word';

/** Starts a replica set of one. @param ca the file of the authority that the server's certificate is from */
export async function startSecuredMongo(credentials: Credentials, ca: string): Promise<SecuredMongo> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-secured-mongo-'));
  const children = createChildren({ logFolder: folder, recordFile: path.join(folder, 'children.json') });
  const { signal } = new AbortController();
  const binary = await obtainMongod({ cache: cacheFolder(), report: () => undefined, signal });
  const port = await freePort();
  const certificateFile = path.join(folder, 'server.pem');
  const keyFile = path.join(folder, 'members.key');
  await writeFile(certificateFile, `${credentials.key}\n${credentials.cert}`, { mode: 0o600 });
  await writeFile(keyFile, randomBytes(48).toString('base64'), { mode: 0o600 });
  const child = await children.start({
    name: 'mongod',
    command: binary,
    args: [
      ...['--dbpath', folder, '--port', String(port), '--replSet', 'rs0', '--bind_ip', '127.0.0.1'],
      ...['--nounixsocket', '--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '128', '--auth'],
      ...['--keyFile', keyFile, '--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', certificateFile],
    ],
  });
  const tls = `tls=true&tlsCAFile=${encodeURIComponent(ca)}`;
  await waitUntilReady({ child, signal, timeoutMs: readyTimeoutMs, probe: () => makeUser(port, tls) });
  const login = `${user}:${encodeURIComponent(password)}`;
  return {
    url: `mongodb://${login}@localhost:${port}/sheaf?authSource=admin&replicaSet=rs0&${tls}`,
    async close() {
      await children.stopAll();
      await rm(folder, { recursive: true });
    },
  };
}

/** Initiates the replica set and makes its first user, as a server lets anyone from its own machine do. */
async function makeUser(port: number, tls: string): Promise<void> {
  const client = new MongoClient(`mongodb://localhost:${port}/?directConnection=true&${tls}`, {
    serverSelectionTimeoutMS: 2_000,
    runtimeAdapters: { os },
  });
  try {
    const admin = client.db('admin');
    const { isWritablePrimary } = (await admin.command({ hello: 1 })) as { isWritablePrimary?: boolean };
    if (isWritablePrimary !== true) {
      const members = [{ _id: 0, host: `localhost:${port}` }];
      await admin.command({ replSetInitiate: { _id: 'rs0', members } });
      throw new Error('it is not primary yet');
    }
    await admin.command({ createUser: user, pwd: password, roles: ['root'] });
  } finally {
    await client.close();
  }
}
