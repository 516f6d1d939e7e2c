import { join } from 'node:path';
import { createAnnotations } from './chunking/annotations';
import { createChunkWriter } from './chunking/chunk-writer';
import { createMergeIndex } from './chunking/merge-index';
import { createBufferPool, hiddenColumnLookup } from './chunking/sheet-context';
import { createSheetChunker } from './chunking/sheet-chunker';
import { type CellDisplay } from './display/cell-display';
import { createColumnSummaries } from './facts/column-facts';
import { type ParsedPart, type ParseRequest } from './parse-request';
import { createPartWriter } from './part-file';
import { writeFigures } from './sheet-figures';
import { type SheetInfo, type SheetLayout, type WorkbookReader } from './workbook-reader';

const noLayout: SheetLayout = {
  merges: [],
  hiddenColumns: [],
  tables: [],
  links: [],
  comments: [],
  complete: true,
};

/**
 * Reads one sheet from its first to its last row and leaves its chunks in a part file.
 *
 * @param onRow called for every row, before it is chunked
 */
export async function parseSheet(
  reader: WorkbookReader,
  sheet: SheetInfo,
  display: CellDisplay,
  request: ParseRequest,
  chunkIndexFirst: number,
  onRow: () => void,
): Promise<ParsedPart> {
  const part = createPartWriter(join(request.workDirectory, `sheet-${sheet.index}.part`));
  try {
    const writer = createChunkWriter(part, request.jobId, chunkIndexFirst, sheet);
    const hasRows = sheet.kind === 'worksheet';
    const layout = hasRows ? await reader.layout(sheet) : noLayout;
    const typedByText = reader.format === 'csv';
    const { date1904 } = reader;
    const chunker = createSheetChunker(
      {
        display,
        merges: createMergeIndex(layout.merges),
        annotations: createAnnotations(layout),
        writer,
        typedByText,
        summarise: request.options.verifiedFacts ? createColumnSummaries({ date1904, typedByText }) : null,
        hiddenColumns: hiddenColumnLookup(layout.hiddenColumns),
        pool: createBufferPool(),
      },
      layout.tables,
    );
    let rows = 0;
    if (hasRows) {
      await reader.readRows(sheet, (row) => {
        rows++;
        onRow();
        chunker.row(row);
      });
    }
    chunker.end();
    const figures = request.options.images
      ? await writeFigures(reader, sheet, writer, request)
      : { assets: [], warnings: [] };
    const { path, bytes, pages } = part.finish();
    const totals = writer.totals();
    return {
      sheetIndex: sheet.index,
      sheetName: sheet.name,
      path,
      bytes,
      chunkIndexFirst,
      chunkCount: totals.chunkIndexNext - chunkIndexFirst,
      characters: totals.characters,
      figures: totals.figures,
      rows,
      pages,
      assets: figures.assets,
      warnings: [...layoutWarnings(layout, sheet), ...figures.warnings],
    };
  } finally {
    part.close();
  }
}

function layoutWarnings({ complete }: SheetLayout, sheet: SheetInfo): string[] {
  if (complete) return [];
  return [
    `Merged cells, links and comments of sheet ${sheet.index + 1} stand behind too many rows and were not read.`,
  ];
}
