import { type BookType, utils, write } from 'xlsx';
import { fileReader } from '../file-reader';
import { writeZip } from '../../../../packages/spreadsheet-reader/test/zip/write-zip';

const { read } = fileReader();

/** A workbook as SheetJS writes it. */
const sheetjs = (bookType: BookType) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 'b']]), 'Sheet');
  return write(book, { type: 'buffer', bookType }) as Buffer;
};
const openDocument = (form: string) =>
  writeZip([{ name: 'mimetype', data: `application/vnd.oasis.opendocument.${form}`, stored: true }]);

it.each<[what: string, bytes: Buffer | string, sentence: string]>([
  [
    'a drawing of OpenDocument',
    openDocument('graphics'),
    'OpenDocument files are not read; save the file as PDF',
  ],
  [
    'an unknown form of it',
    openDocument('constructor'),
    'OpenDocument files are not read; save the file as PDF',
  ],
  [
    'a workbook of OpenDocument in one XML',
    sheetjs('fods'),
    'OpenDocument files are not read; save the file as PDF',
  ],
])('%s is refused with the way to convert it, whatever its name', async (_, bytes, sentence) => {
  for (const filename of ['a.docx', 'a.txt', 'a']) {
    const refusal: unknown = await read(bytes, filename).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unsupported_file_type' });
    expect(String(refusal)).toContain(sentence);
    expect(String(refusal)).toContain('soffice --headless --convert-to');
  }
});

describe('a text', () => {
  it.each([
    ['report.xlsx', 'The file is named .xlsx but holds text, and was read as TXT.'],
    ['report.PDF', 'The file is named .pdf but holds text, and was read as TXT.'],
    ['report.txt', null],
    ['report.xls', null],
    ['report', null],
  ])('named %s tells of it where the name promises another format', async (filename, warning) => {
    const { warnings } = await read('Plain words of a letter.', filename);
    expect(warnings).toEqual(warning === null ? [] : [warning]);
  });

  it.each(['000102', '00000000', '010203616263', '61620002'])(
    'is no file of few bytes that are control characters: %s',
    async (hex) => {
      await expect(read(Buffer.from(hex, 'hex'), 'a.xlsx')).rejects.toMatchObject({
        code: 'unsupported_file_type',
      });
    },
  );
});
