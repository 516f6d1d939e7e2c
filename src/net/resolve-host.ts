import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutboundError } from './guarded-client';

/** Resolves a name to all its addresses; rejects without any. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

const tryTimeoutMs = 2_000;

/**
 * Resolves a host by DNS queries. It does not use `getaddrinfo`, which reads the machine's hosts file,
 * appends search domains, cannot be cancelled, and blocks one of the few threads that also serve files.
 *
 * @throws OutboundError `dns`
 */
export async function resolveHost(hostname: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  if (isIP(hostname) !== 0) return [hostname];
  // By RFC 6761 section 6.3 these names always mean this machine.
  if (/(^|\.)localhost$/i.test(hostname)) return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: tryTimeoutMs, tries: 2 });
  const cancel = () => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    signal.throwIfAborted();
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const cause: unknown = answers.find((answer) => answer.status === 'rejected')?.reason;
    throw new OutboundError('dns', 'The name of the server could not be resolved.', { cause });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
