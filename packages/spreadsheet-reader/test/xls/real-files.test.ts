import { openXls } from '../../src/xls';
import { SourceError } from '../../src/source/source-error';
import { readXls, withXls } from './read-xls';
import { expectedWorkbook, readAsExpected, realSpreadsheets } from '../real-spreadsheets';

const files = realSpreadsheets('xls');
const withValues = files.filter(({ outcome }) => outcome === 'values');

(withValues.length > 0 ? describe : describe.skip)('XLS files of other people', () => {
  it.each(withValues)('gives the date system and the expected cells of $id', async ({ id, path }) => {
    const { date1904, sheets } = expectedWorkbook(id);
    const reader = (await openXls(path))!;
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

  it.each(files.filter(({ outcome }) => outcome === 'encrypted'))(
    'names the password that $id needs',
    ({ path }) => expect(openXls(path)).rejects.toMatchObject({ code: 'encrypted' }),
  );

  it.each(withValues)('describes the sheets and figures of $id without an error', async ({ path }) => {
    await withXls(path, async (reader) => {
      for (const sheet of reader.sheets) {
        expect((await reader.layout(sheet)).complete).toBe(true);
        for (const figure of await reader.figures(sheet)) {
          if (figure.image === null) expect(figure.text).not.toBe('');
          else expect(await reader.imageBytes(figure)).toHaveLength(figure.image.byteSize);
        }
      }
      expect(reader.warnings).toEqual([]);
    });
  });

  it.each(files.filter(({ outcome }) => outcome === 'bounded'))(
    'ends $id with values or a typed error',
    async ({ path }) => {
      const outcome = await readXls(path).catch((error: unknown) => error);
      if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(SourceError);
    },
  );
});
