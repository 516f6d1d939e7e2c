import { type Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type Logger } from 'pino';
import { type BlobStore } from '../../../blobs';
import { parseBlobs } from '../../../domain/documents/parse-job';
import {
  fileBytesMax,
  linkHeadersTimeoutMs,
  linkPatienceMs,
  linkTimeoutMs,
} from '../../../domain/platform/limits';
import { type GuardedClient, OutboundError } from '../../../net';
import { sniffBytes } from '../../../parsing';
import { type Stores } from '../../../stores';
import { takeHead } from '../../../streams/take-head';

const leaseMs = 15_000;
const renewMs = 5_000;

/** Answer to the request of a link, of which only the head has been read. */
export interface OpenedLink {
  head: Buffer;
  body: Readable;
  /** Size that the server states; null where it states none. */
  byteSize: number | null;
  contentType: string | null;
  filename: string | null;
}

/** Download that was started. Its requester lets it be copied, or abandons it. */
export interface RequestedLink {
  /** Null while the server has not answered; the download continues. */
  opened: OpenedLink | null;
  opening: Promise<OpenedLink>;
  /** Ends the download. */
  abandon: () => void;
  /** Makes the download independent of the caller's request, which may then end. */
  detach: () => void;
}

export interface LinkCopies {
  /**
   * Starts the download of a link and waits a few seconds for its head.
   *
   * @param signal signal of the caller's request
   * @throws OutboundError
   */
  request(url: string, signal: AbortSignal): Promise<RequestedLink>;
  /** Returns the time until which this process alone may fetch the link, for the row of a new job. */
  lease(): Date;
  /** Copies the answer into the blob store in the background. When that fails, the run fetches the link. */
  begin(jobId: string, link: RequestedLink): void;
  /** Resolves once the running copies have ended. */
  settled(): Promise<void>;
  /** Ends all running copies; their runs fetch the links. */
  close(): Promise<void>;
}

/**
 * Creates the copier of links, which uses the one download that the acceptance of a parse job has started.
 */
export function createLinkCopies({
  blobs,
  outbound,
  stores,
  log,
}: {
  blobs: BlobStore;
  outbound: GuardedClient;
  stores: Pick<Stores, 'parseJobs'>;
  log: Logger;
}): LinkCopies {
  const { parseJobs } = stores;
  const underWay = new Map<Promise<void>, RequestedLink>();
  const lease = () => new Date(Date.now() + leaseMs);

  async function open(url: string, signal: AbortSignal): Promise<OpenedLink> {
    const { body, ...facts } = await outbound.download(url, {
      schemes: ['https'],
      byteMax: fileBytesMax,
      headersTimeoutMs: linkHeadersTimeoutMs,
      totalTimeoutMs: linkTimeoutMs,
      signal,
    });
    const taken = await takeHead(body, sniffBytes);
    return { ...facts, head: taken.head, body: taken.body };
  }

  async function copy(jobId: string, link: RequestedLink): Promise<void> {
    const renewal = setInterval(() => {
      void parseJobs.renewCopy(jobId, lease()).then(
        (isOurs) => {
          if (!isOurs) link.abandon();
        },
        (err: unknown) => {
          log.warn({ err, job: jobId }, 'the time for copying a link was not moved on');
        },
      );
    }, renewMs);
    try {
      const { body, contentType, filename } = await link.opening;
      const type = contentType ?? 'application/octet-stream';
      const { byteSize } = await blobs.put(parseBlobs(jobId).input, body, { contentType: type });
      if (!(await parseJobs.markCopied(jobId, { byteSize, filename }))) await removeUnused(jobId);
    } catch (err) {
      log.info({ err, job: jobId }, 'a link was not copied at acceptance; its run fetches it');
      await parseJobs.endCopy(jobId);
    } finally {
      clearInterval(renewal);
      link.abandon();
    }
  }

  /** Removes the copy for a job that has ended in the meantime. */
  async function removeUnused(jobId: string): Promise<void> {
    const state = await parseJobs.stateOf(jobId);
    if (state !== 'queued' && state !== 'processing') await blobs.deletePrefix(parseBlobs(jobId).prefix);
  }

  async function settled(): Promise<void> {
    await Promise.all(underWay.keys());
  }

  return {
    lease,

    async request(url, signal) {
      const controller = new AbortController();
      const follow = () => {
        controller.abort(signal.reason);
      };
      if (signal.aborted) follow();
      signal.addEventListener('abort', follow, { once: true });
      const detach = () => {
        signal.removeEventListener('abort', follow);
      };
      const opening = open(url, controller.signal);
      const link = {
        opening,
        detach,
        abandon() {
          detach();
          controller.abort();
          opening.then(
            ({ body }) => body.destroy(),
            () => undefined,
          );
        },
      };
      return { ...link, opened: await opened(opening) };
    },

    begin(jobId, link) {
      link.detach();
      const done = copy(jobId, link).catch((err: unknown) => {
        log.warn({ err, job: jobId }, 'a link was left to its run');
      });
      underWay.set(done, link);
      void done.finally(() => underWay.delete(done));
    },

    settled,

    async close() {
      for (const link of underWay.values()) link.abandon();
      await settled();
    },
  };
}

/**
 * Null where the server is slow or the file too large. A file that is too large fails the job, not its
 * acceptance.
 */
async function opened(opening: Promise<OpenedLink>): Promise<OpenedLink | null> {
  const patience = new AbortController();
  const late = setTimeout(linkPatienceMs, null, { signal: patience.signal }).catch(() => null);
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    if (error instanceof OutboundError && error.code === 'too_large') return null;
    throw error;
  } finally {
    patience.abort();
    // The copy awaits it; until then its rejection must not count as unhandled.
    opening.catch(() => undefined);
  }
}
