import { type GuardedClient, OutboundError } from '../../net';

/** Form of the id of an application. */
export const appIdPattern = /^[A-Za-z0-9]{1,32}$/;

/** Stands for the id of the application in an address that is configured. */
const appIdMark = '{app_id}';

/**
 * Addresses of an application: the nearest servers first, then the others, which the provider asks clients to
 * turn to when those fail.
 *
 * @param endpoint address in place of them, in which `{app_id}` stands for the application
 */
export function algoliaHosts(appId: string, endpoint?: string): string[] {
  const app = appId.toLowerCase();
  if (endpoint !== undefined) return [endpoint.replaceAll(appIdMark, app)];
  return [`https://${app}-dsn.algolia.net`, ...[1, 2, 3].map((n) => `https://${app}-${n}.algolianet.com`)];
}

/** Codes of name servers that know: there is no such name. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether name servers say that an application does not exist. A name server that is away says nothing. */
export function isUnknownApp(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error.code !== 'dns') return false;
  const { code } = (error.extra.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && noSuchName.has(code);
}

/** Whether an application is known not to exist. Connects to nothing; other faults are not told here. */
export async function lacksApp(
  outbound: Pick<GuardedClient, 'verify'>,
  appId: string,
  { endpoint, signal }: { endpoint?: string | undefined; signal: AbortSignal },
): Promise<boolean> {
  const [host] = algoliaHosts(appId, endpoint);
  try {
    await outbound.verify(host!, { schemes: ['https'], signal });
    return false;
  } catch (error) {
    if (error instanceof OutboundError) return isUnknownApp(error);
    throw error;
  }
}
