import { type SheetFigure } from '../../src/workbook-reader';
import { tempFiles } from '../zip/temp-files';
import { type Drawn, frame, twoCell, workbookWith } from './drawn-workbook';
import { withReader } from './read-cells';

const file = tempFiles();

function figuresOf(drawn: Drawn): Promise<{ figures: SheetFigure[]; warnings: readonly string[] }> {
  return withReader(file(workbookWith(drawn)), async (reader) => ({
    figures: await reader.figures(reader.sheets[0]!),
    warnings: reader.warnings,
  }));
}

const chartXml = (content: string) =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>${content}</c:chart></c:chartSpace>`;
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
    '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>S!$A$2:$A$3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">In</cx:pt><cx:pt idx="1">Out</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>S!$B$2:$B$3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">5</cx:pt><cx:pt idx="1">-3</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Flow</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!$B$1</cx:f><cx:v>Cash</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion><cx:axis id="0"/></cx:plotArea></cx:chart></cx:chartSpace>',
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
