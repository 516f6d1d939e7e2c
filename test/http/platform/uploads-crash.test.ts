import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { uploadBlobs } from '../../../src/domain/platform/upload';
import { formHead, idOf, largeCsv, startUploadApi, until, type UploadApi } from './upload-client';

/** The upload routes in a process of their own, over the same rows and files as the test's. */
const program = `
  const { createApp } = require('./api/app');
  const { spreadsheetSniffer } = require('./src/services/documents/uploads/spreadsheet-sniffer');
  const { documentsDetail: family } = require('./api/documents/family');
  const { uploadRoutes } = require('./api/platform/uploads/routes');
  const { startServer } = require('./api/http/server');
  const { createBlobStore } = require('./src/blobs');
  const { readConfig } = require('./src/config');
  const { createLog } = require('./src/log');
  const { createStores } = require('./src/stores');
  const { connectMongo } = require('./src/stores/mongo/mongo');
  const { noMetrics: metrics } = require('./src/metrics');
  const { noTraces: traces } = require('./src/traces');
  (async () => {
    const config = readConfig();
    const stores = createStores((await connectMongo(config.MONGODB_URL, 'crash')).db);
    const lifecycle = { draining: false };
    const monotonicMs = () => performance.now();
    const deps = { config, stores, blobs: createBlobStore(config), log: createLog('silent', 'crash'), parts: [], lifecycle, monotonicMs, metrics, traces };
    const app = createApp(deps, uploadRoutes({ ...deps, spreadsheetSniffer }, { family, access: 'index' }));
    console.log((await startServer(app, config, lifecycle, family)).port);
  })();`;

let api: UploadApi;
beforeAll(async () => {
  api = await startUploadApi();
});
afterAll(() => api.close());

async function startVictim() {
  const { SIGNING_KEY, BLOB_FOLDER } = api.deps.config;
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', program], {
    cwd: join(__dirname, '../../..'),
    env: { ...process.env, PORT: '0', MONGODB_URL: api.url, SIGNING_KEY, BLOB_FOLDER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, port: Number(port) };
}

function begin(port: number, head: string[], body: Buffer | string): void {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write([...head, 'Host: sheaf', '', ''].join('\r\n'));
  socket.write(body);
}

test('a process killed while bodies arrive leaves pending rows and drafts only; retention removes both', async () => {
  const { child, port } = await startVictim();
  const { file_id, path } = await api.announce(largeCsv.length);
  begin(
    port,
    [`PUT ${path} HTTP/1.1`, `Content-Length: ${largeCsv.length}`],
    largeCsv.subarray(0, 2_000_000),
  );
  const formRequest = ['POST /v3/parse/uploads HTTP/1.1', `Authorization: Bearer ${api.key}`];
  formRequest.push('Content-Type: multipart/form-data; boundary=b', 'Content-Length: 90000000');
  begin(port, formRequest, formHead(largeCsv));
  // Each body's draft has its content type's beside it, before or after it.
  const bodies = (files: string[]) => files.filter((file) => !file.endsWith('~type'));
  await until(api.everything, (now) => now.rows.length === 2 && bodies(now.files).length === 2);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const left = await api.everything();
  expect(left.rows).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  expect(left.files.every((file) => file.startsWith('~drafts/'))).toBe(true);
  expect(await api.state(file_id)).toMatchObject({ state: 'pending' });
  expect((await api.put(path, largeCsv)).status).toBe(200);

  const longAgo = new Date(0);
  for (const file of left.files) await utimes(join(api.deps.config.BLOB_FOLDER, file), longAgo, longAgo);
  expect(await api.blobs.removeAbandoned(3_600_000)).toBe(left.files.length);
  await api.mongo.db.collection('uploads').updateMany({}, { $set: { purgeAt: longAgo, expiresAt: longAgo } });
  const expired = await api.stores.uploads.listExpired(10);
  expect(expired).toContain(idOf(file_id));
  for (const id of expired) {
    await api.blobs.deletePrefix(uploadBlobs(id).prefix);
    await api.stores.uploads.remove(id);
  }
  expect(await api.everything()).toEqual({ rows: [], files: [] });
});
