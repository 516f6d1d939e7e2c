import { type ChunkFigure, type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { JsonText, toJson } from 'spreadsheet-reader/toolkit';
import { type PartWriter } from '../part-file';
import { columnLetters, rangeName, type SheetInfo } from 'spreadsheet-reader';
import { type ChunkAnnotations } from './annotations';
import { type PanelHeader } from './column-names';
import { identityJson, type TableIdentity } from './table-identity';
import { type TableExcerpt } from '../tables/table-excerpt';
import { type TableLedger } from '../tables/table-ledger';

/** A closed table chunk. Rows 1-based, columns 0-based. */
export interface TableChunk {
  text: JsonText;
  role: RowRole;
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
  /**
   * Characters of `text` outside its cells: the repeated header, merged labels and keys, separators of cells
   * and line breaks.
   */
  layoutChars: number;
  /** Letters of the key column outside the range, with which each line begins; null for none. */
  keyColumn: string | null;
  /** Result of {@link headersJson}; made once per table because every chunk repeats it. */
  headers: Uint8Array;
  hiddenRows: readonly number[];
  hiddenColumns: readonly string[];
  /** Merged ranges over several rows that reach into the chunk, in A1 form. */
  mergedRanges: readonly string[];
  annotations: ChunkAnnotations | null;
  facts: { rowCount: number; writeColumns: (out: JsonText) => void } | null;
  /** What the chunk tells about its table; null outside tables, and where tables are not gathered. */
  excerpt: TableExcerpt | null;
}

/**
 * Writer of a sheet's chunks as numbered JSON. It writes large texts without creating an object per chunk.
 */
export interface ChunkWriter {
  table(chunk: TableChunk): void;
  /** JSON of a table chunk without its number, for {@link ChunkWriter.composed}. */
  compose(chunk: TableChunk): Buffer;
  composed(json: Buffer, excerpt: TableExcerpt | null): void;
  /** Writes a note without cells of its own. */
  note(text: string, annotations: ChunkAnnotations): void;
  figure(text: string, figure: ChunkFigure): void;
  totals(): { chunkIndexNext: number; characters: number; figures: number };
}

const endFields = ',"tags":null,"summary":null}';
const scratchBytesMax = 1 << 20;

/** Creates a writer. Chunk ids are `<jobId>:<index>`, counted from `firstIndex`. */
export function createChunkWriter(
  part: PartWriter,
  jobId: string,
  firstIndex: number,
  sheet: SheetInfo,
  ledger: TableLedger | null,
): ChunkWriter {
  const jobJson = toJson(jobId).slice(1, -1);
  const sheetFields = `","sheet_name":${toJson(sheet.name)},"sheet_state":"${sheet.state}"`;
  let index = firstIndex;
  let characters = 0;
  let figures = 0;
  const scratch = new JsonText();

  function beginNumbered(): JsonText {
    const out = part.begin(index);
    out.raw(`{"chunk_id":"${jobJson}:${index}","chunk_index":${index},`);
    return out;
  }

  function begin(type: 'table' | 'figure'): JsonText {
    const out = beginNumbered();
    out.raw(`"chunk_type":"${type}","text":"`);
    return out;
  }

  function endNumbered(excerpt: TableExcerpt | null): void {
    part.end();
    ledger?.add(index, excerpt);
    index++;
  }

  function end(out: JsonText, excerpt: TableExcerpt | null = null): void {
    out.raw(endFields);
    endNumbered(excerpt);
  }

  /** Writes the fields of a table chunk that follow its text. */
  function tableFields(out: JsonText, chunk: TableChunk): void {
    out.raw(sheetFields);
    const { firstRow, lastRow, firstColumn, lastColumn } = chunk;
    out.raw(`,"row_start":${firstRow},"row_end":${lastRow}`);
    out.raw(`,"column_start":"${columnLetters(firstColumn)}","column_end":"${columnLetters(lastColumn)}"`);
    out.raw(
      `,"cell_range":"${rangeName(firstRow, lastRow, firstColumn, lastColumn)}","row_role":"${chunk.role}"`,
    );
    out.rawBytes(chunk.headers);
    if (chunk.keyColumn !== null) out.raw(`,"key_column":"${chunk.keyColumn}"`);
    if (chunk.hiddenRows.length > 0) out.raw(`,"hidden_rows":${toJson(chunk.hiddenRows)}`);
    if (chunk.hiddenColumns.length > 0) out.raw(`,"hidden_columns":${toJson(chunk.hiddenColumns)}`);
    if (chunk.mergedRanges.length > 0) out.raw(`,"merged_ranges":${toJson(chunk.mergedRanges)}`);
    writeAnnotations(out, chunk.annotations);
    if (chunk.facts !== null) {
      out.raw(`,"verified_facts":{"row_count":${chunk.facts.rowCount},"columns":[`);
      chunk.facts.writeColumns(out);
      out.raw(']}');
    }
    characters += chunk.text.chars - chunk.layoutChars;
  }

  /** Begins a chunk without cells: all fields except the last ones. */
  function beginWithoutCells(type: 'table' | 'figure', text: string, role: RowRole | null): JsonText {
    const out = begin(type);
    out.raw(toJson(text).slice(1, -1));
    out.raw(sheetFields);
    out.raw(',"row_start":null,"row_end":null,"column_start":null,"column_end":null,"cell_range":null');
    out.raw(`,"row_role":${toJson(role)},"column_headers":[],"header_rows":null`);
    return out;
  }

  return {
    table(chunk) {
      const out = begin('table');
      part.append(chunk.text);
      tableFields(out, chunk);
      end(out, chunk.excerpt);
    },
    compose(chunk) {
      scratch.clear(scratchBytesMax);
      scratch.raw('"chunk_type":"table","text":"');
      scratch.append(chunk.text);
      tableFields(scratch, chunk);
      scratch.raw(endFields);
      return Buffer.from(scratch.bytes.subarray(0, scratch.length));
    },
    composed(json, excerpt) {
      beginNumbered().rawBytes(json);
      endNumbered(excerpt);
    },
    note(text, annotations) {
      const out = beginWithoutCells('table', text, 'note');
      writeAnnotations(out, annotations);
      end(out);
    },
    figure(text, figure) {
      const out = beginWithoutCells('figure', text, null);
      out.raw(`,"figure":${toJson(figure)}`);
      figures++;
      end(out);
    },
    totals: () => ({ chunkIndexNext: index, characters, figures }),
  };
}

function writeAnnotations(out: JsonText, annotations: ChunkAnnotations | null): void {
  if (annotations === null) return;
  if (annotations.links.length > 0) out.raw(`,"links":${toJson(annotations.links)}`);
  if (annotations.comments.length > 0) out.raw(`,"comments":${toJson(annotations.comments)}`);
}

/** JSON fields for the column names and header rows of a chunk, and for its table, as UTF-8. */
export function headersJson(header: PanelHeader | null, table: TableIdentity | null): Uint8Array {
  const { names, rows } = header ?? { names: [], rows: null };
  const identity = table === null ? '' : identityJson(table);
  return Buffer.from(`,"column_headers":${toJson(names)},"header_rows":${toJson(rows)}${identity}`);
}

/** First fields of a column's facts as UTF-8; the same in every chunk of the table. */
export function factsColumnJson(column: number, name: string): Uint8Array {
  const header = name === '' ? 'null' : toJson(name);
  return Buffer.from(`{"column":"${columnLetters(column)}","header":${header},"type":"`);
}
