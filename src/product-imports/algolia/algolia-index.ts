import { type GuardedClient, OutboundError, type PostAnswer } from '../../net';
import { ProviderError } from '../provider-error';
import { algoliaHosts, isUnknownApp } from './hosts';
import { type BrowsedRecords, readBrowsed, readSettings } from './read-answers';

/** Records of one page: with those of the largest size that the provider keeps, a page is below its limit. */
const recordsPerPage = 500;
const pageBytesMax = 64 * 1024 * 1024;
const settingsBytesMax = 1024 * 1024;
const requestTimeoutMs = 60_000;
const retryAfterMsMax = 60_000;

/** An index of an application, and the key that opens it. */
export interface AlgoliaAccess {
  appId: string;
  apiKey: string;
  index: string;
}

/** A try to ask the provider. */
export interface AlgoliaTry {
  /** Number of the try, from 1: each asks the next of the application's hosts. */
  attempt: number;
  signal: AbortSignal;
}

/** Reads an index of Algolia. Every function makes one request, and throws `ProviderError`. */
export interface AlgoliaIndex {
  settings(once: AlgoliaTry): Promise<string>;
  /** @param cursor null for the first page */
  browse(cursor: string | null, once: AlgoliaTry): Promise<BrowsedRecords>;
}

type Outbound = Pick<GuardedClient, 'get' | 'post'>;

/** @param endpoint address in place of the provider's own */
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
      // The settings of an index may leave out members of records unless all are asked for.
      const body =
        cursor === null ? { hitsPerPage: recordsPerPage, attributesToRetrieve: ['*'] } : { cursor };
      return readBrowsed(await ask('browse', JSON.stringify(body), once, pageBytesMax));
    },
  };
}

/** @throws ProviderError for an answer that is no success */
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

/** A wish to wait, in seconds; other forms are no wish. */
function retryAfterMs(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter)
    ? Math.min(Number(retryAfter) * 1_000, retryAfterMsMax)
    : null;
}

/** Failure that kept a request from being answered; errors of the program stay as they are. */
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
