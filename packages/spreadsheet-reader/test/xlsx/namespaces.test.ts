import { readXml } from '../../src/ooxml/xml/xml-events';
import { tempFiles } from '../zip/temp-files';
import { readCells, withReader } from './read-cells';
import { MAIN, OFFICE_RELATIONSHIPS, sheetXml, writeXlsx } from './write-xlsx';

const file = tempFiles();
const X14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Events of a text: `<name attribute=value`, `text`, `/name`. */
function eventsOf(xml: string): string[] {
  const events: string[] = [];
  readXml(xml, 'x', {
    open(tag) {
      const attributes = Array.from(tag.attributes(), ([name, value]) => ` ${name}=${value}`);
      events.push(`<${tag.name}${attributes.join('')}`);
    },
    text: (text) => events.push(text),
    close: (name) => events.push(`/${name}`),
  });
  return events;
}

describe('names', () => {
  it.each([
    ['the default namespace', `<a xmlns="${MAIN}"><b/></a>`, ['<x:a', '<x:b', '/x:b', '/x:a']],
    ['any prefix', `<q:a xmlns:q="${MAIN}"/>`, ['<x:a', '/x:a']],
    ['the strict namespace', `<a xmlns="${STRICT}"/>`, ['<x:a', '/x:a']],
    [
      'a later vocabulary',
      `<a xmlns="${MAIN}" xmlns:q="${X14}"><q:a/></a>`,
      ['<x:a', '<x14:a', '/x14:a', '/x:a'],
    ],
    ['an unknown vocabulary', '<a xmlns="urn:b"/>', ['<{urn:b}a', '/{urn:b}a']],
    ['a default namespace that is taken back', '<a xmlns=""/>', ['<a', '/a']],
    ['a part without declarations', '<a><r:b r:id="1"/></a>', ['<x:a', '<r:b r:id=1', '/r:b', '/x:a']],
    [
      'an attribute, which has no namespace without a prefix',
      `<a xmlns="${MAIN}" xmlns:q="${OFFICE_RELATIONSHIPS}" id="1" q:id="2"/>`,
      ['<x:a id=1 r:id=2', '/x:a'],
    ],
    [
      'a declaration in an element, which ends with it',
      `<p:a xmlns:p="${MAIN}"><p:b xmlns:p="${X14}" p:c="1"><p:d/></p:b><p:b xmlns:p="${X14}"/><p:e/></p:a>`,
      ['<x:a', '<x14:b x14:c=1', '<x14:d', '/x14:d', '/x14:b', '<x14:b', '/x14:b', '<x:e', '/x:e', '/x:a'],
    ],
    ['a namespace with references', '<a xmlns="urn:&#x62;&amp;"/>', ['<{urn:b&}a', '/{urn:b&}a']],
    [
      'the word in a text and a value',
      '<a b="xmlns=c">xmlns="d"</a>',
      ['<x:a b=xmlns=c', 'xmlns="d"', '/x:a'],
    ],
  ])('are known by %s', (_, xml, events) => {
    expect(eventsOf(xml)).toEqual(events);
  });

  it('are found in linear time where each of very many elements declares a namespace', () => {
    const events = eventsOf(`<a xmlns="${MAIN}">${'<b xmlns="urn:c"/>'.repeat(100_000)}</a>`);
    expect(events).toHaveLength(200_002);
    expect(events[1]).toBe('<{urn:c}b');
  });
});

describe('alternatives', () => {
  const part = (alternatives: string) =>
    `<a xmlns="${MAIN}" xmlns:m="${COMPATIBILITY}" xmlns:q="${X14}" xmlns:z="urn:z"><m:AlternateContent>${alternatives}</m:AlternateContent></a>`;

  it.each([
    [
      'the first that is read',
      '<m:Choice Requires="q"><b/></m:Choice><m:Choice Requires="q"><c/></m:Choice>',
      'b',
    ],
    [
      'not an unknown one',
      '<m:Choice Requires="z">z<c/></m:Choice><m:Choice Requires="q"><b/></m:Choice>',
      'b',
    ],
    ['not a half known one', '<m:Choice Requires="q z"><c/></m:Choice><m:Fallback><b/></m:Fallback>', 'b'],
    [
      'the fallback only where none is read',
      '<m:Choice Requires="q"><b/></m:Choice><m:Fallback><c/></m:Fallback>',
      'b',
    ],
    [
      'one inside another',
      '<m:Choice Requires="q"><m:AlternateContent><m:Choice Requires="z"/><m:Fallback><b/></m:Fallback></m:AlternateContent></m:Choice><m:Fallback><c/></m:Fallback>',
      'b',
    ],
  ])('give %s', (_, alternatives, name) => {
    expect(eventsOf(part(alternatives))).toEqual(['<x:a', `<x:${name}`, `/x:${name}`, '/x:a']);
  });
});

