import { type GuardedClient, OutboundError } from '../../net';

/** Form of the id of an application. */
export const appIdPattern = /^[A-Za-z0-9]{1,32}$/;

/** Placeholder for the id of the application in a configured address. */
const appIdMark = '{app_id}';

/**
 * Hosts of an application: the nearest servers first, then the fallbacks that the provider prescribes.
 *
 * @param endpoint address that replaces them, in which `{app_id}` stands for the application
 */
export function algoliaHosts(appId: string, endpoint?: string): string[] {
  const app = appId.toLowerCase();
  if (endpoint !== undefined) return [endpoint.replaceAll(appIdMark, app)];
  return [`https://${app}-dsn.algolia.net`, ...[1, 2, 3].map((n) => `https://${app}-${n}.algolianet.com`)];
}

/** Codes of a definite answer that a name does not exist. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether DNS says that an application does not exist; false when the name server does not answer. */
export function isUnknownApp(error: unknown): boolean {
  if (!(error instanceof OutboundError) || error.code !== 'dns') return false;
  const { code } = (error.extra.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && noSuchName.has(code);
}

/** Whether an application is known not to exist. Makes no connection and reports no other fault. */
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
