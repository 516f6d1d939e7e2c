import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApi, type TestApi } from '../setup/api';
import { openApiDocument } from '../../src/openapi-document';

const root = path.join(__dirname, '../..');

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = mkdtempSync(path.join(tmpdir(), 'sheaf-client-types-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

test('the document that is written without a server is the one that a server answers', async () => {
  const { body } = await api.request('/openapi.json');
  expect(await openApiDocument()).toEqual(body);
});

test('the parts of the client that follow from the routes are current; if not, `npm run client:types` writes them', () => {
  execFileSync(process.execPath, ['scripts/client-types.mjs', folder], { cwd: root });
  for (const name of ['openapi.ts', 'operations.ts']) {
    const checkedIn = readFileSync(path.join(root, 'packages/client/src', name), 'utf8');
    expect([name, checkedIn === readFileSync(path.join(folder, name), 'utf8')]).toEqual([name, true]);
  }
});
