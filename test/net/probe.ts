import { type GuardedClient } from '../../src/net';
import { readHead } from '../../src/streams/bounded-read';

/** Reads the first bytes of a link and hangs up. */
export async function probe(
  client: GuardedClient,
  url: string,
  {
    schemes,
    headBytes,
    timeoutMs,
    signal,
  }: { schemes: readonly ('https' | 'http')[]; headBytes: number; timeoutMs: number; signal?: AbortSignal },
) {
  const { body, ...facts } = await client.download(url, {
    schemes,
    byteMax: Infinity,
    headersTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  return { head: await readHead(body, headBytes), ...facts };
}
