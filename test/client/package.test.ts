import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { startApi, type TestApi } from '../setup/api';

const root = path.join(__dirname, '../..');

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.each([
  ['required as CommonJS', 'commonjs.cjs'],
  ['imported as an ES module', 'module.mjs'],
])('the built package works %s', async (_, program) => {
  const { text } = await api.createKey();
  await api.request('/v2/collections/manuals', { method: 'PUT', key: text });
  const file = path.join(__dirname, 'programs', program);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, api.baseUrl, text]);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    status: 'ok',
    collections: 1,
    refused: 401,
    hasSize: true,
    verifies: true,
  });
});

test('the entry for browsers imports openapi-fetch alone, and nothing of Node', () => {
  const folder = path.join(root, 'packages/client/dist/esm');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const seen = new Set<string>();
  const follow = (name: string): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const text = readFileSync(path.join(folder, name), 'utf8');
    return [...text.matchAll(/from '([^']+)'/g)].flatMap(([, from = '']) =>
      from.startsWith('./') ? follow(from.slice(2)) : [from],
    );
  };
  expect(new Set(follow('index.js'))).toEqual(new Set(['openapi-fetch']));
  expect(files).toEqual(expect.arrayContaining(['node.js', 'webhooks.js']));
});
