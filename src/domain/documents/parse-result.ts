import { type ChunkOffset } from './parse-job';

/**
 * A result is one JSON object: a head, then chunks one per line, each line but the last with a comma at its
 * end, then a tail. Chunks are written by the thread that makes them; later steps move their bytes without
 * reading them.
 */
export const chunkSeparator = ',\n';
export const resultTail = '\n]}\n';

export function resultHead(jobId: string): string {
  return `{"job_id":"${jobId}","type":"spreadsheet","chunks":[\n`;
}

/** Facts of a result in its row: size in bytes, and the starts of some chunks, the first chunk among them. */
export interface ResultIndex {
  /** Key of its blob. */
  key: string;
  byteSize: number;
  pages: readonly ChunkOffset[];
}

/**
 * Bytes (inclusive) that hold the wanted chunks, and how many lines to pass over before the first of them.
 */
export interface ResultRange {
  start: number;
  end: number;
  linesBefore: number;
}

/** Byte range of `count` chunks from chunk `first` on; null past the last chunk. */
export function resultRange(
  { byteSize, pages }: Pick<ResultIndex, 'byteSize' | 'pages'>,
  chunkCount: number,
  first: number,
  count: number,
): ResultRange | null {
  if (first >= chunkCount || count < 1) return null;
  const from = pages.findLast((page) => page.chunk <= first);
  if (from === undefined) return null;
  const next = pages.find((page) => page.chunk >= first + count);
  const end = next === undefined ? byteSize - resultTail.length : next.offset - chunkSeparator.length;
  return { start: from.offset, end: end - 1, linesBefore: first - from.chunk };
}
