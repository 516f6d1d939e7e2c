import { join } from 'node:path';
import { type ParsedPart, type ParseRequest } from './parse-request';
import { type SheetTotals } from './parse-sheet';
import { createPartWriter, type PartsFile, type PartWriter } from './part-file';
import { createTableFiles, type TableFilesWriter } from './tables/table-part';

/**
 * Milliseconds that a part below `partBytesMin` waits for the next sheet; a crash loses at most this time.
 */
const waitMsMax = 1_000;

/** Open part. It takes whole sheets until it is due. */
export interface OpenPart {
  readonly writer: PartWriter;
  /** Null where the request has no tables. */
  readonly tables: TableFilesWriter | null;
  /** Adds a sheet whose chunks have been written. */
  add(sheetIndex: number, totals: SheetTotals): void;
  /** Whether the part is large or old enough to be finished. */
  isDue(): boolean;
  finish(): Promise<ParsedPart>;
  /** Closes the files of an incomplete part; after `finish` it does nothing. */
  close(): Promise<void>;
}

/** First sheet and chunk of a part, and the bytes that it may still take. */
interface PartStart {
  sheetIndex: number;
  chunkIndexFirst: number;
  bytesMax: number;
}

/** Opens a part, in the common file of all parts where the request has one. */
export function openPart(
  { workDirectory, partBytesMin, options }: ParseRequest,
  all: PartsFile | null,
  { sheetIndex, chunkIndexFirst, bytesMax }: PartStart,
): OpenPart {
  const writer =
    all?.next(bytesMax) ?? createPartWriter(join(workDirectory, `sheets-${sheetIndex}.part`), bytesMax);
  const tables = options.tables ? createTableFiles(workDirectory, sheetIndex) : null;
  const since = performance.now();
  const sum = { nextSheet: sheetIndex, chunkCount: 0, characters: 0, figures: 0, rows: 0 };
  const assets: ParsedPart['assets'] = [];
  const warnings: string[] = [];

  return {
    writer,
    tables,
    add(index, totals) {
      sum.nextSheet = index + 1;
      sum.chunkCount += totals.chunkCount;
      sum.characters += totals.characters;
      sum.figures += totals.figures;
      sum.rows += totals.rows;
      assets.push(...totals.assets);
      warnings.push(...totals.warnings);
    },
    isDue: () => writer.byteSize >= partBytesMin || performance.now() - since >= waitMsMax,
    async finish() {
      const file = await writer.finish();
      return { ...sum, chunkIndexFirst, assets, warnings, tables: tables?.finish() ?? null, ...file };
    },
    async close() {
      tables?.close();
      await writer.close();
    },
  };
}
