import { Pool } from 'undici';
import { answerText } from '../service/answer-text';
import { csvBody } from './csv-body';
import type { UploadTarget } from './upload-target';

const boundary = 'sheaf-bench-3c1f';
const formHead =
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\n` +
  'Content-Type: text/csv\r\n\r\n';
const formTail = `\r\n--${boundary}--\r\n`;

/** The API, by form or by capability URL. */
export function createApiTarget(
  api: { url: string; pid: number; key: string },
  connections: number,
  way: 'multipart' | 'two-step',
): UploadTarget {
  const pool = new Pool(api.url, { connections, bodyTimeout: 0, headersTimeout: 0 });
  const authorization = { authorization: `Bearer ${api.key}` };

  async function byForm(bytes: number): Promise<string> {
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
    return (JSON.parse(await answerText(answer)) as { file_id: string }).file_id;
  }

  async function byCapability(bytes: number): Promise<string> {
    const created = await pool.request({
      method: 'POST',
      path: '/v3/uploads',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'bench.csv', byte_size: bytes, content_type: 'text/csv' }),
    });
    const { file_id, upload_url } = JSON.parse(await answerText(created)) as {
      file_id: string;
      upload_url: string;
    };
    const { pathname, search } = new URL(upload_url);
    const headers = { 'content-length': String(bytes), 'content-type': 'text/csv' };
    await answerText(
      await pool.request({ method: 'PUT', path: pathname + search, headers, body: csvBody(bytes) }),
    );
    return file_id;
  }

  return {
    name: `API, ${way}`,
    pid: api.pid,
    upload: way === 'multipart' ? byForm : byCapability,
    async remove(fileId) {
      const path = `/v3/uploads/${fileId.replace('svc://', '')}`;
      await answerText(await pool.request({ method: 'DELETE', path, headers: authorization }));
    },
    close: () => pool.close(),
  };
}
