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

/** The answer to the request of a link, of which only the head has been read. */
export interface OpenedLink {
  head: Buffer;
  body: Readable;
  /** As the server says; null when it does not. */
  byteSize: number | null;
  contentType: string | null;
  filename: string | null;
}

/** A link that was requested. Its requester has it copied, or abandons it. */
export interface RequestedLink {
  /** Null when the server takes its time; the request continues. */
  opened: OpenedLink | null;
  opening: Promise<OpenedLink>;
  /** Hangs up. */
  abandon: () => void;
  /** From now on the request of the caller may end. */
  detach: () => void;
}

export interface LinkCopies {
  /**
   * Requests a link and waits for its head, for a few seconds.
   *
   * @param signal of the request of the caller
   * @throws OutboundError
   */
  request(url: string, signal: AbortSignal): Promise<RequestedLink>;
  /** When a row is inserted: until when this process has the link of a job to itself. */
  lease(): Date;
  /** Copies the answer into the blob store in the background; when that fails the run fetches the link. */
  begin(jobId: string, link: RequestedLink): void;
  /** Settles once the copies that are under way have ended. */
  settled(): Promise<void>;
  /** Ends all copies that are under way; their runs fetch the links. */
  close(): Promise<void>;
}

/** Copies the links of parse jobs, each by the one request that acceptance has made. */
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

  /** Removes what was copied for a job that has ended meanwhile. */
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

/** Null when the link takes its time, or is too large: that is the end of the job, not of its acceptance. */
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
    // Awaited by the copy; until then a failure must not count as unhandled.
    opening.catch(() => undefined);
  }
}
