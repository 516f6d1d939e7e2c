import { openCsv } from '../../../src/csv';
import { expectedWorkbook, readAsExpected, realSpreadsheets } from '../../real-spreadsheets';

const files = realSpreadsheets('csv', 'tsv');

(files.length > 0 ? describe : describe.skip)('CSV and TSV files of other people', () => {
  it.each(files)('gives the expected cells of $id', async ({ id, path }) => {
    const { sheets: expected } = expectedWorkbook(id);
    const reader = await openCsv(path);
    const found = await readAsExpected(reader, expected);
    reader.close();
    expect(found).toEqual(
      expected.map(({ cells, sha256, sample }) => ({
        name: 'Sheet1',
        state: 'visible',
        cells,
        sha256,
        sample,
      })),
    );
  });
});
