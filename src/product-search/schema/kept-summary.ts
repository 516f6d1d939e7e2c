import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { BlobNotFound, type BlobStore } from '../../blobs';
import { readBytes } from '../../streams/bounded-read';
import { type RecordSummary } from './record-summary';
import { condenseSummary, decodeSummary, encodeSummary } from './summary-codec';

/** A build, as far as its summary needs it. */
export interface SummarisedBuild {
  indexId: string;
  buildId: string;
}

/** No summary of 1,000 fields is larger. */
const summaryBytesMax = 16 * 1024 * 1024;
/** Bytes of encoded summaries that a reader keeps. */
const cachedBytesMax = 32 * 1024 * 1024;

const keyOf = ({ indexId, buildId }: SummarisedBuild) => `products/${indexId}/${buildId}/summary`;

/** Keeps the summary of a build, condensed, so that its records can be seen under other settings. */
export async function keepSummary(
  blobs: Pick<BlobStore, 'put'>,
  build: SummarisedBuild,
  summary: RecordSummary,
  signal?: AbortSignal,
): Promise<void> {
  const bytes = encodeSummary(condenseSummary(summary));
  const contentType = 'application/octet-stream';
  await blobs.put(keyOf(build), Readable.from([bytes]), {
    contentType,
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * Creates the reader of kept summaries. A summary never changes, so that its bytes are cached.
 *
 * @throws BlobNotFound for a build that is gone
 */
export function createSummaryReader(
  blobs: Pick<BlobStore, 'read'>,
): (build: SummarisedBuild) => Promise<RecordSummary> {
  const cache = new LRUCache<string, Buffer>({
    maxSize: cachedBytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });
  return async (build) => {
    const key = keyOf(build);
    const known = cache.get(key);
    if (known !== undefined) return decodeSummary(known);
    const { stream } = await blobs.read(key);
    const bytes = await readBytes(stream, summaryBytesMax);
    if (bytes === null) throw new BlobNotFound(key);
    cache.set(key, bytes);
    return decodeSummary(bytes);
  };
}
