import { rangeName } from '../a1';
import { type SheetLayout } from '../workbook-reader';
import { forEachCell, type SheetjsSheet } from './sheetjs-sheet';

/** Layout of a sheet: merged ranges, hidden columns, links and comments. */
export function sheetjsLayout(sheet: SheetjsSheet): SheetLayout {
  const layout: SheetLayout = {
    merges: [],
    hiddenColumns: [],
    tables: [],
    links: [],
    comments: [],
    complete: true,
  };
  for (const { s: first, e: last } of sheet['!merges'] ?? []) {
    layout.merges.push({
      firstRow: first.r + 1,
      lastRow: last.r + 1,
      firstColumn: first.c,
      lastColumn: last.c,
    });
  }
  for (const [column, info] of sheet['!cols']?.entries() ?? []) {
    if (info?.hidden === true) layout.hiddenColumns.push({ first: column, last: column });
  }
  forEachCell(sheet, ({ l: link, c: comments }, row, column) => {
    const cell = rangeName(row + 1, row + 1, column, column);
    if (link) layout.links.push({ cell, url: link.Target });
    for (const { a: author, t: text } of comments ?? [])
      layout.comments.push({ cell, author: author ?? null, text });
  });
  return layout;
}
