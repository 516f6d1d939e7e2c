import {
  contentTypesPart,
  packageRelationsPart,
  sharedStringsPart,
  sheetClosing,
  sheetOpening,
  stylesPart,
  workbookPart,
  workbookRelationsPart,
  XLSX_STYLE,
} from './xlsx-parts';
import { countRow, linesOf, noFacts, type CellValue, type SheetPlan, type TableFacts } from './table-plan';
import { createSharedTexts, type SharedTexts } from './shared-texts';
import { createZipFile } from './zip-file';

/** Texts are handed to the compressor in pieces of about this size. */
const pieceChars = 64 * 1024;

/** `A` for 0, `XFD` for 16,383. */
function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

function cellXml(
  reference: string,
  style: number,
  value: CellValue,
  formula: string,
  texts: SharedTexts,
): string {
  const styled = style === 0 ? `<c r="${reference}"` : `<c r="${reference}" s="${style}"`;
  switch (typeof value) {
    case 'number':
      return `${styled}>${formula}<v>${value}</v></c>`;
    case 'string':
      return `${styled} t="s"><v>${texts.indexOf(value)}</v></c>`;
    case 'boolean':
      return `${styled} t="b"><v>${value ? 1 : 0}</v></c>`;
    default:
      return value === null ? '' : `${styled} t="e">${formula}<v>${value.error}</v></c>`;
  }
}

function* sheetXml(plan: SheetPlan, texts: SharedTexts, facts: TableFacts): Iterable<string> {
  const letters = plan.columns.map((_, column) => columnLetters(column));
  const styles = plan.columns.map((column) => XLSX_STYLE[column.style]);
  let piece = sheetOpening(`A1:${letters.at(-1)!}${plan.rowCount + 1}`);
  let row = 0;
  for (const values of linesOf(plan)) {
    countRow(facts, values);
    row++;
    piece += `<row r="${row}" spans="1:${values.length}">`;
    for (let column = 0; column < values.length; column++) {
      const product = plan.columns[column]!.product;
      const formula =
        product !== undefined && row > 1
          ? `<f>${letters[product[0]]!}${row}*${letters[product[1]]!}${row}*(1-${letters[product[2]]!}${row})</f>`
          : '';
      const style = row > 1 ? styles[column]! : 0;
      piece += cellXml(`${letters[column]!}${row}`, style, values[column]!, formula, texts);
    }
    piece += '</row>';
    if (piece.length > pieceChars) {
      yield piece;
      piece = '';
    }
  }
  yield piece + sheetClosing();
}

/**
 * Writes the sheets as an XLSX file whose parts have the order and shape that Excel gives them: shared
 * strings, number formats by style, formulas with cached values, `r` on every row and cell.
 *
 * @returns what a reader must find in it
 */
export async function writeXlsx(path: string, sheets: readonly SheetPlan[]): Promise<TableFacts> {
  const facts = noFacts();
  const texts = createSharedTexts();
  const zip = await createZipFile(path);
  await zip.entry('[Content_Types].xml', [contentTypesPart(sheets.length)]);
  await zip.entry('_rels/.rels', [packageRelationsPart()]);
  await zip.entry('xl/workbook.xml', [workbookPart(sheets.map((sheet) => sheet.name))]);
  await zip.entry('xl/_rels/workbook.xml.rels', [workbookRelationsPart(sheets.length)]);
  for (const [at, sheet] of sheets.entries()) {
    facts.sheets++;
    await zip.entry(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, texts, facts));
  }
  await zip.entry('xl/styles.xml', [stylesPart()]);
  await zip.entry('xl/sharedStrings.xml', sharedStringsPart(texts.list(), texts.uses()));
  await zip.close();
  return facts;
}
