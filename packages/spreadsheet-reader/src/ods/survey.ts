import { rangeName } from '../a1';
import { SourceError } from '../source/source-error';
import { type SheetInfo, type SheetLayout } from '../workbook-reader';
import { COLUMNS_MAX, ROWS_MAX } from '../xlsx/limits';
import { type ContentHandler, type ContentPlace, type ContentScan, createContentScan } from './content-scan';
import { type OdsStyles } from './styles';
import { createTableScan, type OdsCell, type OdsFrame, repeatsOf } from './table-scan';

const sheetsMax = 10_000;
/** Of one sheet at most, as of XLSX workbooks. */
const mergesMax = 500_000;
const linksMax = 200_000;
const framesMax = 2_000;
/** Tables that copy cells of another workbook: `'file:///prices.ods'#$Sheet1`. */
const copiedName = /^'[^']*'#/;

/** A sheet with all but its rows. */
export interface OdsSheet {
  info: SheetInfo;
  /** Where its content begins. */
  place: ContentPlace;
  layout: SheetLayout;
  frames: { frame: OdsFrame; anchor: string | null }[];
}

/**
 * Reads the sheets of `content.xml` and their layouts, and the styles above them.
 *
 * @param pass passes the part to a scan
 * @throws SourceError `too_large` past 10,000 sheets; those of the scan
 */
export async function surveyContent(
  styles: OdsStyles,
  pass: (scan: ContentScan) => Promise<void>,
): Promise<OdsSheet[]> {
  const sheets: OdsSheet[] = [];
  let spreadsheetDepth = -1;
  let table: ContentHandler | null = null;
  const scan: ContentScan = createContentScan({
    get wantsText() {
      return table === null ? styles.wantsText : table.wantsText;
    },
    open(tag) {
      if (table !== null) table.open(tag);
      else if (tag.name === 'office:spreadsheet') spreadsheetDepth = tag.depth;
      else if (spreadsheetDepth < 0) styles.open(tag);
      else if (tag.name === 'table:table' && tag.depth === spreadsheetDepth + 1) {
        const attributes = tag.attributes();
        const name = attributes.get('table:name') ?? `Sheet${sheets.length + 1}`;
        if (copiedName.test(name)) return;
        if (sheets.length >= sheetsMax)
          throw new SourceError('too_large', `The workbook has more than ${sheetsMax} sheets.`);
        const state = styles.isHidden(attributes.get('table:style-name')) ? 'hidden' : 'visible';
        const sheet: OdsSheet = {
          info: { index: sheets.length, name, state, kind: 'worksheet' },
          place: { offset: tag.end, depth: tag.depth + 1, scope: scan.scope },
          layout: { merges: [], hiddenColumns: [], tables: [], links: [], comments: [], complete: true },
          frames: [],
        };
        sheets.push(sheet);
        table = createTableScan(tag.depth, layoutEvents(sheet), { isLayout: true });
      }
    },
    text(text) {
      if (table === null) styles.text(text);
      else table.text(text);
    },
    close(name, depth) {
      if (table === null) styles.close(name);
      else if (!table.close(name, depth)) table = null;
      return true;
    },
  });
  await pass(scan);
  scan.end();
  if (spreadsheetDepth < 0)
    throw new SourceError('corrupt', 'The file is damaged: it holds no sheets where they should be.');
  return sheets;
}

function layoutEvents({ layout, frames }: OdsSheet): Parameters<typeof createTableScan>[1] {
  const addFrame = (frame: OdsFrame, anchor: string | null) => {
    if (frames.length < framesMax) frames.push({ frame, anchor });
  };
  return {
    columns(first, last, hidden) {
      if (!hidden) return;
      const before = layout.hiddenColumns.at(-1);
      if (before?.last === first - 1) before.last = last;
      else layout.hiddenColumns.push({ first, last });
    },
    cell(cell) {
      if (cell.isCovered) return;
      const name = rangeName(cell.row, cell.row, cell.column, cell.column);
      addMerge(layout, cell);
      if (cell.url !== null && layout.links.length < linksMax)
        layout.links.push({ cell: name, url: cell.url });
      if (cell.comment !== null && cell.comment.text !== '' && layout.comments.length < linksMax)
        layout.comments.push({ cell: name, ...cell.comment });
      for (const frame of cell.frames) addFrame(frame, name);
    },
    row: () => undefined,
    frame: (frame) => {
      addFrame(frame, null);
    },
  };
}

function addMerge({ merges }: SheetLayout, { row, column, attributes }: OdsCell): void {
  const columns = repeatsOf(attributes, 'table:number-columns-spanned');
  const rows = repeatsOf(attributes, 'table:number-rows-spanned');
  if ((columns === 1 && rows === 1) || merges.length >= mergesMax) return;
  if (row > ROWS_MAX || column >= COLUMNS_MAX) return;
  merges.push({
    firstRow: row,
    lastRow: Math.min(ROWS_MAX, row + rows - 1),
    firstColumn: column,
    lastColumn: Math.min(COLUMNS_MAX - 1, column + columns - 1),
  });
}
