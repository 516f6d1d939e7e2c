import { createAnnotations } from './chunking/annotations';
import { createChunkOrder } from './chunking/chunk-order';
import { createChunkWriter } from './chunking/chunk-writer';
import { createMergeIndex } from './chunking/merge-index';
import { hiddenColumnLookup, type SheetContext } from './chunking/sheet-context';
import { createSheetChunker } from './chunking/sheet-chunker';
import { type ParsedPart, type ParseRequest } from './parse-request';
import { type OpenPart } from './open-part';
import { createTableLedger } from './tables/table-ledger';
import { writeFigures } from './sheet-figures';
import {
  CellKind,
  type RowBuffer,
  type SheetInfo,
  type SheetLayout,
  type WorkbookReader,
} from 'spreadsheet-reader';

const noLayout: SheetLayout = {
  merges: [],
  hiddenColumns: [],
  tables: [],
  links: [],
  comments: [],
  complete: true,
};

interface SheetParse {
  part: Pick<OpenPart, 'writer' | 'tables'>;
  /** Objects that the sheets of a workbook share. */
  shared: Pick<SheetContext, 'display' | 'writeFacts' | 'pool' | 'typedByText' | 'plainNumbers'>;
  request: ParseRequest;
  chunkIndexFirst: number;
  /** Called for every row, before it is chunked. */
  onRow: () => void;
}

export type SheetTotals = Pick<
  ParsedPart,
  'chunkCount' | 'characters' | 'figures' | 'rows' | 'assets' | 'warnings'
>;

/** Reads one sheet from first to last row and writes its chunks to a part. */
export async function parseSheet(
  reader: WorkbookReader,
  sheet: SheetInfo,
  { part, shared, request, chunkIndexFirst, onRow }: SheetParse,
): Promise<SheetTotals> {
  const { typedByText } = shared;
  const { date1904 } = reader;
  const ledger =
    part.tables === null ? null : createTableLedger(sheet, { typedByText, date1904 }, part.tables);
  const writer = createChunkWriter(part.writer, request.jobId, chunkIndexFirst, sheet, ledger);
  const hasRows = sheet.kind === 'worksheet';
  const layout = hasRows ? await reader.layout(sheet) : noLayout;
  const chunker = createSheetChunker(
    {
      ...shared,
      sheetNumber: sheet.index + 1,
      merges: createMergeIndex(layout.merges),
      annotations: createAnnotations(layout),
      writer,
      order: createChunkOrder(writer),
      hiddenColumns: hiddenColumnLookup(layout.hiddenColumns),
    },
    layout.tables,
  );
  let rows = 0;
  let uncomputed = 0;
  if (hasRows) {
    await reader.readRows(sheet, (row) => {
      rows++;
      onRow();
      uncomputed += countUncomputed(row);
      chunker.row(row);
    });
  }
  chunker.end();
  const figures = request.options.images
    ? await writeFigures(reader, sheet, writer, request)
    : { assets: [], warnings: [] };
  ledger?.end();
  const totals = writer.totals();
  return {
    chunkCount: totals.chunkIndexNext - chunkIndexFirst,
    characters: totals.characters,
    figures: totals.figures,
    rows,
    assets: figures.assets,
    warnings: [...layoutWarnings(layout, sheet), ...formulaWarnings(uncomputed, sheet), ...figures.warnings],
  };
}

/** Number of formulas in a row that have no stored value. */
function countUncomputed({ kind, length }: RowBuffer): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (kind[i] === CellKind.formula) count++;
  return count;
}

function formulaWarnings(uncomputed: number, sheet: SheetInfo): string[] {
  if (uncomputed === 0) return [];
  const formulas = uncomputed === 1 ? 'A formula' : `${uncomputed} formulas`;
  const values =
    uncomputed === 1 ? 'has no stored value; its text is' : 'have no stored values; their texts are';
  return [`${formulas} of sheet ${sheet.index + 1} ${values} shown instead.`];
}

function layoutWarnings({ complete }: SheetLayout, sheet: SheetInfo): string[] {
  if (complete) return [];
  return [
    `Merged cells, links and comments of sheet ${sheet.index + 1} stand behind too many rows and were not read.`,
  ];
}
