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

/** A message as Python's `mailbox` writes it: lines that begin with "From " are quoted. */
const message = (from: string, body = 'The pump needs oil.\n\n>From here on it is quiet.\n') =>
  `${from}\nFrom: ann@example.org\nTo: crew@example.org\nSubject: Oil\nDate: Tue, 24 Nov 2026 08:00:00 +0000\n\n${body}\n`;
const python = 'From ann@example.org Tue Nov 24 08:00:00 2026';

describe('a mailbox', () => {
  it.each([
    ['Python', `${message(python)}${message(python)}`],
    ['Gmail', message('From 18@xxx Tue Nov 24 08:00:00 +0000 2026').repeat(2)],
    ['Thunderbird', message('From - Tue Nov 24 08:00:00 2026').repeat(2).replaceAll('\n', '\r\n')],
    ['a later Thunderbird', message('From ').repeat(2)],
    [
      'git format-patch',
      message('From 05ca48cba8b3b2dba465b4edc1c16a204e0ff26b Mon Sep 17 00:00:00 2001').repeat(2),
    ],
    [
      'anybody, across the blocks in which it is read',
      message(python, `${'x'.repeat(1024 * 1024 - 190)}\n`).repeat(2),
    ],
    ['anybody, with a large first message', message(python, `${'words '.repeat(700_000)}\n`).repeat(2)],
  ])('of two messages by %s is refused with the way to split it', async (_, text) => {
    const refusal: unknown = await read(text, 'a.mbox').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'unsupported_file_type' });
    expect(String(refusal)).toContain('git mailsplit');
  });

  it.each([
    ['with words that look like another', 'The pump.\n\nFrom 8:00 on it is quiet.\nReally.\n'],
    ['with nothing but such words', 'From \n'.repeat(200_000)],
  ])('of one message is read as the message, also %s', async (_, body) => {
    const { documents } = await read(message(python, body), 'a.mbox');
    expect(documents).toHaveLength(1);
    expect(documents[0]).toMatchObject({ title: 'Oil' });
    expect(documents[0]!.text).toContain(body.slice(0, 8).trim());
  });
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
