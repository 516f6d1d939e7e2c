import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(path.join(__dirname, '../..', name), 'utf8')) as unknown;
const manifest = read('package.json') as Manifest;
const lock = read('package-lock.json') as {
  packages: Record<string, Partial<Manifest> & { version?: string; link?: boolean; resolved?: string }>;
};
/** Version of a package by the lock file; one of the workspace stands there by its folder. */
function lockedVersion(name: string): string | undefined {
  const found = lock.packages[`node_modules/${name}`];
  return found?.link === true ? lock.packages[found.resolved!]?.version : found?.version;
}

const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

/** An exact version, also of a package under another name: `npm:@e965/xlsx@0.20.3`. */
const exactVersion = /^(?:npm:.+@)?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/;

test('package.json names exact versions, and the lock file has those', () => {
  const versions = named.map(([name, version]) => [name, exactVersion.exec(version)?.[1] ?? version]);
  const locked = named.map(([name]) => [name, lockedVersion(name)]);
  expect(versions).toEqual(locked);
});

test('the lock file was written for this package.json', () => {
  const { dependencies, devDependencies } = manifest;
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies });
});

test('all packages of Temporal are of one version', () => {
  const temporal = named.filter(([name]) => name.startsWith('@temporalio/'));
  expect(new Set(temporal.map(([, version]) => version)).size).toBe(1);
});