describe('workbooks with elements of equal names', () => {
  const extension = (content: string) => `<extLst><ext uri="u" xmlns:x14="${X14}">${content}</ext></extLst>`;

  it.each([
    ['transitional', MAIN],
    ['strict', STRICT],
  ])('keep their dates where an extension has properties of its own (%s)', async (_, main) => {
    const bytes = writeXlsx({
      properties: `<workbookPr xmlns="${main}" date1904="1"/>${extension('<x14:workbookPr defaultImageDpi="32767"/>')}`,
      sheets: [{ xml: sheetXml('') }],
    });
    expect(await withReader(file(bytes), (reader) => Promise.resolve(reader.date1904))).toBe(true);
  });

  it('keep their sheets and styles', async () => {
    const styles =
      '<cellXfs><xf numFmtId="14"/></cellXfs>' +
      extension(
        '<x14:cellXfs><x14:xf numFmtId="1"/></x14:cellXfs><cellXfs xmlns="urn:z"><xf numFmtId="9"/></cellXfs>',
      );
    const bytes = writeXlsx({
      properties: extension('<x14:sheet name="no" r:id="rId1"/>'),
      styles,
      sheets: [
        { xml: sheetXml('<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="1"><v>1</v></c></row>') },
      ],
    });
    const path = file(bytes);
    expect(await withReader(path, (reader) => Promise.resolve(reader.sheets))).toHaveLength(1);
    expect(await readCells(path)).toEqual(['A1 date 1', 'B1 number 1']);
  });

  it.each([
    ['in a cell', `<c r="A1"><v>1</v>${extension('<x14:v>2</x14:v><v xmlns="urn:z">3</v>')}</c>`],
    ['before its value', `<c r="A1">${extension('<x14:is><x14:t>no</x14:t></x14:is>')}<v>1</v></c>`],
    ['in a row', `<c r="A1"><v>1</v></c>${extension('<x14:c r="B1"><x14:v>2</x14:v></x14:c>')}`],
    [
      'with names of rows',
      `<c r="A1"><v>1</v></c>${extension('<x14:row r="0"/><c xmlns="urn:z"><v>2</v></c>')}`,
    ],
    ['beside the cells', `<x14:c xmlns:x14="${X14}" r="B1"><x14:v>2</x14:v></x14:c><c r="A1"><v>1</v></c>`],
  ])('keep their cells %s', async (_, cells) => {
    const rows = `<row r="1">${cells}</row><row r="2"><c r="A2"><v>4</v></c></row>`;
    const path = file(writeXlsx({ sheets: [{ xml: sheetXml(rows) }] }));
    expect(await readCells(path)).toEqual(['A1 number 1', 'A2 number 4']);
  });

  it('read cells of the main namespace only, whichever names are without a prefix', async () => {
    const rows =
      '<c xmlns="urn:z" r="B1"><v>2</v></c><q:row r="1"><c><v>3</v></c><q:c r="A1"><q:v>1</q:v></q:c></q:row>';
    const xml = `<q:worksheet xmlns="urn:z" xmlns:q="${MAIN}"><q:sheetData>${rows}</q:sheetData></q:worksheet>`;
    expect(await readCells(file(writeXlsx({ sheets: [{ xml }] })))).toEqual(['A1 number 1']);
  });

  it('keep their texts', async () => {
    const sharedStrings = `<si><t>one</t><q:t xmlns:q="urn:z">no</q:t></si><q:si xmlns:q="urn:z"><q:t>no</q:t></q:si><si><t>two</t></si>`;
    const xml = sheetXml('<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>');
    const path = file(writeXlsx({ sheets: [{ xml }], sharedStrings }));
    expect(await readCells(path)).toEqual(['A1 text "one"', 'B1 text "two"']);
  });

  it('keep the order of rows that are sorted, under any prefix', async () => {
    const row = (n: number) => `<q:row r="${n}"><q:c r="A${n}"><q:v>${n}</q:v></q:c></q:row>`;
    const xml = `<q:worksheet xmlns:q="${MAIN}"><q:sheetData>${row(3)}${row(1)}${row(2)}</q:sheetData></q:worksheet>`;
    expect(await readCells(file(writeXlsx({ sheets: [{ xml }] })))).toEqual([
      'A1 number 1',
      'A2 number 2',
      'A3 number 3',
    ]);
  });
});
