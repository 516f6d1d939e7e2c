import { type SheetFigure } from '../../src/workbook-reader';
import { tempFiles } from '../zip/temp-files';
import { a, b, c, corner, type Drawn, picture, png, twoCell, workbookWith } from './drawn-workbook';
import { withReader } from './read-cells';
import { relationshipsXml, sheetXml } from './write-xlsx';

const file = tempFiles();

function figuresOf(drawn: Drawn): Promise<{ figures: SheetFigure[]; warnings: readonly string[] }> {
  return withReader(file(workbookWith(drawn)), async (reader) => ({
    figures: await reader.figures(reader.sheets[0]!),
    warnings: reader.warnings,
  }));
}

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
      `${embed}><a:extLst><a:ext><s:svgBlip xmlns:s="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="c"/></a:ext></a:extLst></a:blip>`;
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
    const object = `<oleObjects><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice><oleObject progId="Word" r:id="ole"><objectPr r:id="preview"><anchor>${corner('from', 1, 1)}${corner('to', 3, 4)}</anchor></objectPr></oleObject></mc:Choice></mc:AlternateContent></oleObjects>`;
    const vml = (shape: string) =>
      `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape>${shape}</v:shape><br></xml>`;
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
          data: '<metadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb xmlns:xlrd="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata" i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
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
          data: '<richValueRels><rel r:id="x"/><rel r:id="y"/></richValueRels>',
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

  it('finds pictures that cells show by a formula of WPS Office', async () => {
    const formula = (id: string) =>
      `<f>_xlfn.DISPIMG(&quot;${id}&quot;,1)</f><v>=DISPIMG(&quot;${id}&quot;,1)</v>`;
    const { figures } = await figuresOf({
      sheet: {
        xml: sheetXml(
          `<row r="3"><c r="C3" t="str">${formula('ID_2')}</c><c r="D3" t="str">${formula('ID_1')}</c><c r="E3" t="str">${formula('ID_9')}</c></row>`,
        ),
      },
      workbookRelationships: [
        { id: 'w', type: 'http://www.wps.cn/officeDocument/2020/cellImage', target: 'cellimages.xml' },
      ],
      parts: [
        {
          name: 'xl/cellimages.xml',
          data: `<etc:cellImages><etc:cellImage>${picture('r:embed="a"/>', 'ID_1', 'A boat')}</etc:cellImage><etc:cellImage>${picture('r:embed="b"/>', 'ID_2')}</etc:cellImage></etc:cellImages>`,
        },
        {
          name: 'xl/_rels/cellimages.xml.rels',
          data: relationshipsXml([
            { ...a, target: 'media/a.bin' },
            { ...b, target: 'media/b.png' },
          ]),
        },
      ],
    });
    expect(shown(figures)).toEqual([
      ['image', 'C3', 'picture in a cell', '', 'xl/media/b.png'],
      ['image', 'D3', 'picture in a cell', 'A boat', 'xl/media/a.bin'],
    ]);
  });

  it('finds pictures that fill notes, by the cell of the note', async () => {
    const note = (id: string, row: number) =>
      `<v:shape><v:fill type="frame" o:relid="${id}" o:title="t"/><v:imagedata o:title=""/><x:ClientData ObjectType="Note"><x:Anchor>1,0,2,0,3,0,4,0</x:Anchor><x:Row>${row}</x:Row><x:Column>2</x:Column></x:ClientData></v:shape>`;
    const { figures } = await figuresOf({
      relationships: [{ id: 'v', type: 'vmlDrawing', target: '../drawings/v.vml' }],
      parts: [
        {
          name: 'xl/drawings/v.vml',
          data: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape><v:fill color2="#fff"/></v:shape>${note('a', 3)}${note('a', 4)}</xml>`,
        },
        { name: 'xl/drawings/_rels/v.vml.rels', data: relationshipsXml([a]) },
      ],
    });
    expect(shown(figures)).toEqual([
      ['image', 'C4', 'picture in a note', 't', 'xl/media/a.bin'],
      ['image', 'C5', 'picture in a note', 't', 'xl/media/a.bin'],
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
