import { type SheetFigure } from '../../../src/parsing/spreadsheet/workbook-reader';
import { tempFiles } from '../zip/temp-files';
import { type ZipPart } from '../zip/write-zip';
import { withReader } from './read-cells';
import {
  OFFICE_RELATIONSHIPS,
  relationshipsXml,
  sheetXml,
  type TestRelationship,
  type TestSheet,
  writeXlsx,
} from './write-xlsx';

const file = tempFiles();
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const gif = Buffer.from('GIF89a and so on');
const svg = Buffer.from('<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>');
const media: ZipPart[] = [
  { name: 'xl/media/a.bin', data: png },
  { name: 'xl/media/b.png', data: gif },
  { name: 'xl/media/c.svg', data: svg },
];

interface Drawn {
  drawing?: string;
  drawingRelationships?: TestRelationship[];
  sheet?: Partial<TestSheet>;
  relationships?: TestRelationship[];
  parts?: ZipPart[];
  workbookRelationships?: TestRelationship[];
}

function workbookWith(drawn: Drawn): Buffer {
  const parts = [...media, ...(drawn.parts ?? [])];
  const relationships = [...(drawn.relationships ?? [])];
  if (drawn.drawing !== undefined) {
    relationships.push({ id: 'drawing', type: 'drawing', target: '../drawings/drawing1.xml' });
    parts.push(
      { name: 'xl/drawings/drawing1.xml', data: drawingXml(drawn.drawing) },
      {
        name: 'xl/drawings/_rels/drawing1.xml.rels',
        data: relationshipsXml(drawn.drawingRelationships ?? []),
      },
    );
  }
  const sheet = { xml: sheetXml(''), relationships, ...drawn.sheet };
  return writeXlsx({ sheets: [sheet], parts, relationships: drawn.workbookRelationships ?? [] });
}

function figuresOf(drawn: Drawn): Promise<{ figures: SheetFigure[]; warnings: readonly string[] }> {
  return withReader(file(workbookWith(drawn)), async (reader) => ({
    figures: await reader.figures(reader.sheets[0]!),
    warnings: reader.warnings,
  }));
}

function drawingXml(content: string): string {
  return `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="${OFFICE_RELATIONSHIPS}" xmlns:mc="m" xmlns:c="c" xmlns:cx="cx">${content}</xdr:wsDr>`;
}

const corner = (name: string, column: number, row: number) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:${name}>`;
const twoCell = (content: string) =>
  `<xdr:twoCellAnchor>${corner('from', 1, 2)}${corner('to', 27, 9)}${content}<xdr:clientData/></xdr:twoCellAnchor>`;
const picture = (blip: string, name = 'P', alt = '') =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="${name}" descr="${alt}"/></xdr:nvPicPr><xdr:blipFill><a:blip ${blip}</xdr:blipFill></xdr:pic>`;
const frame = (chart: string) =>
  `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="C" title="a title"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData>${chart}</a:graphicData></a:graphic></xdr:graphicFrame>`;
const a = { id: 'a', type: 'image', target: '../media/a.bin' };
const b = { id: 'b', type: 'image', target: '../media/b.png' };
const c = { id: 'c', type: 'image', target: '../media/c.svg' };

const shown = (figures: readonly SheetFigure[]) =>
  figures.map(({ kind, anchor, name, altText, image }) => [kind, anchor, name, altText, image?.part ?? null]);

