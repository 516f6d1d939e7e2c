import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../embedded/processes/free-port';
import { createTestAuthority, type TestAuthority } from '../net/certificates';
import { embeddingModelFolder } from '../setup/embedding-model';
import { passOn } from '../setup/pass-on';
import { type ProgramProcess, startProgram } from '../setup/program-process';
import { type SecuredMongo, startSecuredMongo } from '../setup/secured-mongo';
import { type SecuredTemporal, startSecuredTemporal } from '../setup/secured-temporal';
import { servers } from '../setup/servers';
import { createNamespace, type TestNamespace } from '../setup/temporal';

const devKey = 'the-key-of-this-development-machine';
const temporalKey = 'key-of-temporal';
const elasticsearchKey = 'key-of-elasticsearch';

let folder: string;
let authority: TestAuthority;
let mongo: SecuredMongo;
let temporal: SecuredTemporal;
let namespace: TestNamespace;
let elasticsearch: Server;
let env: Record<string, string>;

const file = (name: string) => path.join(folder, name);
const write = async (texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) await writeFile(file(name), text);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sheaf-secured-'));
  authority = await createTestAuthority();
  const [server, client] = [await authority.issue('temporal.internal'), await authority.issue()];
  const stranger = await createTestAuthority();
  await write({ 'ca.pem': authority.ca, 'client.pem': client.cert, 'client.key': client.key });
  await write({ 'other-ca.pem': stranger.ca });
  elasticsearch = createServer(server, (request, response) => {
    if (request.headers.authorization === `ApiKey ${elasticsearchKey}`)
      passOn(request, response, servers().elasticsearchUrl);
    else response.writeHead(401).end('{}');
  }).listen(0, '127.0.0.1');
  await once(elasticsearch, 'listening');
  namespace = await createNamespace();
  [mongo, temporal] = await Promise.all([
    startSecuredMongo(server, file('ca.pem')),
    startSecuredTemporal(namespace.address, { ...server, ca: authority.ca, apiKey: temporalKey }),
  ]);
  env = {
    DATA_DIR: folder,
    MONGODB_URL: mongo.url,
    ELASTICSEARCH_URL: `https://localhost:${(elasticsearch.address() as AddressInfo).port}`,
    ELASTICSEARCH_API_KEY: elasticsearchKey,
    ELASTICSEARCH_CA_CERT_PATH: file('ca.pem'),
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: namespace.namespace,
    TEMPORAL_API_KEY: temporalKey,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('ca.pem'),
    TEMPORAL_TLS_CLIENT_CERT_PATH: file('client.pem'),
    TEMPORAL_TLS_CLIENT_KEY_PATH: file('client.key'),
    TEMPORAL_TLS_SERVER_NAME: 'temporal.internal',
    EMBEDDING_MODEL_DIR: await embeddingModelFolder(),
    SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    DEV_API_KEY: devKey,
  };
});
afterAll(async () => {
  elasticsearch.closeAllConnections();
  elasticsearch.close();
  await temporal.close();
  await mongo.close();
  await namespace.close();
  await rm(folder, { recursive: true });
});

it('API and worker do a job over servers with certificates of an own authority, passwords and API keys', async () => {
  const port = await freePort();
  const programs: ProgramProcess[] = await Promise.all([
    startProgram('api', { ...env, PORT: String(port) }),
    startProgram('worker', env),
  ]);
  const ask = async (route: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${devKey}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}${route}`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as { job_id: string; status: string } };
  };
  const post = (route: string, json: object) => ask(route, { method: 'POST', body: JSON.stringify(json) });
  try {
    expect(await ask('/health/ready')).toMatchObject({ body: { status: 'ready' } });
    expect(await ask('/v2/collections/manuals', { method: 'PUT' })).toMatchObject({ status: 201 });
    const { body: job } = await post('/v2/collections/manuals/index/text', {
      content: 'The gasket of the pump is changed once a year.',
      filename: 'pump.txt',
    });
    let status = 'queued';
    while (!['completed', 'failed', 'cancelled'].includes(status))
      ({ status } = (await ask(`/v2/jobs/${job.job_id}`)).body);
    expect(status).toBe('completed');
    const found = await post('/v3/collections/manuals/query', { query: 'gasket' });
    expect(found).toMatchObject({ status: 200 });
    expect(JSON.stringify(found.body)).toContain('once a year');
  } finally {
    await Promise.all(programs.map((program) => program.sigterm()));
  }
});

it.each([
  [
    'Temporal of an unknown authority',
    { TEMPORAL_TLS_SERVER_CA_CERT_PATH: 'other-ca.pem' },
    'TEMPORAL_ADDRESS: ',
  ],
  ['Temporal of another name', { TEMPORAL_TLS_SERVER_NAME: 'elsewhere.internal' }, 'TEMPORAL_ADDRESS: '],
  [
    'Temporal without a client certificate',
    { TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' },
    'TEMPORAL_ADDRESS: ',
  ],
  ['TLS for a Temporal without it', { TEMPORAL_ADDRESS: 'plain' }, 'TEMPORAL_ADDRESS: '],
  [
    'no TLS for a Temporal with it',
    {
      TEMPORAL_TLS: 'false',
      TEMPORAL_API_KEY: '',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: '',
      TEMPORAL_TLS_SERVER_NAME: '',
      TEMPORAL_TLS_CLIENT_CERT_PATH: '',
      TEMPORAL_TLS_CLIENT_KEY_PATH: '',
    },
    'TEMPORAL_ADDRESS: the server cannot be used: the server asks for TLS',
  ],
  ['Temporal with another API key', { TEMPORAL_API_KEY: 'wrong' }, 'API key required'],
  [
    'a client certificate that is no file',
    { TEMPORAL_TLS_CLIENT_CERT_PATH: 'none.pem' },
    'cannot be read (ENOENT)',
  ],
  ['a key for a certificate', { ELASTICSEARCH_CA_CERT_PATH: 'client.key' }, 'is not the PEM text'],
])('a program that is given %s says so and ends', async (_, wrong, said) => {
  const given = Object.entries(wrong).map(([name, value]) => [
    name,
    value === 'plain'
      ? namespace.address
      : value.includes('.') && !name.endsWith('_NAME')
        ? file(value)
        : value,
  ]);
  const starting = startProgram('api', {
    ...env,
    PORT: '0',
    ...(Object.fromEntries(given) as Record<string, string>),
  });
  await expect(starting).rejects.toThrow(said);
});

it('a program that does not trust the certificate of MongoDB says so and ends', async () => {
  const wrong = mongo.url.replace('ca.pem', 'other-ca.pem');
  await expect(startProgram('worker', { ...env, MONGODB_URL: wrong })).rejects.toThrow('MONGODB_URL: ');
});

it('an Elasticsearch that refuses the key is not ready', async () => {
  const port = await freePort();
  const api = await startProgram('api', { ...env, PORT: String(port), ELASTICSEARCH_API_KEY: 'wrong' });
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect(await response.json()).toMatchObject({ parts: { elasticsearch: 'not available', mongodb: 'ok' } });
  } finally {
    await api.sigterm();
  }
});
