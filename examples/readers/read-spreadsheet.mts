import { CellDisplay, openWorkbook, SourceError } from 'spreadsheet-reader';

const [path = 'examples/quarterly-report.xlsx'] = process.argv.slice(2);
try {
  const workbook = await openWorkbook(path);
  const display = new CellDisplay(workbook);
  for (const sheet of workbook.sheets) {
    if (sheet.kind !== 'worksheet') continue;
    let rows = 0;
    let first = '';
    await workbook.readRows(sheet, (row) => {
      if (rows++ > 0) return;
      // A row is reused for the next one: keep texts and numbers, never the row.
      const cells = Array.from({ length: row.length }, (_, cell) => display.text(row, cell));
      first = cells.join(' | ');
    });
    console.log(`${sheet.name}: ${rows} rows, the first: ${first}`);
  }
  workbook.close();
} catch (error) {
  if (!(error instanceof SourceError)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
