import { once } from 'node:events';
import { Readable } from 'node:stream';
import { uploadBlobs } from '../../../src/domain/platform/upload';
import { csv, type ErrorBody, idOf, largeCsv, startUploadApi, until, type UploadApi } from './upload-client';

let api: UploadApi;
beforeAll(async () => {
  api = await startUploadApi();
});
afterAll(() => api.close());

describe('state and deletion', () => {
  test('an upload expires by time alone, whether its bytes came or not', async () => {
    const [ready, pending] = [(await api.upload()).body.file_id, await api.announce()];
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    for (const fileId of [ready, pending.file_id]) {
      await api.mongo.db.collection<{ _id: string }>('uploads').updateOne({ _id: idOf(fileId) }, past);
      expect(await api.state(fileId)).toMatchObject({ state: 'expired' });
    }
  });

  test('a deleted upload is gone with its bytes, and a second time unknown', async () => {
    const before = (await api.files()).length;
    const { body } = await api.upload();
    expect((await api.files()).length).toBe(before + 2);
    const remove = () =>
      api.request<ErrorBody>(`/v3/uploads/${idOf(body.file_id)}`, { method: 'DELETE', key: api.key });
    const first = await remove();
    expect([first.status, first.text]).toEqual([204, '']);
    expect((await api.files()).length).toBe(before);
    expect(await api.state(body.file_id)).toMatchObject({ error: 'upload_unknown' });
    expect((await remove()).status).toBe(404);
  });

  test('a link whose upload was deleted takes nothing, not even from a body that is under way', async () => {
    const { file_id, path } = await api.announce(largeCsv.length);
    const before = await api.files();
    const socket = await api.begin(
      [`PUT ${path} HTTP/1.1`, `Content-Length: ${largeCsv.length}`],
      largeCsv.subarray(0, 2_000_000),
    );
    await until(api.files, (now) => now.length > before.length);
    await api.request(`/v3/uploads/${idOf(file_id)}`, { method: 'DELETE', key: api.key });
    const answer = once(socket, 'data');
    socket.write(largeCsv.subarray(2_000_000));
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 404 [^]*"upload_unknown"/);
    socket.destroy();
    expect(await api.files()).toEqual(before);
    expect((await api.put(path, largeCsv)).body.error).toBe('upload_unknown');
  });

  test.each([
    ['another organization', { organization: 'globex' }],
    ['another environment', { environment: 'staging' as const }],
  ])('%s cannot see or delete an upload', async (_name, who) => {
    const { body } = await api.upload();
    const { text } = await api.createKey(who);
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.request<ErrorBody>(`/v3/uploads/${idOf(body.file_id)}`, { method, key: text });
      expect([answer.status, answer.body.error]).toEqual([404, 'upload_unknown']);
    }
    expect(await api.state(body.file_id)).toMatchObject({ state: 'ready' });
  });

  test.each([
    ['upl_00000000000000000000000000'],
    ['upl_x'],
    ['svc:%2F%2Fupl_x'],
    ['__proto__'],
    ['$ne'],
    ['%00'],
    ['prs_00000000000000000000000000'],
  ])('the id %s is unknown', async (id) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await api.request<ErrorBody>(`/v3/uploads/${id}`, { method, key: api.key });
      expect([answer.status, answer.body.error]).toEqual([404, 'upload_unknown']);
    }
  });

  test('retention leaves neither row nor bytes, whatever state an upload was left in', async () => {
    await api.upload();
    const { file_id } = await api.announce();
    // The state after a process was killed between the last byte and the row.
    const crashed = uploadBlobs(idOf(file_id)).attempt('crashed');
    await api.blobs.put(crashed, Readable.from([csv]), { contentType: 'text/csv' });
    const long = new Date(0);
    await api.mongo.db.collection('uploads').updateMany({}, { $set: { purgeAt: long, expiresAt: long } });
    for (const id of await api.stores.uploads.listExpired(1_000)) {
      await api.blobs.deletePrefix(uploadBlobs(id).prefix);
      await api.stores.uploads.remove(id);
    }
    expect(await api.everything()).toEqual({ rows: [], files: [] });
  });
});
