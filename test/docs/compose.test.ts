import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { configExample } from '../../src/config-docs';
import { readConfig } from '../../src/config';
import { configSchema } from '../../src/config-schema';

const read = (name: string) => readFileSync(path.join(__dirname, '../..', name), 'utf8');

interface Service {
  image: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const example = read('.env.example');
const services = Object.entries(compose.services);

test('.env.example has every variable that docker-compose.yml does not set by itself (npm run docs)', () => {
  expect(example).toContain(`\n${configExample(read('docker-compose.yml'))}\n`);
});

test('each variable of the configuration reaches the programs, from .env or set by docker-compose.yml', () => {
  const offered = new Set([...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!));
  for (const program of ['api', 'worker']) {
    const { env_file: file, environment = {} } = compose.services[program]!;
    expect(file).toBe('.env');
    const missing = Object.keys(configSchema.shape).filter(
      (name) => !(name in environment) && !offered.has(name),
    );
    expect(missing).toEqual([]);
    const given = Object.keys(environment).filter((name) => environment[name] !== '');
    expect(given.filter((name) => !(name in configSchema.shape))).toEqual([]);
  }
});

/** Variables that have a value in a container, where each of .env.example has one. */
function valuesIn({ env_file: file, environment = {} }: Service): Set<string> {
  const offered = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  const values = Object.fromEntries((file === undefined ? [] : offered).map((name) => [name, 'set']));
  return new Set(
    Object.entries({ ...values, ...environment }).flatMap(([name, value]) => (value === '' ? [] : name)),
  );
}

const bothPrograms = ['api', 'worker'];
const temporalServices = ['temporal-db', 'temporal-schema', 'temporal'];

test.each<{ secret: string; services: string[] }>([
  { secret: 'SIGNING_KEY', services: bothPrograms },
  { secret: 'CREDENTIALS_KEYS', services: bothPrograms },
  { secret: 'MONGODB_URL', services: bothPrograms },
  { secret: 'ELASTICSEARCH_URL', services: bothPrograms },
  { secret: 'ELASTICSEARCH_API_KEY', services: bothPrograms },
  { secret: 'TEMPORAL_API_KEY', services: bothPrograms },
  { secret: 'S3_SECRET_ACCESS_KEY', services: bothPrograms },
  { secret: 'CHAT_API_KEY', services: bothPrograms },
  { secret: 'RERANK_API_KEY', services: bothPrograms },
  { secret: 'EMBEDDING_API_KEY', services: bothPrograms },
  { secret: 'OTEL_EXPORTER_OTLP_HEADERS', services: bothPrograms },
  { secret: 'TRANSCRIPTION_API_KEY', services: ['worker'] },
  { secret: 'DEV_API_KEY', services: ['api'] },
  { secret: 'MONGODB_PASSWORD', services: [] },
  { secret: 'MONGO_INITDB_ROOT_PASSWORD', services: ['mongo'] },
  { secret: 'MONGODB_REPLICA_KEY', services: ['mongo'] },
  { secret: 'ELASTIC_PASSWORD', services: ['elasticsearch'] },
  { secret: 'TEMPORAL_DB_PASSWORD', services: [] },
  { secret: 'POSTGRES_PASSWORD', services: ['temporal-db'] },
  { secret: 'SQL_PASSWORD', services: ['temporal-schema'] },
  { secret: 'POSTGRES_PWD', services: ['temporal'] },
])('$secret is in the containers that use it, and in no other', ({ secret, services: wanted }) => {
  const having = services.filter(([, service]) => valuesIn(service).has(secret)).map(([name]) => name);
  expect(having).toEqual(wanted);
});

test('the password of a server is in the containers of that server and its clients only', () => {
  const asking = (variable: string) =>
    services.flatMap(([name, service]) => (JSON.stringify(service).includes(`\${${variable}:`) ? name : []));
  expect(asking('MONGODB_PASSWORD')).toEqual([...bothPrograms, 'mongo']);
  expect(asking('ELASTIC_PASSWORD')).toEqual([...bothPrograms, 'elasticsearch']);
  expect(asking('TEMPORAL_DB_PASSWORD')).toEqual(temporalServices);
  expect(asking('MONGODB_REPLICA_KEY')).toEqual(['mongo']);
  expect(asking('SIGNING_KEY')).toEqual(bothPrograms);
});

test('a filled .env.example with every comment taken away is a configuration with the same values', () => {
  const filled = example.replace(/^SIGNING_KEY=$/m, `SIGNING_KEY=${'A'.repeat(43)}=`);
  const variables = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
    );
  expect(readConfig(variables(filled.replaceAll(/^#(?=[A-Z])/gm, '')))).toEqual(
    readConfig(variables(filled)),
  );
});

test('each variable that docker-compose.yml asks for is in .env.example', () => {
  const asked = [...read('docker-compose.yml').matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name]) => name!);
  expect([...new Set(asked)].filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
});

/** An image by its version and its digest, in compose files and in a Dockerfile. */
const pinnedImage = /^[\w./-]+:\d[\w.-]*@sha256:[0-9a-f]{64}$/;

test('images that others build have a version and a digest, one for each', () => {
  const built = services.filter(([, { build }]) => build !== undefined).map(([name]) => name);
  expect(built).toEqual(bothPrograms);
  const images = services.flatMap(([, { build, image }]) => (build === undefined ? image : []));
  const bases = [...read('Dockerfile').matchAll(/^(?:FROM|# syntax=)\s*(\S+)/gm)].map(([, image]) => image!);
  expect(bases).toHaveLength(3);
  for (const image of [...images, ...bases]) expect(image).toMatch(pinnedImage);
  const digests = new Map([...images, ...bases].map((image) => image.split('@') as [string, string]));
  expect(new Set([...images, ...bases]).size).toBe(digests.size);
});

test('services depend on services and volumes that are there', () => {
  for (const [, { image, depends_on: needed = {}, volumes = [] }] of services) {
    expect(image).toMatch(/:\d+\.\d+/);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(needed)));
    for (const [source] of volumes.map((volume) => volume.split(':')))
      if (source!.startsWith('./')) expect(read(source!)).not.toBe('');
      else expect(Object.keys(compose.volumes)).toContain(source);
  }
});
