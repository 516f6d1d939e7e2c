import { Pool } from 'undici';
import { csvBody } from './csv-body';

/** A server under measure and one of its ways to take a file. */
export interface UploadTarget {
  name: string;
  pid: number;
  /** Uploads `bytes` of CSV; answers the path that deletes it again, null where nothing is to be deleted. */
  upload(bytes: number): Promise<string | null>;
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

type Answer = Awaited<ReturnType<Pool['request']>>;

async function bodyOf(answer: Answer): Promise<string> {
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`);
  return text;
}

const boundary = 'sheaf-bench-3c1f';
const formHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n`;
const formTail = `\r\n--${boundary}--\r\n`;

/** The bare server: `PUT /`. */
export function rawTarget(url: string, pid: number, connections: number): UploadTarget {
  const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  return {
    name: 'raw node:http',
    pid,
    async upload(bytes) {
      await bodyOf(
        await pool.request({
          method: 'PUT',
          path: '/',
          headers: { 'content-length': String(bytes) },
          body: csvBody(bytes),
        }),
      );
      return null;
    },
    remove: () => Promise.resolve(),
    close: () => pool.close(),
  };
}

/** The API, by form or by capability URL. */
export function apiTarget(
  url: string,
  pid: number,
  connections: number,
  key: string,
  way: 'multipart' | 'two-step',
): UploadTarget {
  const pool = new Pool(url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  const authorization = { authorization: `Bearer ${key}` };

  const byForm = async (bytes: number) => {
    const answer = await pool.request({
      method: 'POST',
      path: '/v3/parse/uploads',
      headers: {
        ...authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(formHead.length + bytes + formTail.length),
      },
      body: csvBody(bytes, formHead, formTail),
    });
    return (JSON.parse(await bodyOf(answer)) as { file_id: string }).file_id;
  };

  const byCapability = async (bytes: number) => {
    const created = await pool.request({
      method: 'POST',
      path: '/v3/uploads',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'bench.csv', byte_size: bytes, content_type: 'text/csv' }),
    });
    const { file_id, upload_url } = JSON.parse(await bodyOf(created)) as {
      file_id: string;
      upload_url: string;
    };
    const { pathname, search } = new URL(upload_url);
    const answer = await pool.request({
      method: 'PUT',
      path: pathname + search,
      headers: { 'content-length': String(bytes), 'content-type': 'text/csv' },
      body: csvBody(bytes),
    });
    await bodyOf(answer);
    return file_id;
  };

  return {
    name: `API, ${way}`,
    pid,
    async upload(bytes) {
      const fileId = way === 'multipart' ? await byForm(bytes) : await byCapability(bytes);
      return `/v3/uploads/${fileId.replace('svc://', '')}`;
    },
    async remove(path) {
      await bodyOf(await pool.request({ method: 'DELETE', path, headers: authorization }));
    },
    close: () => pool.close(),
  };
}
