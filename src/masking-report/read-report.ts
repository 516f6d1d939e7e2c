import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../blobs';
import { type MaskingReportPart } from '../domain/documents/masking';
import { type Sealer } from '../signing/sealed-text';
import { linePlace, readLine, type ReportedText, reportKey } from './report-line';

/** Location of a file's report in the blob store. */
export interface StoredReport {
  /** Prefix of the file's blobs. */
  folder: string;
  part: MaskingReportPart;
  /** Sealer that opens the values; null to leave them out. */
  values: Sealer | null;
}

/**
 * Reads one of the two reports of a file, text by text.
 *
 * @throws BlobNotFound on the call; SealError during the iteration
 */
export async function readReport(
  blobs: BlobStore,
  { folder, part, values }: StoredReport,
): Promise<AsyncGenerator<ReportedText>> {
  const key = reportKey(folder, part);
  const { stream } = await blobs.read(key);
  return readTexts(stream, key, values);
}

async function* readTexts(
  stream: Readable,
  key: string,
  values: Sealer | null,
): AsyncGenerator<ReportedText> {
  try {
    let count = 0;
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity }))
      yield readLine(line, values, linePlace(key, count++));
  } finally {
    stream.destroy();
  }
}
