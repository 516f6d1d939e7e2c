import { FormData, type Pool, request } from 'undici';
import { answerText } from './answer-text';

/** Uploads a small file as a form; answers its `svc://` id. */
export async function uploadFile(
  pool: Pool,
  key: string,
  name: string,
  content: string | Buffer,
): Promise<string> {
  const form = new FormData();
  form.append('file', new File([content], name));
  const response = await pool.request({
    method: 'POST',
    path: '/v3/parse/uploads',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return (JSON.parse(await answerText(response)) as { file_id: string }).file_id;
}

/** Uploads a file of any type, which is announced first; answers its `svc://` id. */
export async function uploadAnnounced(
  pool: Pool,
  key: string,
  { name, content, contentType }: { name: string; content: Buffer; contentType: string },
): Promise<string> {
  const announced = await pool.request({
    method: 'POST',
    path: '/v3/uploads',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: name, byte_size: content.length, content_type: contentType }),
  });
  const { file_id: fileId, upload_url: url } = JSON.parse(await answerText(announced)) as {
    file_id: string;
    upload_url: string;
  };
  await answerText(await request(url, { method: 'PUT', body: content }));
  return fileId;
}

/** Starts a parse job of an upload; answers its id. */
export async function startParse(pool: Pool, key: string, input: string): Promise<string> {
  const response = await pool.request({
    method: 'POST',
    path: '/v3/parse/spreadsheets',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  });
  return (JSON.parse(await answerText(response)) as { job_id: string }).job_id;
}
