import { CellDisplay, openWorkbook } from 'spreadsheet-reader';
import { parseInMemory } from '../../../parsing/parse-in-memory';
import { realSpreadsheets } from '../../../../packages/spreadsheet-reader/test/real-spreadsheets';
import { rangeFaults } from '../../../parsing/chunking/chunk-ranges';
import { readBack } from '../../../parsing/chunking/read-back';

const files = realSpreadsheets('xlsx', 'xlsm', 'xls', 'csv', 'tsv').filter(
  ({ outcome }) => outcome === 'values',
);
const suite = files.length > 0 ? describe : describe.skip;

/** Cells of each sheet as text, by sheet and place, without texts of blanks only. */
async function cellsOf(path: string): Promise<Map<string, string>> {
  const reader = await openWorkbook(path);
  const display = new CellDisplay(reader);
  const cells = new Map<string, string>();
  for (const sheet of reader.sheets) {
    if (sheet.kind !== 'worksheet') continue;
    await reader.readRows(sheet, (row) => {
      for (let i = 0; i < row.length; i++) {
        const text = Buffer.from(display.text(row, i)).toString();
        if (!/^[\t-\r ]+$/.test(text)) cells.set(`${sheet.name} ${row.row}:${row.column[i]!}`, text);
      }
    });
  }
  reader.close();
  return cells;
}

suite('spreadsheets of other people', () => {
  it.each(files)(
    'every cell of $id is in one chunk, and ranges ascend without overlaps',
    async ({ path }) => {
      const reader = await openWorkbook(path);
      const { chunks } = await parseInMemory(reader, { images: true, verifiedFacts: true });
      reader.close();
      const found = new Map<string, string>();
      for (const { name } of reader.sheets) {
        const own = chunks.filter((chunk) => chunk.sheet_name === name);
        expect(rangeFaults(own)).toEqual([]);
        for (const [place, text] of readBack(own)) found.set(`${name} ${place}`, text);
      }
      expect(found).toEqual(await cellsOf(path));
      expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, i) => i));
    },
  );
});
