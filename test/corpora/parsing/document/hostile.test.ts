import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../../../packages/spreadsheet-reader/test/zip/write-zip';
import { fileReader } from '../../../parsing/document/file-reader';
import { messageOf } from '../../../../packages/document-reader/test/formats/messages';
import { docx, epub, odt, pptx } from '../../../../packages/document-reader/test/formats/office-files';

const { read } = fileReader();
const deep = (open: string, close: string, times: number) =>
  open.repeat(times) + 'deep text' + close.repeat(times);
const bomb = Buffer.alloc(80 * 1024 * 1024, 'A');

describe('what cannot be read ends with a typed error', () => {
  it.each<[what: string, bytes: Buffer | string, filename: string, code: string]>([
    ['an empty file', '', 'a.txt', 'empty_file'],
    ['nothing but white space', ' \n\t\n', 'a.md', 'empty_file'],
    [
      'a program',
      Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'),
      'a.pdf',
      'unsupported_file_type',
    ],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'a.svg', 'unsupported_file_type'],
    ['an archive without files', writeZip([{ name: 'a/', data: '' }]), 'a.docx', 'empty_file'],
    [
      'a drawing of OpenDocument',
      writeZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.graphics', stored: true }]),
      'a.docx',
      'unsupported_file_type',
    ],
    [
      'a text of OpenDocument without its content',
      writeZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', stored: true }]),
      'a.odt',
      'parse_failed',
    ],
    ['a notebook without cells', '{"nbformat": 4}', 'a.ipynb', 'parse_failed'],
    [
      'a recording',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x21', 'latin1'), Buffer.alloc(4_096, 0xff)]),
      'a.mp3',
      'transcription_not_configured',
    ],
    [
      'half a document',
      docx('<w:p><w:r><w:t>Hello</w:t></w:r></w:p>').subarray(0, 500),
      'a.docx',
      'parse_failed',
    ],
    [
      'a document with a password',
      writeZip([{ name: 'word/document.xml', data: 'x', declared: { flags: 1 } }]),
      'a.docx',
      'encrypted_file',
    ],
    [
      'a workbook with a password',
      readFileSync(join(__dirname, '../../../../packages/spreadsheet-reader/test/fixtures/encrypted.xlsx')),
      'a.xlsx',
      'encrypted_file',
    ],
    ['a bomb in a document', docx(bomb), 'a.docx', 'file_too_large'],
    ['a bomb in a presentation', pptx([bomb]), 'a.pptx', 'file_too_large'],
    ['a bomb in a text of OpenDocument', odt(bomb), 'a.odt', 'file_too_large'],
    [
      'a table of OpenDocument that repeats its cells',
      odt(
        `<table:table>${'<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row>'.repeat(2)}</table:table>`,
      ),
      'a.odt',
      'file_too_large',
    ],
    ['a bomb in a book', epub([bomb]), 'a.epub', 'file_too_large'],
    [
      'entities in a document',
      docx('<w:p/>', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
      'a.docx',
      'parse_failed',
    ],
    ['a document of 300 levels', docx(deep('<w:p>', '</w:p>', 300)), 'a.docx', 'parse_failed'],
  ])('%s', async (_what, bytes, filename, code) => {
    await expect(read(bytes, filename)).rejects.toMatchObject({ name: 'ParseError', code });
  });
});

