import { type GuardedClient, OutboundError, type PostAnswer } from '../../net';
import { ProviderError } from '../provider-error';
import { algoliaHosts, isUnknownApp } from './hosts';
import { type BrowsedRecords, readBrowsed, readSettings } from './read-answers';

/** Records of one page, which stays below the provider's size limit even with the largest records. */
const recordsPerPage = 500;
const pageBytesMax = 64 * 1024 * 1024;
const settingsBytesMax = 1024 * 1024;
const requestTimeoutMs = 60_000;
const retryAfterMsMax = 60_000;

/** An index of an application, with its API key. */
export interface AlgoliaAccess {
  appId: string;
  apiKey: string;
  index: string;
}

/** An attempt to call the provider. */
export interface AlgoliaTry {
  /** Number of the attempt, from 1: each calls the next host of the application. */
  attempt: number;
  signal: AbortSignal;
}

/** Reads an index of Algolia. Every function makes one request and throws `ProviderError`. */
export interface AlgoliaIndex {
  settings(once: AlgoliaTry): Promise<string>;
  /** @param cursor null for the first page */
  browse(cursor: string | null, once: AlgoliaTry): Promise<BrowsedRecords>;
}

type Outbound = Pick<GuardedClient, 'get' | 'post'>;

/** @param endpoint address that replaces the provider's own */
export function createAlgoliaIndex(
  outbound: Outbound,
  { appId, apiKey, index }: AlgoliaAccess,
  endpoint?: string,
): AlgoliaIndex {
  const hosts = algoliaHosts(appId, endpoint);
  const headers = {
    'x-algolia-application-id': appId,
    'x-algolia-api-key': apiKey,
    accept: 'application/json',
    'user-agent': 'sheaf',
  };

  async function ask(
    path: string,
    body: string | null,
    { attempt, signal }: AlgoliaTry,
    bytesMax: number,
  ): Promise<Buffer> {
    const url = `${hosts[(attempt - 1) % hosts.length]!}/1/indexes/${encodeURIComponent(index)}/${path}`;
    const limits = { timeoutMs: requestTimeoutMs, responseBytesMax: bytesMax, headBytes: bytesMax, signal };
    let answer: PostAnswer;
    try {
      answer =
        body === null
          ? await outbound.get(url, { headers, ...limits })
          : await outbound.post(url, {
              headers: { ...headers, 'content-type': 'application/json' },
              body,
              ...limits,
            });
    } catch (error) {
      throw asProviderError(error);
    }
    if (answer.fault !== null) throw asProviderError(answer.fault);
    refuseFault(answer);
    if (answer.head.length >= bytesMax)
      throw new ProviderError('EXTERNAL_ERROR', 'The provider sent an answer that is too large.');
    return answer.head;
  }

  return {
    settings: async (once) => readSettings(await ask('settings', null, once, settingsBytesMax)),

    async browse(cursor, once) {
      // The settings of an index may exclude members of records unless the request asks for all.
      const body =
        cursor === null ? { hitsPerPage: recordsPerPage, attributesToRetrieve: ['*'] } : { cursor };
      return readBrowsed(await ask('browse', JSON.stringify(body), once, pageBytesMax));
    },
  };
}

/** @throws ProviderError unless the status is a success */
function refuseFault({ status, retryAfter }: PostAnswer): void {
  if (status === 200) return;
  if (status === 401 || status === 403)
    throw new ProviderError(
      'EXTERNAL_FORBIDDEN',
      'The provider refuses the API key; it needs the rights browse and settings for the index.',
    );
  if (status === 404)
    throw new ProviderError('EXTERNAL_INDEX_NOT_FOUND', 'The provider knows no index of this name.');
  if (status === 408 || status === 504)
    throw new ProviderError('EXTERNAL_TIMEOUT', 'The provider took too long to answer.', { mayPass: true });
  const mayPass = status === 429 || status >= 500;
  throw new ProviderError('EXTERNAL_ERROR', `The provider answered with status ${status}.`, {
    mayPass,
    retryAfterMs: mayPass ? retryAfterMs(retryAfter) : null,
  });
}

/** Requested pause, from seconds; null for any other form. */
function retryAfterMs(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter)
    ? Math.min(Number(retryAfter) * 1_000, retryAfterMsMax)
    : null;
}

/** The ProviderError for a failed request; errors of the program are returned unchanged. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (isUnknownApp(error))
    return new ProviderError('EXTERNAL_APP_NOT_FOUND', 'The provider knows no such application.', {
      cause: error,
    });
  if (error.code === 'timeout')
    return new ProviderError('EXTERNAL_TIMEOUT', 'The provider took too long to answer.', {
      mayPass: true,
      cause: error,
    });
  const isRefused = error.code === 'blocked_address' || error.code === 'invalid_url';
  return new ProviderError('EXTERNAL_UNREACHABLE', `The provider could not be reached. ${error.message}`, {
    mayPass: !isRefused,
    cause: error,
  });
}
