import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type BlobStore } from '../blobs';
import { type MaskedText, MASKING_REPORT_PARTS, type MaskingReportPart } from '../domain/documents/masking';
import { type Sealer } from '../signing/sealed-text';
import { linePlace, reportKey, writeLine } from './report-line';

const contentType = 'application/x-ndjson';
/** Characters of a report that stay in memory, so that small files need no disk. */
const memoryCharsMax = 256 * 1024;

/** Writer of the two reports of one file, in constant memory. */
export interface ReportWriter {
  /** Adds a text. Documents, chunks and pages may come in any order. Texts without places are skipped. */
  add: (text: MaskedText) => Promise<void>;
  /** Stores the non-empty reports in the blob store and returns their parts. It can be called once. */
  store: () => Promise<MaskingReportPart[]>;
}

/**
 * Creates a writer.
 *
 * @param place.values sealer of `openReportKey`
 * @param place.folder prefix of the blobs, from `maskingReportBlobs`
 * @param place.scratch local folder of this attempt, which the caller removes
 */
export function createReportWriter(
  blobs: BlobStore,
  { values, folder, scratch }: { values: Sealer; folder: string; scratch: string },
): ReportWriter {
  const parts = Object.fromEntries(
    MASKING_REPORT_PARTS.map((part) => [
      part,
      createPart(blobs, { key: reportKey(folder, part), path: join(scratch, `masking-report-${part}`) }),
    ]),
  ) as Record<MaskingReportPart, ReturnType<typeof createPart>>;

  return {
    async add(text) {
      if (text.spans.length === 0 && text.near.length === 0) return;
      await parts[text.chunk === null ? 'document' : 'chunks'].add((place) => writeLine(text, values, place));
    },
    async store() {
      const filled = MASKING_REPORT_PARTS.filter((part) => parts[part].hasTexts());
      await Promise.all(filled.map((part) => parts[part].store()));
      return filled;
    },
  };
}

function createPart(blobs: BlobStore, { key, path }: { key: string; path: string }) {
  let count = 0;
  let held: string[] = [];
  let heldChars = 0;
  let isOnDisk = false;

  async function spill(): Promise<void> {
    const text = held.join('');
    held = [];
    heldChars = 0;
    isOnDisk = true;
    await appendFile(path, text);
  }

  return {
    hasTexts: () => count > 0,

    async add(line: (place: string) => string): Promise<void> {
      const text = line(linePlace(key, count++));
      held.push(text);
      heldChars += text.length;
      if (heldChars > memoryCharsMax) await spill();
    },

    async store(): Promise<void> {
      if (!isOnDisk) {
        await blobs.put(key, Readable.from([Buffer.from(held.join(''))]), { contentType });
        return;
      }
      await spill();
      await blobs.putFile(key, path, { contentType });
    },
  };
}
