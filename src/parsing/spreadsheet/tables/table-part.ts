import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ChunkOffset } from '../../../domain/documents/parse-job';
import { createLineFile, type LineFile } from '../../document/storing/line-file';
import { pageBytes } from '../part-file';
import { type TableLines } from './table-ledger';

/** Files with the tables of a part and with the values of its chunks. */
export interface TablePart {
  /** Null for a part without tables. */
  tables: { path: string; byteSize: number; count: number } | null;
  /** Null for a text file, and for a part without chunks. */
  values: { path: string; byteSize: number; pages: ChunkOffset[] } | null;
  /** Bytes of both files. */
  byteSize: number;
}

export interface TableFilesWriter extends TableLines {
  /** Completes the files; empty ones are removed. */
  finish(): TablePart;
  /** Closes incomplete files; after `finish` it does nothing. */
  close(): void;
}

/** Creates or replaces the files of the part that begins with a sheet. */
export function createTableFiles(workDirectory: string, sheetIndex: number): TableFilesWriter {
  const tables = createLineFile(join(workDirectory, `sheets-${sheetIndex}.tables`));
  const values = createLineFile(join(workDirectory, `sheets-${sheetIndex}.values`));
  const pages: ChunkOffset[] = [];

  function close(): void {
    tables.close();
    values.close();
  }

  return {
    table: (line) => {
      tables.writeLine(line);
    },
    values(chunk, line) {
      const offset = values.byteSize;
      const last = pages.at(-1);
      if (last === undefined || offset - last.offset >= pageBytes) pages.push({ chunk, offset });
      values.writeLine(line);
    },
    finish() {
      close();
      return {
        tables: isKept(tables) ? { path: tables.path, byteSize: tables.byteSize, count: tables.lines } : null,
        values: isKept(values) ? { path: values.path, byteSize: values.byteSize, pages } : null,
        byteSize: tables.byteSize + values.byteSize,
      };
    },
    close,
  };
}

function isKept({ lines, path }: LineFile): boolean {
  if (lines === 0) rmSync(path);
  return lines > 0;
}
