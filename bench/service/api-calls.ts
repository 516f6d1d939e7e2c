import { FormData, type Pool } from 'undici';
import { answerText } from './answer-text';

/** Uploads a small file as a form; answers its `svc://` id. */
export async function uploadFile(
  pool: Pool,
  key: string,
  name: string,
  content: string | Buffer,
): Promise<string> {
  const form = new FormData();
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
  const response = await pool.request({
    method: 'POST',
    path: '/v3/parse/uploads',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return (JSON.parse(await answerText(response)) as { file_id: string }).file_id;
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
