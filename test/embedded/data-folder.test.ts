import { statSync } from 'node:fs';
import net from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { createPorts } from '../../embedded/processes/ports';
import { readSecrets } from '../../embedded/secrets';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();

test('a server keeps its port from run to run', async () => {
  const file = path.join(folder(), 'ports.json');
  const chosen = await createPorts(file).choose('mongod');
  expect(await createPorts(file).choose('mongod')).toBe(chosen);
});

test('a server whose port was taken meanwhile gets another one and keeps that', async () => {
  const file = path.join(folder(), 'ports.json');
  const before = await createPorts(file).choose('mongod');
  const intruder = net.createServer().listen(before, '127.0.0.1');
  await once(intruder, 'listening');
  const after = await createPorts(file).choose('mongod');
  intruder.close();
  expect(after).not.toBe(before);
  expect(await createPorts(file).choose('mongod')).toBe(after);
});

test('secrets are made once and only their owner can read them', () => {
  const first = readSecrets(folder());
  expect(readSecrets(folder())).toEqual(first);
  expect(Buffer.from(first.signingKey, 'base64')).toHaveLength(32);
  expect(first.devApiKey).toMatch(/^svc_dev_[\w-]{32}$/);
  const modes = ['signing-key', 'dev-api-key'].map(
    (name) => statSync(path.join(folder(), name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600]);
});

test('a development key from the environment wins and is not written down', () => {
  process.env.DEV_API_KEY = 'svc_dev_from_the_environment';
  try {
    expect(readSecrets(folder()).devApiKey).toBe('svc_dev_from_the_environment');
    expect(statSync(path.join(folder(), 'dev-api-key'), { throwIfNoEntry: false })).toBeUndefined();
  } finally {
    delete process.env.DEV_API_KEY;
  }
});

test.each([
  [{ SHEAF_CACHE: '/own/cache', XDG_CACHE_HOME: '/xdg' }, '/own/cache'],
  [{ SHEAF_CACHE: '', XDG_CACHE_HOME: '/xdg' }, '/xdg/sheaf'],
])('the cache folder for %j is %s', (env, expected) => {
  expect(cacheFolder(env)).toBe(expected);
});