describe('what is made to overwhelm is read', () => {
  it.each<[what: string, bytes: Buffer | string, filename: string]>([
    ['a page of 100,000 levels', deep('<div>', '</div>', 100_000), 'a.html'],
    [
      'a page of 100,000 tables in each other',
      deep('<table><tr><td>', '</td></tr></table>', 100_000),
      'a.html',
    ],
    ['a page of 100,000 lists in each other', deep('<ul><li>', '</li></ul>', 100_000), 'a.html'],
    [
      'end tags that nothing opened',
      `<b><td>${'<i>'.repeat(50_000)}deep text${'</b>'.repeat(50_000)}`,
      'a.html',
    ],
    ['Markdown of 20,000 quotes in each other', `${'>'.repeat(20_000)} deep text`, 'a.md'],
    ['JSON of 10,000 levels', `${'{"a":'.repeat(10_000)}"deep text"${'}'.repeat(10_000)}`, 'a.json'],
    ['JSON of 10,000 lists', `${'['.repeat(10_000)}"deep text"${']'.repeat(10_000)}`, 'a.json'],
    [
      'RTF of 100,000 groups in each other',
      `{\\rtf1 ${'{'.repeat(100_000)}deep text${'}'.repeat(100_000)}}`,
      'a.rtf',
    ],
    ['RTF without an end', '{\\rtf1 {\\trowd\\intbl deep text\\cell', 'a.rtf'],
    [
      'a notebook whose members are of other types',
      '{"cells":[1,null,{"cell_type":"markdown","source":["deep text",3],"attachments":7},{"cell_type":"code","outputs":[0]}]}',
      'a.ipynb',
    ],
    ['names that reach for prototypes', '{"__proto__":{"constructor":"deep text"},"toString":1}', 'a.json'],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('Grüße, deep text '), Buffer.from([0xff, 0xc3, 0x28])]),
      'a.txt',
    ],
    ['a text that begins like a picture', 'BMW builds cars, deep text.', 'a.txt'],
  ])('%s', async (_what, bytes, filename) => {
    const { documents } = await read(bytes, filename);
    expect(documents[0]!.text).toContain('deep text');
  });

  it('a line of 20 MB, in chunks of the usual size', async () => {
    const line = Buffer.from('A line that never ends. '.repeat(900_000));
    const { documents } = await read(line, 'a.txt');
    expect(documents[0]!.characters).toBeGreaterThan(20_000_000);
    expect(documents[0]!.chunks.every(({ tokenCount }) => tokenCount <= 256)).toBe(true);
  });
});

describe('messages in messages', () => {
  it('are read to the fifth level, the rest is left out with a warning', async () => {
    let message = messageOf({ subject: 'Level 9', text: 'innermost' });
    for (let level = 8; level >= 0; level--) {
      message = messageOf({
        subject: `Level ${level}`,
        text: 'text',
        attachments: [{ name: 'next.eml', type: 'message/rfc822', content: message }],
      });
    }
    const { documents, warnings } = await read(message, 'a.eml');
    expect(documents.map(({ title, parent }) => [title, parent])).toEqual(
      [0, 1, 2, 3, 4, 5].map((level) => [`Level ${level}`, level === 0 ? null : level - 1]),
    );
    expect(warnings).toHaveLength(1);
  });

  it('give at most 100 documents', async () => {
    const attachments = Array.from({ length: 150 }, (_, i) => ({
      name: `${i}.txt`,
      type: 'text/plain',
      content: `file ${i}`,
    }));
    const { documents, warnings } = await read(
      messageOf({ subject: 'Many', text: 'text', attachments }),
      'a.eml',
    );
    expect(documents).toHaveLength(100);
    expect(warnings).toHaveLength(1);
  });
});

it('leaves an unreadable attachment out, and reads the others', async () => {
  const attachments = [
    {
      name: 'broken.docx',
      type: 'application/octet-stream',
      content: docx('<w:p/>').subarray(0, 300).toString('latin1'),
    },
    { name: 'fine.txt', type: 'text/plain', content: 'Fine.' },
  ];
  const { documents, warnings } = await read(
    messageOf({ subject: 'Two', text: 'text', attachments }),
    'a.eml',
  );
  expect(documents.map(({ filename }) => filename)).toEqual(['a.eml', 'fine.txt']);
  expect(documents[0]!.relations).toEqual([{ type: 'email_attachment', to: 1 }]);
  expect(warnings[0]).toContain('broken.docx');
});

describe('a parsing script', () => {
  it.each([
    ['that never ends', '($f := function($n) { $f($n + 1) }; $f(0))'],
    ['that calls itself for ever', '($f := function($n) { 1 + $f($n) }; $f(1))'],
    ['that does not parse', 'a.['],
    ['that asks for what is not there', '$nosuchfunction(1)'],
    ['that returns nothing', 'missing'],
  ])('%s fails the file', async (_what, parsingScript) => {
    await expect(read('{"a":1}', 'a.json', { parsingScript })).rejects.toMatchObject({
      code: 'parsing_script_failed',
    });
  });
});
