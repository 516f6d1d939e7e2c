import { once } from 'node:events';
import { signUploadPath } from '../../../src/signing/upload-url';
import {
  chunked,
  csv,
  type ErrorBody,
  idOf,
  type IssueBody,
  largeCsv,
  sha256,
  startUploadApi,
  until,
  type UploadApi,
} from './upload-client';

let api: UploadApi;
beforeAll(async () => {
  api = await startUploadApi();
});
afterAll(() => api.close());

describe('an announced upload', () => {
  test('is pending until its bytes arrive, then ready for 24 hours', async () => {
    const { file_id, path, expires_at } = await api.announce();
    expect(await api.state(file_id)).toMatchObject({
      state: 'pending',
      sha256: null,
      byte_size: csv.length,
      expires_at,
    });
    const answer = await api.put(path, csv);
    expect([answer.status, answer.body]).toEqual([200, { file_id, state: 'ready' }]);
    expect(await api.state(file_id)).toMatchObject({
      state: 'ready',
      sha256: sha256(csv),
      filename: 'big.csv',
    });
  });

  test('has a link for 15 minutes and says so', async () => {
    const sentMs = Date.now();
    const answer = await api.request<{ expires_at: string }>('/v3/uploads', {
      key: api.key,
      json: { filename: 'a.pdf', byte_size: 5 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      method: 'PUT',
      upload_url: expect.stringMatching(
        /^https:\/\/sheaf\.example\/u\/upl_[^?]+\?expires=\d+&sig=[\w-]{43}$/,
      ) as string,
    });
    expect(Math.round((Date.parse(answer.body.expires_at) - sentMs) / 60_000)).toBe(15);
  });

  test.each([
    ['a body without a length', () => chunked(largeCsv.subarray(0, 1_000_000), largeCsv.subarray(1_000_000))],
    ['a body with a length', () => largeCsv],
  ])('takes %s', async (_name, body) => {
    const { file_id, path } = await api.announce(largeCsv.length);
    expect((await api.put(path, body())).status).toBe(200);
    expect(await api.state(file_id)).toMatchObject({ state: 'ready', sha256: sha256(largeCsv) });
  });

  test.each([
    ['a PDF', Buffer.from('%PDF-1.7 and so on'), 'application/pdf', 'application/pdf'],
    ['text that the client calls Markdown', Buffer.from('# a, b\n'), 'text/markdown', 'text/markdown'],
    ['text that the client calls nothing', Buffer.from('a,b\n'), undefined, 'text/csv'],
    [
      'an image that the client calls a spreadsheet',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'text/csv',
      'text/csv',
    ],
  ])('may be any file: %s', async (_name, content, declared, kept) => {
    const { file_id, path } = await api.announce(content.length, { content_type: declared });
    expect((await api.put(path, content)).status).toBe(200);
    expect(await api.state(file_id)).toMatchObject({ state: 'ready', content_type: kept });
  });

  test.each([
    ['shorter, announced', (bytes: Buffer) => bytes.subarray(1)],
    ['longer, announced', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
    ['shorter', (bytes: Buffer) => chunked(bytes.subarray(1))],
    ['longer', (bytes: Buffer) => chunked(bytes, Buffer.from('x'))],
    ['endless', () => endless()],
    ['empty', () => chunked()],
  ])('refuses a body that is %s, and takes the right one afterwards', async (_name, wrong) => {
    const { file_id, path } = await api.announce(largeCsv.length);
    const before = await api.everything();
    const answer = await api.put(path, wrong(largeCsv));
    expect([answer.status, answer.body.error]).toEqual([400, 'upload_length_mismatch']);
    expect(await api.everything()).toEqual(before);
    expect((await api.put(path, largeCsv)).status).toBe(200);
    expect(await api.state(file_id)).toMatchObject({ state: 'ready', sha256: sha256(largeCsv) });
  });

  test('answers a client that still sends after its refusal, and cuts it off in the end', async () => {
    const { path } = await api.announce(1_000);
    const socket = await api.begin([`PUT ${path} HTTP/1.1`, 'Transfer-Encoding: chunked'], '');
    const answer = once(socket, 'data');
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')]);
    const goOn = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', goOn);
    goOn();
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 400 [^]*"upload_length_mismatch"/);
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesWritten).toBeGreaterThan(100 * 1024 * 1024);
  });

  test('stays as it was when the client goes away in the middle of the body', async () => {
    const { file_id, path } = await api.announce(largeCsv.length);
    const before = await api.everything();
    const socket = await api.begin(
      [`PUT ${path} HTTP/1.1`, `Content-Length: ${largeCsv.length}`],
      largeCsv.subarray(0, 2_000_000),
    );
    await until(api.everything, (now) => now.files.length > before.files.length);
    socket.destroy();
    await until(api.everything, (now) => JSON.stringify(now) === JSON.stringify(before));
    expect(await api.state(file_id)).toMatchObject({ state: 'pending' });
    expect((await api.put(path, largeCsv)).status).toBe(200);
  });

  test('takes one of several bodies that arrive at once, whole; the others are told', async () => {
    const bodies = Array.from({ length: 6 }, (_, n) => Buffer.alloc(1_000_000, String(n)));
    const { file_id, path } = await api.announce(1_000_000);
    const before = await api.files();
    const answers = await Promise.all(bodies.map((body) => api.put(path, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.error))).toEqual(
      new Set(['upload_already_finished']),
    );
    const winner = bodies[answers.findIndex(({ status }) => status === 200)]!;
    expect(await api.state(file_id)).toMatchObject({ state: 'ready', sha256: sha256(winner) });
    expect((await api.files()).length - before.length).toBe(2);
  });

  test('that has its bytes takes no others', async () => {
    const { path } = await api.announce();
    await api.put(path, csv);
    const answer = await api.put(path, csv);
    expect([answer.status, answer.body.error]).toEqual([409, 'upload_already_finished']);
  });

  test.each([
    ['without a signature', (path: string) => path.replace(/sig=.*/, '')],
    ['without a query', (path: string) => path.replace(/\?.*/, '')],
    ['with another signature', (path: string) => path.replace(/sig=...../, 'sig=AAAAA')],
    ['with a later expiry', (path: string) => path.replace(/expires=\d+/, 'expires=9999999999')],
    ['with an expiry that is no number', (path: string) => path.replace(/expires=\d+/, 'expires=NaN')],
    ['of another upload', (path: string) => path.replace(/upl_.{10}/, 'upl_0000000000')],
    ['of no upload', (path: string) => path.replace(/upl_[^?]+/, '..%2F..')],
  ])('refuses a link %s', async (_name, change) => {
    const { file_id, path } = await api.announce();
    const answer = await api.put(change(path), csv);
    expect([answer.status, answer.body.error]).toEqual([403, 'invalid_signature']);
    expect(await api.state(file_id)).toMatchObject({ state: 'pending' });
  });

  test.each([
    ['a parameter more', '&x=1', 400, 'validation_error'],
    ['a parameter twice', '&sig=x', 422, undefined],
  ])('refuses a link with %s', async (_name, more, status, code) => {
    const { path } = await api.announce();
    const answer = await api.put(path + more, csv);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
  });

  test('refuses a link that has expired, with the code of an expired upload', async () => {
    const { file_id } = await api.announce();
    const signingKey = Buffer.from(api.deps.config.SIGNING_KEY, 'base64');
    const answer = await api.put(
      signUploadPath(signingKey, idOf(file_id), new Date(Date.now() - 1_000)),
      csv,
    );
    expect([answer.status, answer.body.error]).toEqual([410, 'upload_expired']);
  });

  test.each([
    ['filename', { filename: '' }],
    ['filename', { filename: '../..' }],
    ['filename', { filename: 'x'.repeat(1_025) }],
    ['filename', { filename: 1 }],
    ['filename', { filename: undefined }],
    ['byte_size', { byte_size: -1 }],
    ['byte_size', { byte_size: 1.5 }],
    ['byte_size', { byte_size: '5' }],
    ['byte_size', { byte_size: undefined }],
    ['content_type', { content_type: 'csv' }],
    ['content_type', { content_type: 'text/csv\r\nx: y' }],
    ['content_type', { content_type: null }],
    ['organization_id', { organization_id: 'org_2' }],
  ])('needs a right %s', async (field, change) => {
    const before = (await api.everything()).rows;
    const json = { filename: 'a.csv', byte_size: 3, content_type: 'text/csv', ...change };
    const answer = await api.request<IssueBody>('/v3/uploads', { key: api.key, json });
    expect([answer.status, answer.body.detail[0]!.loc]).toEqual([422, ['body', field]]);
    expect((await api.everything()).rows).toEqual(before);
  });

  test.each([
    [0, 400, 'empty_file'],
    [100 * 1024 * 1024 + 1, 413, 'file_too_large'],
    [Number.MAX_SAFE_INTEGER, 413, 'file_too_large'],
  ])('of %i bytes is refused', async (byteSize, status, code) => {
    const answer = await api.request<ErrorBody>('/v3/uploads', {
      key: api.key,
      json: { filename: 'a.csv', byte_size: byteSize },
    });
    expect([answer.status, answer.body.error]).toEqual([status, code]);
  });
});

function endless(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(65_536, 'a'));
    },
  });
}
