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
/** Bytes of the summaries in a cache. */
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

/** Encoded summaries of builds that were read last. A summary never changes. */
export type SummaryCache = LRUCache<string, Buffer>;

export function createSummaryCache(): SummaryCache {
  return new LRUCache({ maxSize: cachedBytesMax, sizeCalculation: (bytes) => Math.max(1, bytes.length) });
}

/** Reads the summary that a build has kept. @throws BlobNotFound for a build that is gone */
export async function readSummary(
  { blobs, summaries }: { blobs: Pick<BlobStore, 'read'>; summaries: SummaryCache },
  build: SummarisedBuild,
): Promise<RecordSummary> {
  const key = keyOf(build);
  const known = summaries.get(key);
  if (known !== undefined) return decodeSummary(known);
  const { stream } = await blobs.read(key);
  const bytes = await readBytes(stream, summaryBytesMax);
  if (bytes === null) throw new BlobNotFound(key);
  summaries.set(key, bytes);
  return decodeSummary(bytes);
}
