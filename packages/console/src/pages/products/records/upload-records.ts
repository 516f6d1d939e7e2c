import { type components, type Sheaf, SheafError } from 'sheaf-client';
import { type RecordsFile } from './records-file';

type UploadAnswer = components['schemas']['RecordUpload'];
type RecordError = UploadAnswer['errors'][number];

/** Limits of the service for one request. */
const recordsMax = 50_000;
const bytesMax = 50 * 1024 * 1024;

/** A refused record, by its position in the file. */
export interface RefusedRecord {
  place: number | null;
  id: string | null;
  code: string;
  field: string | null;
  message: string;
}

/** Progress and outcome of an upload. */
export interface UploadReport {
  received: number;
  staged: number;
  /** Staged or served records that the upload replaces. */
  replaced: number;
  rejected: number;
  refused: readonly RefusedRecord[];
  /** Whether more records were refused than `refused` lists. */
  isTruncated: boolean;
  warnings: UploadAnswer['warnings'];
  /** The refusal that ended the upload; null when all requests succeeded. */
  stoppedBy: unknown;
}

/**
 * Uploads the records of a file in as few requests as the limits allow, mostly one. A request is atomic; the
 * first refused one ends the upload.
 *
 * @param onProgress called with the number of records that were sent so far
 */
export async function uploadRecords(options: {
  sheaf: Sheaf;
  index: string;
  file: RecordsFile;
  replacesAll: boolean;
  skipsWrong: boolean;
  onProgress: (records: number) => void;
}): Promise<UploadReport> {
  const { sheaf, index, file, replacesAll, skipsWrong, onProgress } = options;
  let report: UploadReport = {
    received: 0,
    staged: 0,
    replaced: 0,
    rejected: 0,
    refused: [],
    isTruncated: false,
    warnings: [],
    stoppedBy: null,
  };
  for (const { from, to } of partsOf(file.lines)) {
    const place = (line: number | null) => (line === null ? null : (file.places[from + line - 1] ?? null));
    try {
      const { data } = await sheaf.raw.POST('/v1/indexes/{index}/records', {
        params: {
          path: { index },
          query: {
            mode: replacesAll && from === 0 ? ('replace_all' as const) : ('upsert' as const),
            on_error: skipsWrong ? ('skip' as const) : ('abort' as const),
          },
        },
        headers: { 'Content-Type': 'application/x-ndjson' },
        body: file.lines.slice(from, to).join('\n') as never,
        bodySerializer: (text: unknown) => text as string,
      });
      if (data === undefined) throw new Error('The service has answered nothing.');
      report = {
        ...report,
        received: report.received + data.received,
        staged: report.staged + data.staged,
        replaced: report.replaced + data.replaced,
        rejected: report.rejected + data.rejected,
        refused: [...report.refused, ...data.errors.map((error) => refusedOf(error, place))],
        isTruncated: report.isTruncated || data.errors_truncated,
        warnings: [...report.warnings, ...data.warnings],
      };
    } catch (error) {
      return { ...report, refused: [...report.refused, ...refusedBy(error, place)], stoppedBy: error };
    }
    onProgress(to);
  }
  return report;
}

/** Ranges of lines, one for each request. */
function partsOf(
  lines: readonly string[],
  limits: { records: number; bytes: number } = { records: recordsMax, bytes: bytesMax },
): { from: number; to: number }[] {
  const encoder = new TextEncoder();
  const parts: { from: number; to: number }[] = [];
  let from = 0;
  let bytes = 0;
  lines.forEach((line, at) => {
    const size = encoder.encode(line).length + 1;
    if (at > from && (at - from === limits.records || bytes + size > limits.bytes)) {
      parts.push({ from, to: at });
      from = at;
      bytes = 0;
    }
    bytes += size;
  });
  if (lines.length > 0) parts.push({ from, to: lines.length });
  return parts;
}

type PlaceOf = (line: number | null) => number | null;

const refusedOf = ({ line, id, code, field, message }: RecordError, place: PlaceOf): RefusedRecord => ({
  place: place(line),
  id,
  code,
  field,
  message,
});

/** Invalid records that a refusal lists; empty for other refusals. */
function refusedBy(error: unknown, place: PlaceOf): RefusedRecord[] {
  if (!(error instanceof SheafError)) return [];
  return error.issues
    .map(({ raw }): unknown => raw)
    .filter((issue): issue is RecordError => isRecordError(issue))
    .map((issue) => refusedOf(issue, place));
}

const isRecordError = (issue: unknown): boolean =>
  typeof issue === 'object' && issue !== null && 'line' in issue && 'code' in issue;
