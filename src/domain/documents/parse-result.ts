import { type ChunkOffset, type ParseType } from './parse-job';
import { type DocumentFiles } from './parsed-pages';
import { type TableFiles } from './parsed-table';

/**
 * Format of a result: one JSON object with a head, one line for each chunk and a tail. Each line but the last
 * ends in a comma. The parsing thread writes the chunks; later steps copy their bytes without parsing them.
 */
export const chunkSeparator = ',\n';
export const resultTail = '\n]}\n';

export function resultHead(jobId: string, type: ParseType): string {
  return `{"job_id":"${jobId}","type":"${type}","chunks":[\n`;
}

/**
 * Index of a result in the job's row: size in bytes, and the offsets of some chunks, the first chunk among
 * them.
 */
export interface ResultIndex {
  /** Key of its blob. */
  key: string;
  byteSize: number;
  pages: readonly ChunkOffset[];
  /** Absent for results of versions without tables. */
  tableFiles?: TableFiles;
  /** Absent for results of spreadsheets. */
  documentFiles?: DocumentFiles;
}

/**
 * Bytes (inclusive) that hold the requested chunks, and the number of lines to skip before the first of them.
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
