import { SourceError } from '../../../src/source/source-error';
import { openXlsx } from '../../../src/xlsx';
import { expectedWorkbook, readAsExpected, realSpreadsheets } from '../../real-spreadsheets';

const files = realSpreadsheets('xlsx', 'xlsm');
const withValues = files.filter(({ outcome }) => outcome === 'values');
const suite = files.length > 0 ? describe : describe.skip;

suite('XLSX files of other people', () => {
  it.each(withValues)('gives the date system and the expected cells of $id', async ({ id, path }) => {
    const { date1904, sheets } = expectedWorkbook(id);
    const reader = await openXlsx(path);
    const found = { date1904: reader.date1904, sheets: await readAsExpected(reader, sheets) };
    reader.close();
    expect(found).toEqual({
      date1904,
      sheets: sheets.map(({ name, state, cells, sha256, sample }) => ({
        name,
        state,
        cells,
        sha256,
        sample,
      })),
    });
  });

  it.each(withValues)('describes the sheets and figures of $id without an error', async ({ path }) => {
    const reader = await openXlsx(path);
    for (const sheet of reader.sheets) {
      await reader.layout(sheet);
      for (const figure of await reader.figures(sheet)) {
        if (figure.image === null) expect(figure.text).not.toBe('');
        else expect(await reader.imageBytes(figure)).toHaveLength(figure.image.byteSize);
      }
    }
    reader.close();
  });

  it.each(files.filter(({ outcome }) => outcome === 'bounded'))(
    'ends $id with values or a typed error',
    async ({ path }) => {
      const outcome = await readAll(path).catch((error: unknown) => error);
      if (typeof outcome !== 'number') expect(outcome).toBeInstanceOf(SourceError);
    },
  );
});

async function readAll(path: string): Promise<number> {
  const reader = await openXlsx(path);
  let cells = 0;
  try {
    for (const sheet of reader.sheets) {
      await reader.layout(sheet);
      await reader.readRows(sheet, (row) => {
        cells += row.length;
      });
      await reader.figures(sheet);
    }
  } finally {
    reader.close();
  }
  return cells;
}
