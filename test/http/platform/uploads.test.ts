import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UploadedFile } from '../../../api/platform/uploads/schema';
import {
  chunked,
  csv,
  type ErrorBody,
  form,
  formEnd,
  formHead,
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

const fixture = (path: string) => readFileSync(join(__dirname, path));
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const megabytes = (count: number) => Array.from({ length: count }, () => Buffer.alloc(1024 * 1024, 'a,b\n'));
const formRequest = () => [
  'POST /v3/parse/uploads HTTP/1.1',
  `Authorization: Bearer ${api.key}`,
  'Content-Type: multipart/form-data; boundary=b',
];
const send = <T>(body: RequestInit['body']) =>
  api.request<T>('/v3/parse/uploads', {
    method: 'POST',
    key: api.key,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body,
  });

describe('a form', () => {
  test.each([
    ['CSV', 'csv', csv, 'text/csv'],
    ['XLSX', 'xlsx', fixture('../../../examples/quarterly-report.xlsx'), xlsxType],
    ['XLSX called CSV', 'csv', fixture('../../../examples/quarterly-report.xlsx'), xlsxType],
    [
      'XLS',
      'xls',
      fixture('../../../packages/spreadsheet-reader/test/fixtures/biff8.xls'),
      'application/vnd.ms-excel',
    ],
    ['a large CSV', 'csv', largeCsv, 'text/csv'],
    ['TSV under another name', 'txt', Buffer.from('a\tb\n1\t2\n'), 'text/tab-separated-values'],
  ])(
    'with %s is kept, with its hash and the type that its content shows',
    async (_name, ending, content, type) => {
      const { status, body } = await api.upload(content, `book.${ending}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        file_id: expect.stringMatching(/^svc:\/\/upl_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
        filename: `book.${ending}`,
        content_type: type,
        byte_size: content.length,
        sha256: sha256(content),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        expires_at: expect.any(String) as string,
      });
      const keptMs = Date.parse(body.expires_at) - Date.parse(body.created_at);
      expect(Math.round(keptMs / 60_000)).toBe(24 * 60);
      expect(await api.state(body.file_id)).toEqual({ ...body, state: 'ready' });
    },
  );

  test.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\Users\\me\\book.csv', 'book.csv'],
    ['Übersicht – 表 📊.csv', 'Übersicht – 表 📊.csv'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(251)}.csv`],
    ['__proto__', '__proto__'],
  ])('with the file name %j keeps %j', async (sent, kept) => {
    expect((await api.upload(csv, sent)).body.filename).toBe(kept);
  });

  test.each([
    ['no bytes', Buffer.alloc(0), 400, 'empty_file'],
    ['a PDF', Buffer.from('%PDF-1.7\n...'), 400, 'unsupported_file_type'],
    ['an image called book.xlsx', Buffer.from('89504e470d0a1a0a0000', 'hex'), 400, 'unsupported_file_type'],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 400, 'unsupported_file_type'],
  ])('with %s is refused and leaves nothing', async (_name, content, status, code) => {
    const before = await api.everything();
    const answer = await api.upload<ErrorBody>(content, 'book.xlsx');
    expect([answer.status, answer.body.error, answer.body.path]).toEqual([status, code, '/v3/parse/uploads']);
    expect(await api.everything()).toEqual(before);
  });

  test('that announces more than 100 MB is refused before its body comes', async () => {
    const socket = await api.begin([...formRequest(), 'Content-Length: 104923137'], '');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 [^]*"file_too_large"/);
    socket.destroy();
  });

  test('of more than 100 MB that says nothing of its size is too large and leaves nothing', async () => {
    const before = await api.everything();
    const answer = await send<ErrorBody>(chunked(formHead(''), ...megabytes(100), 'x', formEnd));
    expect([answer.status, answer.body.error]).toEqual([413, 'file_too_large']);
    expect(await api.everything()).toEqual(before);
  });

  test('of exactly 100 MB is kept', async () => {
    const { status, body } = await send<UploadedFile>(chunked(formHead(''), ...megabytes(100), formEnd));
    expect([status, body.byte_size]).toEqual([200, 104_857_600]);
  });

  test.each([
    ['without parts', () => form(), ['body', 'file'], 'missing'],
    [
      'with another part',
      () => form({ name: 'data', filename: 'a.csv', content: csv }),
      ['body', 'data'],
      'extra_forbidden',
    ],
    ['with a field in place of a file', () => form({ content: 'text' }), ['body', 'file'], 'missing'],
    ['with a file without a name', () => form({ filename: '..', content: csv }), ['body', 'file'], 'missing'],
    [
      'with two files',
      () => form({ filename: 'a.csv', content: csv }, { filename: 'b.csv', content: csv }),
      ['body', 'file'],
      'extra_forbidden',
    ],
    [
      'with a field behind a large file',
      () => form({ filename: 'a.csv', content: largeCsv }, { name: 'x', content: 'y' }),
      ['body', 'file'],
      'extra_forbidden',
    ],
    [
      'with a field before the file',
      () => form({ name: 'x', content: 'y' }, { filename: 'a.csv', content: csv }),
      ['body', 'x'],
      'extra_forbidden',
    ],
  ])('%s is refused as 422 and leaves nothing', async (_name, body, loc, type) => {
    const before = await api.everything();
    const answer = await api.request<IssueBody>('/v3/parse/uploads', { key: api.key, body: body() });
    expect([answer.status, answer.body.detail[0]]).toMatchObject([422, { loc, type }]);
    expect(await api.everything()).toEqual(before);
  });

  test.each([
    ['that stops in its file', formHead('a,b\n1,2')],
    ['that stops in its headers', '--b\r\nContent-Disposition: form-data; name="file"'],
    ['that stops behind its file', `${formHead('a,b')}\r\n--b`],
    ['that never begins', 'hello'],
    ['of nothing', ''],
    ['with huge part headers', `--b\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['whose part has no disposition', '--b\r\nContent-Type: text/csv\r\n\r\na,b\r\n--b--\r\n'],
    [
      'whose part has no name',
      '--b\r\nContent-Disposition: form-data; filename="a.csv"\r\n\r\na,b\r\n--b--\r\n',
    ],
  ])('%s is refused as 422 and leaves nothing', async (_name, body) => {
    const before = await api.everything();
    const answer = await api.request<IssueBody>('/v3/parse/uploads', {
      key: api.key,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect(answer.status).toBe(422);
    expect(await api.everything()).toEqual(before);
  });

  test('may have an epilogue', async () => {
    const answer = await api.request('/v3/parse/uploads', {
      key: api.key,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: chunked(Buffer.from(`${formHead('a,b\n')}\r\n--b--\r\n`), Buffer.from('and more')),
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['text/csv'],
    ['application/json'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data'],
    ['multipart/mixed; boundary=b'],
    [''],
  ])('sent as %j is 415', async (type) => {
    const answer = await api.request<ErrorBody>('/v3/parse/uploads', {
      key: api.key,
      headers: { 'content-type': type },
      body: 'a,b',
    });
    expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type']);
  });

  test('needs a key with index', async () => {
    const { text } = await api.createKey({ permissions: ['query'] });
    const asked = (who?: string) =>
      api.request<ErrorBody>('/v3/parse/uploads', {
        ...(who === undefined ? {} : { key: who }),
        body: form({ filename: 'a.csv', content: csv }),
      });
    expect((await asked(text)).body.error).toBe('permission_denied');
    expect((await asked()).body.error).toBe('invalid_api_key');
  });

  test.each([['in the headers of the file'], ['in the middle of the file'], ['behind the file']])(
    'whose client goes away %s leaves nothing',
    async (where) => {
      const before = await api.everything();
      const head = [
        'POST /v3/parse/uploads HTTP/1.1',
        `Authorization: Bearer ${api.key}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 90000000',
      ];
      const socket = await api.begin(
        head,
        where.includes('headers') ? '--b\r\nContent-Disposition: form-data;' : formHead(largeCsv),
      );
      if (where.includes('behind')) socket.write('\r\n--b');
      if (!where.includes('headers'))
        await until(
          api.everything,
          (now) => now.rows.length > before.rows.length && now.files.length > before.files.length,
        );
      socket.destroy();
      await until(api.everything, (now) => JSON.stringify(now) === JSON.stringify(before));
    },
  );

  test('20 at once are all kept, each with its own bytes', async () => {
    const contents = Array.from({ length: 20 }, (_, n) =>
      Buffer.from(`a,b\n${randomBytes(200_000).toString('hex')},${n}\n`),
    );
    const answers = await Promise.all(contents.map((content) => api.upload(content)));
    expect(answers.map(({ body }) => body.sha256)).toEqual(contents.map(sha256));
  });
});