describe('pictures', () => {
  it('gives place, name, alternative text, size and type by content, and the bytes', async () => {
    const bytes = workbookWith({
      drawing: twoCell(picture('r:embed="a"/>', 'Logo &amp; more', 'A red &lt;fox&gt;')),
      drawingRelationships: [a],
    });
    await withReader(file(bytes), async (reader) => {
      const figures = await reader.figures(reader.sheets[0]!);
      expect(figures).toEqual([
        {
          kind: 'image',
          anchor: 'B3:AB10',
          name: 'Logo & more',
          altText: 'A red <fox>',
          text: '',
          image: { contentType: 'image/png', byteSize: png.length, part: 'xl/media/a.bin' },
        },
      ]);
      expect((await reader.imageBytes(figures[0]!)).equals(png)).toBe(true);
    });
  });

  const anchors: [what: string, drawing: string, anchor: string | null][] = [
    ['two cells', twoCell(picture('r:embed="a"/>')), 'B3:AB10'],
    [
      'two corners in one cell',
      `<xdr:twoCellAnchor>${corner('from', 0, 0)}${corner('to', 0, 0)}${picture('r:embed="a"/>')}</xdr:twoCellAnchor>`,
      'A1',
    ],
    [
      'one cell',
      `<xdr:oneCellAnchor>${corner('from', 2, 4)}<xdr:ext cx="1" cy="1"/>${picture('r:embed="a"/>')}</xdr:oneCellAnchor>`,
      'C5',
    ],
    [
      'no cell',
      `<xdr:absoluteAnchor><xdr:pos x="1" y="1"/>${picture('r:embed="a"/>')}</xdr:absoluteAnchor>`,
      null,
    ],
    [
      'a group in a group',
      twoCell(`<xdr:grpSp><xdr:grpSp>${picture('r:embed="a"/>')}</xdr:grpSp></xdr:grpSp>`),
      'B3:AB10',
    ],
    [
      'an anchor among alternatives',
      `<mc:AlternateContent><mc:Choice>${twoCell(picture('r:embed="a"/>'))}</mc:Choice><mc:Fallback/></mc:AlternateContent>`,
      'B3:AB10',
    ],
    [
      'a shape that it fills',
      twoCell(
        `<xdr:sp><xdr:nvSpPr><xdr:cNvPr name="P"/></xdr:nvSpPr><xdr:spPr><a:blipFill><a:blip r:embed="a"/></a:blipFill></xdr:spPr></xdr:sp>`,
      ),
      'B3:AB10',
    ],
    [
      'an alternative that is understood',
      twoCell(
        `<mc:AlternateContent><mc:Choice><xdr:unknown/></mc:Choice><mc:Fallback>${picture('r:embed="a"/>')}</mc:Fallback></mc:AlternateContent>`,
      ),
      'B3:AB10',
    ],
  ];

  it.each(anchors)('finds a picture on %s', async (_, drawing, anchor) => {
    const { figures } = await figuresOf({ drawing, drawingRelationships: [a] });
    expect(shown(figures)).toEqual([['image', anchor, 'P', '', 'xl/media/a.bin']]);
  });

  it('takes the bitmap of a vector picture, or the vector where there is no other', async () => {
    const vector = (embed: string) =>
      `${embed}><a:extLst><a:ext><s:svgBlip r:embed="c"/></a:ext></a:extLst></a:blip>`;
    const drawing = twoCell(picture(vector('r:embed="b"'))) + twoCell(picture(vector('cstate="print"')));
    const { figures } = await figuresOf({ drawing, drawingRelationships: [b, c] });
    expect(figures.map(({ image }) => image?.contentType)).toEqual(['image/gif', 'image/svg+xml']);
  });

  it('never follows a picture outside the file, and says so', async () => {
    const outside = { id: 'a', type: 'image', target: 'https://example.org/track.png', external: true };
    const drawing =
      twoCell(picture('r:link="a"/>')) +
      twoCell(picture('r:embed="a"/>')) +
      twoCell(picture('r:embed="gone"/>'));
    const { figures, warnings } = await figuresOf({ drawing, drawingRelationships: [outside] });
    expect(figures).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('leaves out what is damaged and keeps the rest', async () => {
    const broken = { id: 'x', type: 'drawing', target: '../drawings/broken.xml' };
    const missing = { id: 'm', type: 'image', target: '../media/gone.png' };
    const { figures, warnings } = await figuresOf({
      drawing: twoCell(picture('r:embed="m"/>')) + twoCell(picture('r:embed="a"/>')),
      drawingRelationships: [a, missing],
      relationships: [broken],
      parts: [{ name: 'xl/drawings/broken.xml', data: '<wsDr><twoCellAnchor></wsDr>' }],
    });
    expect(figures).toHaveLength(1);
    expect(warnings).toHaveLength(2);
  });

  it('finds the background, previews of embedded documents, and pictures of header and footer, each once', async () => {
    const object = `<oleObjects><mc:AlternateContent xmlns:mc="m"><mc:Choice><oleObject progId="Word" r:id="ole"><objectPr r:id="preview"><anchor>${corner('from', 1, 1)}${corner('to', 3, 4)}</anchor></objectPr></oleObject></mc:Choice></mc:AlternateContent></oleObjects>`;
    const vml = (shape: string) =>
      `<xml xmlns:v="v" xmlns:o="o" xmlns:x="x"><v:shape>${shape}</v:shape><br></xml>`;
    const { figures } = await figuresOf({
      sheet: {
        xml: sheetXml('', {
          after: `<picture r:id="back"/>${object}<legacyDrawing r:id="v1"/><legacyDrawingHF r:id="v2"/>`,
        }),
      },
      relationships: [
        { id: 'back', type: 'image', target: '../media/b.png' },
        { id: 'preview', type: 'image', target: '../media/a.bin' },
        { id: 'v1', type: 'vmlDrawing', target: '../drawings/v1.vml' },
        { id: 'v2', type: 'vmlDrawing', target: '../drawings/v2.vml' },
      ],
      parts: [
        {
          name: 'xl/drawings/v1.vml',
          data: vml(
            '<v:imagedata o:relid="i" o:title="dup"/></v:shape><v:shape><v:imagedata o:relid="j" o:title="sheet"/><x:ClientData ObjectType="Pict"><x:Anchor>\n 1, 15, 2, 10, 3, 15, 5, 1</x:Anchor></x:ClientData>',
          ),
        },
        {
          name: 'xl/drawings/_rels/v1.vml.rels',
          data: relationshipsXml([
            { ...a, id: 'i' },
            { ...c, id: 'j' },
          ]),
        },
        { name: 'xl/drawings/v2.vml', data: vml('<v:imagedata o:relid="i" o:title="logo"/>') },
        { name: 'xl/drawings/_rels/v2.vml.rels', data: relationshipsXml([{ ...a, id: 'i' }]) },
      ],
    });
    expect(shown(figures)).toEqual([
      ['image', null, 'background of the sheet', '', 'xl/media/b.png'],
      ['image', 'B2:D5', 'preview of an embedded document', '', 'xl/media/a.bin'],
      ['image', 'B3:D6', 'preview of an embedded document', 'sheet', 'xl/media/c.svg'],
      ['image', null, 'picture of the header or footer', 'logo', 'xl/media/a.bin'],
    ]);
  });

  it('finds pictures that are values of cells', async () => {
    const type = (name: string) => `http://schemas.microsoft.com/office/2017/06/relationships/${name}`;
    const { figures } = await figuresOf({
      sheet: {
        xml: sheetXml(
          '<row r="3"><c r="C3" t="e" vm="2"><v>#VALUE!</v></c><c r="D3" t="e" vm="1"><v>#VALUE!</v></c><c r="E3" vm="9"/></row>',
        ),
      },
      workbookRelationships: [
        { id: 'm', type: 'sheetMetadata', target: 'metadata.xml' },
        { id: 'v', type: type('rdRichValue'), target: 'richData/rdrichvalue.xml' },
        { id: 's', type: type('rdRichValueStructure'), target: 'richData/rdrichvaluestructure.xml' },
        {
          id: 'l',
          type: 'http://schemas.microsoft.com/office/2022/10/relationships/richValueRel',
          target: 'richData/richValueRel.xml',
        },
      ],
      parts: [
        {
          name: 'xl/metadata.xml',
          data: '<metadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb xmlns:xlrd="x" i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
        },
        {
          name: 'xl/richData/rdrichvalue.xml',
          data: '<rvData><rv s="0"><v>0</v><v>5</v></rv><rv s="1"><v>5</v><v>A boat</v><v>1</v></rv></rvData>',
        },
        {
          name: 'xl/richData/rdrichvaluestructure.xml',
          data: '<rvStructures><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s><s t="_localImage"><k n="CalcOrigin" t="i"/><k n="Text" t="s"/><k n="_rvRel:LocalImageIdentifier" t="i"/></s></rvStructures>',
        },
        {
          name: 'xl/richData/richValueRel.xml',
          data: '<richValueRels xmlns:r="r"><rel r:id="x"/><rel r:id="y"/></richValueRels>',
        },
        {
          name: 'xl/richData/_rels/richValueRel.xml.rels',
          data: relationshipsXml([
            { ...a, id: 'x' },
            { ...b, id: 'y' },
          ]),
        },
      ],
    });
    expect(shown(figures)).toEqual([
      ['image', 'C3', 'picture in a cell', 'A boat', 'xl/media/b.png'],
      ['image', 'D3', 'picture in a cell', '', 'xl/media/a.bin'],
    ]);
  });

  it('stops at 2,000 figures of a sheet, and says so', async () => {
    const { figures, warnings } = await figuresOf({
      drawing: twoCell(picture('r:embed="a"/>')).repeat(2_001),
      drawingRelationships: [a],
    });
    expect(figures).toHaveLength(2_000);
    expect(warnings).toHaveLength(1);
  });
});

const chartXml = (content: string) =>
  `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>${content}</c:chart></c:chartSpace>`;
const title = (text: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const cache = (reference: string, kind: string, ...points: string[]) =>
  `<c:${kind}Ref><c:f>${reference}</c:f><c:${kind}Cache><c:ptCount val="${points.length}"/>${points.map((point, index) => `<c:pt idx="${index}"><c:v>${point}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`;
const series = (name: string, categories: string, values: string) =>
  `<c:ser><c:idx val="0"/><c:tx>${name}</c:tx><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser>`;
const sales = series(
  cache('S!$B$1', 'str', 'Sales'),
  cache('S!$A$2:$A$4', 'str', 'Q1', 'Q2'),
  cache('S!$B$2:$B$4', 'num', '10', '0.16400000000000001'),
);

const charts: [what: string, xml: string, text: string][] = [
  [
    'type, title, axes, series with their ranges and points',
    chartXml(
      `${title('Sales &amp; more')}<c:plotArea><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>${sales}</c:barChart><c:catAx>${title('Quarter')}</c:catAx><c:valAx>${title('EUR')}</c:valAx></c:plotArea>`,
    ),
    'Column chart: Sales & more\nAxes: Quarter; EUR\nSeries Sales (values S!$B$2:$B$4, categories S!$A$2:$A$4): Q1 = 10; Q2 = 0.164',
  ],
  [
    'a combination of stacked bars and a line',
    chartXml(
      `<c:plotArea><c:barChart><c:barDir val="bar"/><c:grouping val="percentStacked"/>${sales}</c:barChart><c:lineChart><c:grouping val="standard"/></c:lineChart></c:plotArea>`,
    ),
    '100 % stacked bar chart and line chart\nSeries Sales (values S!$B$2:$B$4, categories S!$A$2:$A$4): Q1 = 10; Q2 = 0.164',
  ],
  [
    'a title that is the name of the only series',
    chartXml(`<c:title/><c:plotArea><c:pieChart>${sales}</c:pieChart></c:plotArea>`),
    'Pie chart: Sales\nSeries Sales (values S!$B$2:$B$4, categories S!$A$2:$A$4): Q1 = 10; Q2 = 0.164',
  ],
  [
    'points of a scatter chart without names',
    chartXml(
      `<c:plotArea><c:scatterChart><c:ser><c:xVal>${cache('S!A1:A2', 'num', '1.5', '2.5')}</c:xVal><c:yVal>${cache('S!B1:B2', 'num', '7', '8')}</c:yVal></c:ser></c:scatterChart></c:plotArea>`,
    ),
    'Scatter chart\nSeries 1 (values S!B1:B2, categories S!A1:A2): 1.5 = 7; 2.5 = 8',
  ],
  [
    'literal values, and labels of two levels',
    chartXml(
      `<c:plotArea><c:areaChart><c:ser><c:tx><c:v>Own</c:v></c:tx><c:cat><c:multiLvlStrRef><c:f>S!A1:B2</c:f><c:multiLvlStrCache><c:lvl><c:pt idx="0"><c:v>Jan</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numLit><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:numLit></c:val></c:ser></c:areaChart></c:plotArea>`,
    ),
    'Area chart\nSeries Own (categories S!A1:B2): 2024 / Jan = 1; 2 = 2',
  ],
  [
    'a chart of a later kind',
    '<cx:chartSpace xmlns:cx="cx" xmlns:a="a"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>S!$A$2:$A$3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">In</cx:pt><cx:pt idx="1">Out</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>S!$B$2:$B$3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">5</cx:pt><cx:pt idx="1">-3</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Flow</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!$B$1</cx:f><cx:v>Cash</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion><cx:axis id="0"/></cx:plotArea></cx:chart></cx:chartSpace>',
    'Waterfall chart: Flow\nSeries Cash (values S!$B$2:$B$3, categories S!$A$2:$A$3): In = 5; Out = -3',
  ],
  ['a chart without anything', chartXml('<c:plotArea/>'), 'Chart'],
];

describe('charts', () => {
  const drawing = twoCell(frame('<c:chart r:id="chart"/>'));
  const drawingRelationships = [{ id: 'chart', type: 'chart', target: '../charts/chart1.xml' }];

  it.each(charts)('tells %s', async (_, xml, text) => {
    const { figures } = await figuresOf({
      drawing,
      drawingRelationships,
      parts: [{ name: 'xl/charts/chart1.xml', data: xml }],
    });
    expect(figures).toEqual([
      { kind: 'chart', anchor: 'B3:AB10', name: 'C', altText: 'a title', text, image: null },
    ]);
  });

  it('finds a chart among alternatives, of which the understood one counts', async () => {
    const { figures } = await figuresOf({
      drawing: twoCell(
        `<mc:AlternateContent><mc:Choice Requires="cx1">${frame('<cx:chart r:id="chart"/>')}</mc:Choice><mc:Fallback><xdr:sp><xdr:txBody/></xdr:sp></mc:Fallback></mc:AlternateContent>`,
      ),
      drawingRelationships,
      parts: [{ name: 'xl/charts/chart1.xml', data: charts[0]![1] }],
    });
    expect(figures).toHaveLength(1);
  });

  it('finds the chart of a chart sheet', async () => {
    const drawingOfSheet = `<xdr:absoluteAnchor><xdr:pos x="0" y="0"/>${frame('<c:chart r:id="chart"/>')}</xdr:absoluteAnchor>`;
    const { figures } = await figuresOf({
      drawing: drawingOfSheet,
      drawingRelationships,
      sheet: { type: 'chartsheet', xml: '<chartsheet/>' },
      parts: [{ name: 'xl/charts/chart1.xml', data: charts[0]![1] }],
    });
    expect(figures).toMatchObject([{ kind: 'chart', anchor: null }]);
  });

  it('keeps the words of a chart with very many points and series short, and counts what is missing', async () => {
    const points = cache('S!A1:A9999', 'num', ...Array.from({ length: 9_999 }, (_, index) => String(index)));
    const many = `<c:ser><c:val>${points}</c:val></c:ser>`.repeat(40);
    const { figures } = await figuresOf({
      drawing,
      drawingRelationships,
      parts: [
        {
          name: 'xl/charts/chart1.xml',
          data: chartXml(`<c:plotArea><c:lineChart>${many}</c:lineChart></c:plotArea>`),
        },
      ],
    });
    expect(figures[0]!.text.length).toBeLessThanOrEqual(4_100);
    expect(figures[0]!.text).toContain('24 = 23; and 9975 more');
    expect(figures[0]!.text).toMatch(/\nand \d+ more series$/);
  });

  it('leaves out a chart that is damaged, and says so', async () => {
    const { figures, warnings } = await figuresOf({
      drawing,
      drawingRelationships,
      parts: [{ name: 'xl/charts/chart1.xml', data: '<c:chartSpace><c:chart>' }],
    });
    expect(figures).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});
