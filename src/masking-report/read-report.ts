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
  /** Whether places that were nearly masked are wanted. */
  near: boolean;
}

/**
 * Reads one of the two reports of a file, text by text.
 *
 * @throws BlobNotFound on the call; SealError during the iteration
 */
export async function readReport(
  blobs: BlobStore,
  { folder, part, values, near }: StoredReport,
): Promise<AsyncGenerator<ReportedText>> {
  const key = reportKey(folder, part);
  const { stream } = await blobs.read(key);
  return readTexts(stream, key, { values, near });
}

async function* readTexts(
  stream: Readable,
  key: string,
  { values, near }: Pick<StoredReport, 'values' | 'near'>,
): AsyncGenerator<ReportedText> {
  try {
    let count = 0;
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      const text = readLine(line, values, linePlace(key, count++));
      if (near) yield text;
      else if (text.spans.length > 0) yield { ...text, near: [] };
    }
  } finally {
    stream.destroy();
  }
}
