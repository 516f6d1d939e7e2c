import { openXls } from '../../../src/parsing/spreadsheet/xls';
import { expectedSheets, readAsExpected, realSpreadsheets } from '../real-spreadsheets';

const files = realSpreadsheets('xls');
const withValues = files.filter(({ outcome }) => outcome === 'values');

(withValues.length > 0 ? describe : describe.skip)('XLS files of other people', () => {
  it.each(withValues)('gives the expected cells of $id', async ({ id, path }) => {
    const expected = expectedSheets(id);
    const reader = (await openXls(path))!;
    const found = await readAsExpected(reader, expected);
    reader.close();
    expect(found).toEqual(
      expected.map(({ name, state, cells, sha256, sample }) => ({ name, state, cells, sha256, sample })),
    );
  });

  it.each(files.filter(({ outcome }) => outcome === 'encrypted'))(
    'names the password that $id needs',
    ({ path }) => expect(openXls(path)).rejects.toMatchObject({ code: 'encrypted' }),
  );
});
