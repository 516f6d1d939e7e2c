import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { configExample } from '../../src/config-table';
import { readConfig } from '../../src/config';
import { configSchema } from '../../src/config-schema';

const read = (name: string) => readFileSync(path.join(__dirname, '../..', name), 'utf8');

interface Service {
  image: string;
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
    expect(Object.keys(environment).filter((name) => !(name in configSchema.shape))).toEqual([]);
  }
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

test('services have images of one version, and depend on services and volumes that are there', () => {
  for (const [, { image, depends_on: needed = {}, volumes = [] }] of services) {
    expect(image).toMatch(/:\d+\.\d+/);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(needed)));
    for (const [source] of volumes.map((volume) => volume.split(':')))
      if (source!.startsWith('./')) expect(read(source!)).not.toBe('');
      else expect(Object.keys(compose.volumes)).toContain(source);
  }
});
