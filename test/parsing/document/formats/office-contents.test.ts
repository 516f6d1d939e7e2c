import { fileReader } from '../file-reader';
import { docx, pptx, shape } from '../../../../packages/document-reader/test/formats/office-files';

const { read } = fileReader();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const p = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const tc = (text: string) => `<w:tc>${p(text)}</w:tc>`;

describe('Word documents', () => {
  const run = (inner: string) => `<w:p><w:r>${inner}</w:r></w:p>`;
  const described = '<wp:docPr descr="A pump"/>';
  const blip = '<pic:blipFill><a:blip r:embed="i"/></pic:blipFill>';
  const choice = (requires: string, first: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="${requires}">${first}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
  const drawn = (inner: string) => `<w:drawing>${described}${inner}</w:drawing>`;
  const box = (inner: string) => `<wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx>`;

  it.each<[kind: string, body: string, text: string]>([
    ['in the line', run(drawn(blip)), 'A pump'],
    [
      'of older files',
      run('<w:pict><v:shape alt="A pump"><v:imagedata r:id="i"/></v:shape></w:pict>'),
      'A pump',
    ],
    ['of an embedded object', run('<w:object><v:shape><v:imagedata r:id="i"/></v:shape></w:object>'), ''],
    ['in a new drawing', run(choice('wps', drawn(blip), drawn(blip))), 'A pump'],
    ['of ink', run(choice('wpi', drawn('<w14:contentPart/>'), drawn(blip))), 'A pump'],
    [
      'behind the text of a shape',
      run(drawn(`<wps:wsp>${blip}${box(p('In it'))}</wps:wsp>`)),
      'A pump\nIn it',
    ],
    ['in a text box', run(drawn(`<wps:wsp>${box(run(drawn(blip)))}</wps:wsp>`)), 'A pump'],
    ['in a cell', `<w:tbl><w:tr>${tc('a')}<w:tc>${run(drawn(blip))}</w:tc></w:tr></w:tbl>`, 'a\nA pump'],
    ['in a note', run('<w:t>Text</w:t><w:footnoteReference w:id="2"/>'), 'Text\nA pump\nSee'],
    [
      'in the head of pages',
      `${p('Text')}<w:sectPr><w:headerReference r:id="h"/></w:sectPr>`,
      'Text\nA pump',
    ],
  ])('hand out a picture %s', async (_kind, body, text) => {
    const own = {
      id: 'own',
      type: 'own',
      data: '<Relationships><Relationship Id="i" Type="x/image" Target="media/i.png"/></Relationships>',
    };
    const bytes = docx(body, '', [
      { id: 'i', type: 'image', name: 'media/i.png', data: png },
      {
        id: 'f',
        type: 'footnotes',
        name: 'footnotes.xml',
        data: `<w:footnotes><w:footnote w:id="2">${p('See')}${run(drawn(blip))}</w:footnote></w:footnotes>`,
      },
      { id: 'h', type: 'header', name: 'header1.xml', data: `<w:hdr>${run(drawn(blip))}</w:hdr>` },
      { ...own, name: '_rels/footnotes.xml.rels' },
      { ...own, name: '_rels/header1.xml.rels' },
    ]);
    const { documents } = await read(bytes, 'a.docx');
    const [{ figures, chunks, text: found }] = documents as [(typeof documents)[number]];
    expect(figures).toMatchObject([{ contentType: 'image/png', page: null }]);
    expect(found).toBe(text);
    if (text !== '')
      expect(chunks.flatMap(({ regions }) => regions)).toMatchObject([
        { type: 'figure', figureId: figures[0]!.figureId, page: null, box: null },
      ]);
  });

  it('name pictures outside of the file, and never follow links to them', async () => {
    const bytes = docx(run(drawn('<a:blip r:link="x"/>')));
    const { documents } = await read(bytes, 'a.docx');
    expect(documents[0]).toMatchObject({ figures: [], text: 'A pump' });
    expect(documents[0]!.chunks[0]!.regions).toMatchObject([{ type: 'figure', page: null }]);
  });

  it('describe each picture of a group by its own words', async () => {
    const one = (words: string) =>
      `<pic:pic><pic:nvPicPr><pic:cNvPr descr="${words}"/></pic:nvPicPr>${blip}</pic:pic>`;
    const group = run(drawn(`<wpg:wgp>${one('A valve')}${one('A tap')}</wpg:wgp>`));
    expect((await read(docx(group), 'a.docx')).documents[0]!.text).toBe('A valve\nA tap');
  });

  it('show pictures without words in the regions of the text before or after them', async () => {
    const bytes = docx(`${p('Before')}${run(`<w:drawing>${blip}</w:drawing>`)}`, '', [
      { id: 'i', type: 'image', name: 'media/i.png', data: png },
    ]);
    const { documents } = await read(bytes, 'a.docx');
    const [{ figures, chunks }] = documents as [(typeof documents)[number]];
    expect(chunks).toMatchObject([{ text: 'Before', regions: [{ figureId: figures[0]!.figureId }] }]);
  });

  it.each<[what: string, body: string, text: string]>([
    [
      'lose what is hidden',
      run('<w:rPr><w:vanish/></w:rPr><w:t>no</w:t>') +
        run('<w:rPr><w:vanish w:val="0"/></w:rPr><w:t>yes</w:t>'),
      'yes',
    ],
    [
      'have the letters of old fonts',
      run(
        '<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Symbol" w:char="F0A3"/><w:sym w:font="Wingdings" w:char="F0FC"/>',
      ),
      'α≤✓',
    ],
    [
      'have words that are drawings',
      run('<w:pict><v:shape><v:textpath string="Draft"/></v:shape></w:pict>'),
      'Draft',
    ],
    [
      'have what is chosen in old forms',
      run(
        '<w:fldChar><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar><w:t> </w:t><w:fldChar><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar>',
      ),
      'blue ☒',
    ],
  ])('%s', async (_, body, text) => {
    expect((await read(docx(body), 'a.docx')).documents[0]!.text).toBe(text);
  });

  it.each<[what: string, data: string, text: string]>([
    ['a page', '<html><body><p>From a <b>page</b>.</p></body></html>', 'From a page.'],
    [
      'an archived page',
      'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p>Gr=C3=BC=C3=9Fe</p>',
      'Grüße',
    ],
    ['a text', 'Plain words.', 'Plain words.'],
  ])('hold what they take in from %s', async (_, data, text) => {
    const bytes = docx(`${p('Before')}<w:altChunk r:id="c"/>${p('After')}`, '', [
      { id: 'c', type: 'aFChunk', name: 'chunk', data },
    ]);
    expect((await read(bytes, 'a.docx')).documents[0]!.text).toBe(`Before\n\n${text}\n\nAfter`);
  });

  it('have letters that only newer programs draw otherwise', async () => {
    const body = run(choice('w16se', '<w16se:symEx w16se:char="1F60A"/>', '<w:t>😊</w:t>'));
    expect((await read(docx(body), 'a.docx')).documents[0]!.text).toBe('😊');
  });
});

it.each([
  [
    'of an object',
    (blip: string) =>
      `<mc:AlternateContent><mc:Choice Requires="v"><p:graphicFrame><p:oleObj/></p:graphicFrame></mc:Choice><mc:Fallback><p:graphicFrame><p:oleObj><p:pic>${blip}</p:pic></p:oleObj></p:graphicFrame></mc:Fallback></mc:AlternateContent>`,
  ],
  ['that fills a shape', (blip: string) => `<p:sp><p:spPr>${blip}</p:spPr><p:txBody/></p:sp>`],
  ['in a group', (blip: string) => `<p:grpSp><p:pic>${blip}</p:pic></p:grpSp>`],
  ['behind the slide', (blip: string) => `</p:spTree><p:bg><p:bgPr>${blip}</p:bgPr></p:bg><p:spTree>`],
])('slides hand out a picture %s', async (_, tree) => {
  const slide = shape('Text') + tree('<p:blipFill><a:blip r:embed="rIdI"/></p:blipFill>');
  const { documents } = await read(pptx([slide], [], png), 'a.pptx');
  const [{ figures, chunks }] = documents as [(typeof documents)[number]];
  expect(figures).toMatchObject([{ page: 0, contentType: 'image/png' }]);
  expect(chunks.flatMap(({ regions }) => regions)).toContainEqual(
    expect.objectContaining({ type: 'figure', page: 0, figureId: figures[0]!.figureId }),
  );
});

describe('fields of a Word document', () => {
  const run = (content: string) => `<w:r>${content}</w:r>`;
  const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);
  const shown = (text: string) => run(`<w:t xml:space="preserve">${text}</w:t>`);
  const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`);
  const field = (inner: string, result: string) =>
    `${mark('begin')}${inner}${mark('separate')}${shown(result)}${mark('end')}`;
  const paragraph = (content: string) => `<w:p>${content}</w:p>`;
  const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r>';

  it.each([
    [
      'results of fields within a code are not shown',
      paragraph(
        shown('Dear ') +
          field(code('IF "') + field(code('MERGEFIELD'), 'F') + code('"'), 'Ms') +
          shown(' Li'),
      ),
      'Dear Ms Li',
    ],
    [
      'a code over several paragraphs is not shown',
      paragraph(shown('Note: ') + mark('begin') + code('IF')) +
        paragraph(shown('never') + mark('separate') + shown('Pay.')) +
        paragraph(shown('Soon.') + mark('end') + shown(' End')),
      'Note:\n\nPay.\n\nSoon. End',
    ],
    [
      'a code whose first mark is hidden is not shown',
      paragraph(`${shown('One ')}${hidden}${code('XE')}${shown('entry')}${mark('end')}${shown('two')}`),
      'One two',
    ],
    [
      'a field that never ends hides nothing',
      paragraph(shown('Begun ') + mark('begin') + code('IF') + shown('kept')) +
        paragraph(field(field(code('A'), 'x'), 'Result')),
      'Begun kept\n\nResult',
    ],
    [
      'a field in a cell ends there',
      `<w:tbl><w:tr><w:tc>${paragraph(field(field(code('A'), 'x'), 'left'))}</w:tc><w:tc>${paragraph(shown('right'))}</w:tc></w:tr></w:tbl>`,
      'left | right',
    ],
  ])('%s', async (_, body, text) => {
    const { documents } = await read(docx(body), 'a.docx');
    expect(documents[0]!.text).toBe(text);
  });
});
