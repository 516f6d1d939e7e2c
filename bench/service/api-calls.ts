import { FormData, type Pool } from 'undici';

async function expectStatus(
  status: number,
  response: { statusCode: number; body: { text(): Promise<string> } },
): Promise<unknown> {
  const text = await response.body.text();
  if (response.statusCode !== status) throw new Error(`The API answered ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}

/** Uploads a small file as a form; answers its `svc://` id. */
export async function uploadFile(pool: Pool, key: string, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([content], name));
  const response = await pool.request({
    method: 'POST',
    path: '/v3/parse/uploads',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return ((await expectStatus(200, response)) as { file_id: string }).file_id;
}

/** Starts a parse job of an upload. */
export async function startParse(pool: Pool, key: string, input: string): Promise<void> {
  const response = await pool.request({
    method: 'POST',
    path: '/v3/parse/spreadsheets',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  });
  await expectStatus(202, response);
}
