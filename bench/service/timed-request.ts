import { type Dispatcher, type Pool } from 'undici';
import { answerText } from './answer-text';

/**
 * Asks the API by JSON.
 *
 * @returns milliseconds from the request to the end of its answer, and the answer; null for an empty one
 * @throws Error with status and body of a refusal
 */
export async function timedRequest(
  pool: Pool,
  key: string,
  method: Dispatcher.HttpMethod,
  path: string,
  json?: object,
): Promise<{ ms: number; body: unknown }> {
  const startMs = performance.now();
  const response = await pool.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answerText(response);
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { ms: performance.now() - startMs, body };
}
