import { tempFiles } from '../zip/temp-files';
import { readCells } from './read-cells';
import { MAIN, sheetXml, writeXlsx } from './write-xlsx';

const file = tempFiles();
const firstTwo = sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>');

/** Content of `sst` and the texts of its first item and, where there is one, its second. */
const items: [what: string, content: string, texts: string[]][] = [
  ['plain texts', '<si><t>a</t></si><si><t>b</t></si>', ['a', 'b']],
  ['other alphabets', '<si><t>Ä</t></si><si><t>日本😀</t></si>', ['Ä', '日本😀']],
  ['spaces that are to be kept', '<si><t xml:space="preserve"> a </t></si>', [' a ']],
  ['runs of rich text', '<si><r><t>a</t></r><r><rPr><sz val="9"/></rPr><t>b</t></r></si>', ['ab']],
  [
    'texts without their phonetic runs',
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t>b</t></si>',
    ['東京', 'b'],
  ],
  ['references', '<si><t>a &lt;b&gt; &amp;amp; c</t></si>', ['a <b> &amp; c']],
  ['escapes', '<si><t>a_x0009_b</t></si><si><t>_x005F_x0009_</t></si>', ['a\tb', '_x0009_']],
  ['underscores that are no escapes', '<si><t>snake_case_name</t></si>', ['snake_case_name']],
  ['CDATA', '<si><t><![CDATA[</t></si>]]></t></si><si><t>b</t></si>', ['</t></si>', 'b']],
  ['comments', '<!-- <si><t>x</t></si> --><si><t>a</t></si><si><!-- y --><t>b</t></si>', ['a', 'b']],
  ['line ends as one kind', '<si><t>a\r\nb</t></si>', ['a\nb']],
  ['attributes and spaces in tags', '<si ><t a=">">a</t ></si ><si x="/"><t>b</t></si>', ['a', 'b']],
  ['items in a row without text', '<si/><si><t>b</t></si>', ['b']],
  [
    'a text longer than what is kept decoded',
    `<si><t>${'long '.repeat(100)}</t></si>`,
    ['long '.repeat(100)],
  ],
];

async function textsOf(sharedStrings: string | Buffer): Promise<string[]> {
  const lines = await readCells(file(writeXlsx({ sheets: [{ xml: firstTwo }], sharedStrings })));
  return lines.map((line) => JSON.parse(line.replace(/^\S+ text /, '')) as string);
}

describe('shared strings', () => {
  it.each(items)('gives %s', async (_, content, texts) => {
    expect(await textsOf(content)).toEqual(texts);
  });

  it('gives texts whose elements have a prefix', async () => {
    const part = `<x:sst xmlns:x="${MAIN}"><x:si><x:t>a</x:t></x:si><x:si><x:r><x:t>b</x:t></x:r></x:si></x:sst>`;
    expect(await textsOf(Buffer.from(part))).toEqual(['a', 'b']);
  });

  it.each(['utf16le', 'utf16be'] as const)('gives texts of a part in %s', async (encoding) => {
    const part = `\ufeff<?xml version="1.0" encoding="UTF-16"?><sst xmlns="${MAIN}"><si><t>Größe</t></si><si><t>😀</t></si></sst>`;
    const bytes = Buffer.from(part, 'utf16le');
    expect(await textsOf(encoding === 'utf16le' ? bytes : bytes.swap16())).toEqual(['Größe', '😀']);
  });

  it('gives each of 300,000 texts, more than are kept decoded', async () => {
    const count = 300_000;
    const sharedStrings = Array.from({ length: count }, (_, index) => `<si><t>text ${index}</t></si>`).join(
      '',
    );
    const asked = [0, count - 1, 131_072, 0, 131_072, 262_144, 1];
    const cells = asked.map((index) => `<c t="s"><v>${index}</v></c>`).join('');
    const bytes = writeXlsx({ sheets: [{ xml: sheetXml(`<row>${cells}</row>`) }], sharedStrings });
    const lines = await readCells(file(bytes));
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(
      asked.map((index) => `text "text ${index}"`),
    );
  });
});
