import { join } from 'node:path';
import { fileReader } from '../file-reader';
import { odp, odt } from '../../../../packages/document-reader/test/formats/office-files';

const { read, readPath } = fileReader();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const p = (text: string, style = 'Standard') => `<text:p text:style-name="${style}">${text}</text:p>`;
const item = (...content: string[]) => `<text:list-item>${content.join('')}</text:list-item>`;
const cell = (content: string, attributes = '') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;

async function documentOf(bytes: Buffer, filename = 'a.odt') {
  const { documents, warnings } = await read(bytes, filename);
  expect(warnings).toEqual([]);
  return documents[0]!;
}

const chunksOf = async (bytes: Buffer, filename?: string) =>
  (await documentOf(bytes, filename)).chunks.map(({ type, text }) => [type, text]);

describe('a text', () => {
  it('has headings with the numbers of its outline, and the title of its first page', async () => {
    const styles =
      '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/>' +
      '<text:outline-level-style text:level="2" style:num-format="a" text:display-levels="2"/></text:outline-style>' +
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>';
    const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;
    const bytes = odt(
      p('Works', 'P1') + h(1, 'Pumps') + h(2, 'Wear') + h(2, 'Care') + h(1, 'Boats') + p('Text.'),
      { styles },
    );
    expect((await documentOf(bytes)).text).toBe(
      'Works\n\n1. Pumps\n\n1.a Wear\n\n1.b Care\n\n2. Boats\n\nText.',
    );
  });

  it('has lists with marks, which their styles give, and which go on where it says so', async () => {
    const styles =
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="I" style:num-suffix=")"/>' +
      '<text:list-level-style-bullet text:level="2" text:bullet-char="x"/></text:list-style>';
    const inner = `<text:list>${item(p('inner'))}</text:list>`;
    const body =
      `<text:list text:style-name="L">${item(p('one'), inner)}${item(p('two'), p('more of two'))}</text:list>` +
      p('between') +
      `<text:list text:style-name="L" text:continue-numbering="true">${item(p('three'))}</text:list>` +
      `<text:list text:style-name="L">${item(p('again'))}</text:list>`;
    expect((await documentOf(odt(body, { styles }))).text).toBe(
      'I) one\n  - inner\nII) two\nmore of two\n\nbetween\n\nIII) three\nI) again',
    );
  });

  it('has tables with merged and repeated cells, the declared header rows first', async () => {
    const head = `<table:table-header-rows>${row(cell(p('Pump')), cell(p('Hours'), 'table:number-columns-spanned="2"'), '<table:covered-table-cell/>')}</table:table-header-rows>`;
    const body = `<table:table>${head}${row(cell(p('A') + p('B')), cell(p('3'), 'table:number-columns-repeated="2"'))}</table:table>`;
    expect(await chunksOf(odt(body))).toEqual([['table', 'Pump | Hours\nA\\nB | 3 | 3']]);
  });

  it('has blanks, tabs and breaks as written, notes behind their paragraph, and nothing that was deleted', async () => {
    const note =
      '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>' +
      `${p('Of steel.')}</text:note-body></text:note>`;
    const deleted = `<text:tracked-changes><text:changed-region><text:deletion>${p('gone')}</text:deletion></text:changed-region></text:tracked-changes>`;
    const body = `${deleted}${p(`A<text:s text:c="2"/>b\n   c<text:tab/>d<text:line-break/><text:span>e</text:span>${note} f`)}`;
    expect((await documentOf(odt(body))).text).toBe('A  b c\td\ne[1] f\nOf steel.');
  });

  it('has its pictures as figures, its formulas and charts as text, and its frames in their place', async () => {
    const frame = (content: string) => `<draw:frame>${content}</draw:frame>`;
    const body =
      p(`Before.${frame('<draw:image xlink:href="Pictures/a.png"/><svg:desc>A pump</svg:desc>')}`) +
      p(
        frame(
          '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>',
        ),
      ) +
      p(frame(`<draw:text-box>${p('Framed.')}</draw:text-box>`));
    const formula =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>E</mi><annotation>E = m c^2</annotation></semantics></math>';
    const document = await documentOf(
      odt(body, {
        more: [
          { name: 'Pictures/a.png', data: png },
          { name: 'Object 1/content.xml', data: formula },
        ],
      }),
    );
    expect(document.figures).toMatchObject([{ contentType: 'image/png' }]);
    expect(document.text).toBe('Before.\n\nE = m c^2\n\nFramed.\nA pump');
  });

  it('has running heads, which pages share, once, and the language of its styles', async () => {
    const styles =
      '<style:default-style style:family="paragraph"><style:text-properties fo:language="de" fo:country="AT"/></style:default-style>' +
      `<style:master-page><style:header>${p('Works manual')}</style:header><style:footer>${p('1')}</style:footer></style:master-page>` +
      `<style:master-page><style:header>${p('Works manual')}</style:header></style:master-page>`;
    const document = await documentOf(odt(p('Text.'), { styles }));
    expect(document.language).toBe('de');
    expect(document.chunks.map(({ type, text }) => [type, text])).toEqual([
      ['body', 'Text.'],
      ['page_header', 'Works manual'],
      ['page_footer', '1'],
    ]);
  });

  it('with a password is refused as one', async () => {
    const manifest =
      '<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data m:checksum="a"/></m:file-entry></m:manifest>';
    const bytes = odt(p('Text.'), { more: [{ name: 'META-INF/manifest.xml', data: manifest }] });
    await expect(read(bytes, 'a.odt')).rejects.toMatchObject({ code: 'encrypted_file' });
  });
});

describe('slides', () => {
  const shape = (text: string, role = '', y = 5) =>
    `<draw:frame presentation:class="${role}" svg:x="2cm" svg:y="${y}cm" svg:width="10cm" svg:height="2cm"><draw:text-box>${text}</draw:text-box></draw:frame>`;

  it('are pages, the title first, with notes and without placeholders', async () => {
    const notes = `<presentation:notes>${shape(p('Said aloud.'), 'notes')}</presentation:notes>`;
    const empty =
      '<draw:frame presentation:class="outline" presentation:placeholder="true"><draw:text-box/></draw:frame>';
    const slides =
      `<draw:page>${shape(p('First point.'))}${shape(p('Pumps'), 'title', 1)}${empty}${notes}</draw:page>` +
      `<draw:page>${shape(p('Boats'), 'title', 1)}<draw:custom-shape>${p('In a shape.')}</draw:custom-shape></draw:page>`;
    const styles =
      '<style:page-layout><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>';
    const document = await documentOf(odp(slides, { styles }), 'a.odp');
    expect(document).toMatchObject({ fileType: 'odp', pageCount: 2 });
    expect(document.chunks.map(({ text, location }) => [text, location.pageStart])).toEqual([
      ['Pumps\n\nFirst point.\n\nSaid aloud.', 0],
      ['Boats\n\nIn a shape.', 1],
    ]);
  });
});

it('a workbook of OpenDocument is read as a spreadsheet, on the route of documents too', async () => {
  const path = join(__dirname, '../../../../packages/spreadsheet-reader/test/fixtures/pandas.ods');
  const { documents, warnings } = await readPath(path, 'stock.ods');
  expect(documents[0]).toMatchObject({ fileType: 'ods', modality: 'document' });
  expect(documents[0]!.text).toContain('1999.99');
  expect(warnings).toEqual([]);
});
