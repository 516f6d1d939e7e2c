import type { Dispatcher } from 'undici';

/**
 * The body of a successful answer.
 *
 * @throws Error with status and body of any other
 */
export async function answerText({ statusCode, body }: Dispatcher.ResponseData): Promise<string> {
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`The server answered ${statusCode}: ${text}`);
  return text;
}
