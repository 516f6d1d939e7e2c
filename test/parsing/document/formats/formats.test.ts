import { fileReader } from '../file-reader';
import { messageOf } from '../../../../packages/document-reader/test/formats/messages';
import { docx, epub, pptx, shape } from '../../../../packages/document-reader/test/formats/office-files';

const { read } = fileReader();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const p = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const tc = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;

async function chunksOf(bytes: Buffer | string, filename: string) {
  const { documents } = await read(bytes, filename);
  return documents[0]!.chunks.map(({ type, text }) => [type, text]);
}

describe('what a file is', () => {
  it.each<[fileType: string, what: string, bytes: Buffer | string, filename: string]>([
    ['html', 'a page, whatever its name', '<!DOCTYPE html><p>Hello there.', 'a.txt'],
    ['html', 'a page behind a comment', '<!-- saved --><html><body>Hello there.</body></html>', 'a'],
    ['md', 'Markdown by its name', 'Hello *there*.', 'a.md'],
    ['md', 'Markdown by its marks', '# Title\n\n## Part\n\n- [x] done\n- [ ] open\n', 'a'],
    ['txt', 'a text that only its name calls a PDF', 'Hello there.', 'a.pdf'],
    ['txt', 'a sentence with commas', 'One, two, three.\nFour, five.\nSix.', 'notes.txt'],
    ['json', 'JSON, whatever its name', '{"a": 1}', 'a.txt'],
    ['json', 'one JSON value per line', '{"a": 1}\n{"a": 2}\n', 'a.log'],
    ['txt', 'a text in square brackets', '[1] is a footnote', 'a.txt'],
    ['csv', 'a table by its name', 'a,b\n1,2\n', 'a.csv'],
    ['csv', 'a table by its columns', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n', 'a'],
    [
      'tsv',
      'a table in UTF-16, whose mark begins a sound of MPEG',
      Buffer.from('\ufeffa\tb\n1\tü\n', 'utf16le'),
      'a.tsv',
    ],
    ['html', 'a page in UTF-16', Buffer.from('\ufeff<html><p>Hello there.', 'utf16le'), 'a.html'],
    ['eml', 'a message, whatever its name', messageOf({ subject: 'Hi', text: 'Hello.' }), 'a.txt'],
    ['docx', 'a document, whatever its name', docx(p('Hello')), 'a.zip'],
    ['pptx', 'a presentation', pptx([shape('Hello')]), 'a'],
    ['epub', 'a book', epub(['<p>Hello</p>']), 'a'],
  ])('%s: %s', async (fileType, _what, bytes, filename) => {
    const { documents } = await read(bytes, filename);
    expect(documents[0]!.fileType).toBe(fileType);
  });
});

describe('a text that is given as one', () => {
  it.each<[fileType: string, what: string, text: string, filename: string]>([
    ['txt', 'about PDF', '%PDF-1.7 is how such files begin.', 'snippet-1.txt'],
    ['txt', 'that begins like an archive', 'PK\x03\x04 is how such files begin.', 'notes'],
    ['txt', 'about RTF', '{\\rtf1 is how such files begin.', 'notes.txt'],
    ['txt', 'of a message', 'From: Ann\nTo: Bob\nSubject: Hi\n\nHello.', 'snippet-2.txt'],
    ['txt', 'of a page', '<!doctype html><p>Hello.', 'snippet-3.txt'],
    ['txt', 'of JSON', '{"a": 1}', 'snippet-4.txt'],
    ['txt', 'that was taken from a PDF', 'Hello.', 'report.pdf'],
    ['txt', 'with control characters', 'a\0\x01\x02b\0\0\0\0', 'a.log'],
    ['txt', 'no reader of tables takes', '{\\rtf1,2\n3,4\n', 'a.csv'],
    ['txt', 'that is no message', 'Hello: there.\nMore.', 'a.eml'],
    ['md', 'by its name', '%PDF-1.7 is how *such* files begin.', 'a.md'],
    ['html', 'by its name', 'Hello.', 'a.HTML'],
    ['csv', 'by its name', 'From: Ann,To: Bob\n1,2\n', 'a.csv'],
    ['json', 'by its name', '{"a": 1}', 'a.json'],
    ['eml', 'by its name', 'From: Ann\nTo: Bob\nSubject: Hi\n\nHello.', 'a.eml'],
  ])('is read as %s: one %s', async (fileType, _what, text, filename) => {
    const { documents, warnings } = await read(text, filename, { isText: true });
    expect(documents).toMatchObject([{ fileType, parent: null }]);
    expect(warnings).toEqual([]);
    if (fileType === 'txt') expect(documents[0]!.text).toBe(text.replaceAll('\0', '').trim());
  });

  it('is what a parsing script makes of it, where it may be JSON and its name does not tell', async () => {
    const options = { isText: true, parsingScript: '"Value " & a' };
    const { documents } = await read('{"a": "x"}', 'snippet-1.txt', options);
    expect(documents).toMatchObject([{ fileType: 'json', text: 'Value x' }]);
    const plain = await read('{a: x}', 'snippet-1.txt', options);
    expect(plain.documents).toMatchObject([{ fileType: 'txt', text: '{a: x}' }]);
  });

  it('is refused as empty where it is nothing but white space', async () => {
    await expect(read(' \n\t', 'a.md', { isText: true })).rejects.toMatchObject({ code: 'empty_file' });
  });
});

describe('a title', () => {
  it.each(['Untitled', '0000320193-22-000070'])('is not %j', async (title) => {
    const { documents } = await read(`<title>${title}</title><p>Text of a page</p>`, 'a.html');
    expect(documents[0]).toMatchObject({ title: null });
  });
});

describe('pages', () => {
  it('keep headings, lists, tables, code and captions apart, and lose scripts, styles and what is hidden', async () => {
    const html = `<html lang="de"><head><title>The &amp; title</title><style>no</style></head><body>
      <nav><a>Home</a></nav><main><h1>Main</h1><p>One<b>two</b> three&nbsp;four.<br>Five.</p><script>no()</script>
      <div style="display: none">no</div><ol start="3"><li>c<ul><li>inner</ul><li>d</ol>
      <table><caption>Prices</caption><tr><th>Item<th>Price<tr><td rowspan=2>Pump<td>10<tr><td>20</table>
      <pre>  a\n    b</pre><figure><img src="a.png" alt="A pump"><figcaption>Fig 1</figcaption></figure></main>
      <footer>Imprint</footer></body></html>`;
    const { documents } = await read(html, 'a.html');
    expect(documents[0]).toMatchObject({ title: 'The & title', language: 'de' });
    expect(documents[0]!.chunks.map(({ type, text }) => [type, text])).toEqual([
      ['body', 'Main\n\nOnetwo three\u00a0four.\nFive.\n\n3. c\n  - inner\n4. d'],
      ['table', 'Prices\nItem | Price\nPump | 10\n | 20'],
      ['body', '  a\n    b'],
      ['figure', 'A pump\nFig 1'],
      ['page_header', 'Home'],
      ['page_footer', 'Imprint'],
    ]);
  });

  it('lose how characters are spoken, wherever that ends', async () => {
    const ruby = '<ruby>漢<rp>(<rt>kan<rp>)<rb>字<rt>ji</ruby>';
    expect(await chunksOf(`<p>${ruby} と</p><p>More.`, 'a.html')).toEqual([['body', '漢字 と\n\nMore.']]);
  });

  it('laid out by tables are read as text', async () => {
    expect(await chunksOf('<table><tr><td><h2>Left</h2>Text<td><p>Right</table>', 'a.html')).toEqual([
      ['body', 'Left\n\nText\n\nRight'],
    ]);
  });

  it.each([
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'Привет'],
    ['iso-8859-1', Buffer.from('Grüße', 'latin1'), 'Grüße'],
  ])('are read in the character set that they name: %s', async (charset, bytes, text) => {
    const page = Buffer.concat([
      Buffer.from(`<html><head><meta charset="${charset}"></head><body><p>`),
      bytes,
    ]);
    expect(await chunksOf(page, 'a.html')).toEqual([['body', text]]);
  });
});

it('Markdown gives its structure, without its marks', async () => {
  const { documents } = await read(
    '---\ntitle: "A manual"\nauthor: Ann\n---\n# Pump\n\nA *very* `good` [pump](http://x) &amp; more.[^1]\n\n1. one\n   - inner\n2. two\n\n|A|B|\n|-|-|\n|1|x \\| y|\n\n> quoted\n\n[^1]: A note.\n',
    'a.md',
  );
  expect(documents[0]!.title).toBe('A manual');
  expect(documents[0]!.chunks.map(({ type, text }) => [type, text])).toEqual([
    ['body', 'title: "A manual"\nauthor: Ann'],
    ['body', 'Pump\n\nA very good pump & more.[^1]\n\n1. one\n  - inner\n2. two'],
    ['table', 'A | B\n1 | x \\| y\n\nquoted'],
    ['footnote', '[1] A note.'],
  ]);
});

describe('JSON', () => {
  it('is written down as names and values, alike objects as a table', async () => {
    const value = {
      name: 'Pump',
      tags: ['a', 'b'],
      size: { width: 2, unit: 'm' },
      parts: [{ id: 1, ok: true }, { id: 2 }],
    };
    expect(await chunksOf(JSON.stringify(value), 'a.json')).toEqual([
      ['body', 'name: Pump\ntags: a, b\n\nsize\n\nwidth: 2\nunit: m'],
      ['table', 'parts\nid | ok\n1 | true\n2'],
    ]);
  });

  it('has the digits of its numbers as they are written', async () => {
    const orders =
      '{"account": 8216118575463666095, "rate": 19.90, "huge": 1e400, "balance": -0.0, "n": 12,' +
      ' "orders": [{"id": 1610521604143693812, "code": "007"}, {"id": 1610521604143693813, "code": "70"}]}';
    expect(await chunksOf(orders, 'a.json')).toEqual([
      ['body', 'account: 8216118575463666095\nrate: 19.90\nhuge: 1e400\nbalance: -0.0\nn: 12'],
      ['table', 'orders\nid | code\n1610521604143693812 | 007\n1610521604143693813 | 70'],
    ]);
    const lines = '{"event": 3791411052119578828}\n{"event": 3791411052119578829}';
    expect(await chunksOf(lines, 'a.jsonl')).toEqual([
      ['table', 'event\n3791411052119578828\n3791411052119578829'],
    ]);
  });

  it('gives a parsing script numbers, and texts of those with more digits than are kept', async () => {
    const script = '$string(a) & " " & $string(b * 2)';
    const { documents } = await read('{"a":8216118575463666095,"b":1.50}', 'a.json', {
      parsingScript: script,
    });
    expect(documents[0]!.chunks.map(({ text }) => text)).toEqual(['8216118575463666095 3']);
  });

  it('keeps members that are named like those of every object', async () => {
    const [[, text]] = (await chunksOf('{"__proto__": {"a": "b"}, "constructor": "c"}', 'a.json')) as [
      [string, string],
    ];
    expect(text).toContain('a: b');
    expect(text).toContain('constructor: c');
  });

  it('becomes what a parsing script makes of it, a chunk for each of its pieces', async () => {
    const script = 'items.{"title": name, "text": "Costs " & $string(price)}';
    const { documents } = await read(
      '{"items":[{"name":"Pump","price":10},{"name":"Valve","price":5}]}',
      'a.json',
      {
        parsingScript: script,
      },
    );
    expect(documents[0]!.chunks.map(({ text, headingPath }) => [text, headingPath])).toEqual([
      ['Pump\n\nCosts 10', ['Pump']],
      ['Valve\n\nCosts 5', ['Valve']],
    ]);
  });
});

describe('Word documents', () => {
  it('show numbers of headings and lists, merged cells, notes and formulas, and no deleted text', async () => {
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="2"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
    const styles = `<w:styles><w:style w:styleId="Base"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Own"><w:name w:val="Mine"/><w:basedOn w:val="Base"/></w:style></w:styles>`;
    const notes = `<w:footnotes><w:footnote w:id="2">${p('A note.')}</w:footnote></w:footnotes>`;
    const numbered = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`;
    const body =
      p('Scope', `<w:pStyle w:val="Own"/>${numbered(0)}`) +
      `<w:p><w:r><w:t>Area </w:t></w:r><w:del><w:r><w:delText>was</w:delText></w:r></w:del><w:ins><w:r><w:t>is</w:t></w:r></w:ins><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>bc</m:t></m:r></m:den></m:f></m:oMath><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` +
      p('First', numbered(1)) +
      p('Second', numbered(1)) +
      `<w:tbl><w:tblPr><w:tblLook w:val="0020"/></w:tblPr><w:tr>${tc('Item', '<w:gridSpan w:val="2"/>')}${tc('Price')}</w:tr><w:tr>${tc('Pump', '<w:vMerge w:val="restart"/>')}${tc('red')}${tc('10')}</w:tr><w:tr>${tc('', '<w:vMerge/>')}${tc('blue')}${tc('20')}</w:tr></w:tbl>`;
    const bytes = docx(body, '', [
      { id: 'n', type: 'numbering', name: 'numbering.xml', data: numbering },
      { id: 's', type: 'styles', name: 'styles.xml', data: styles },
      { id: 'f', type: 'footnotes', name: 'footnotes.xml', data: notes },
    ]);
    expect(await chunksOf(bytes, 'a.docx')).toEqual([
      ['body', 'II. Scope\n\nArea isa/(bc)\n\n  II.1 First\n  II.2 Second'],
      ['footnote', 'A note.'],
      ['table', 'Item |  | Price\nPump | red | 10\n | blue | 20'],
    ]);
  });
});

it('presentations give a page per slide, with boxes, notes and titles first', async () => {
  const slide =
    shape('Body one\nBody two', '<p:ph type="body" idx="1"/>', [0, 3_429_000, 9_144_000, 3_429_000]) +
    shape('The title', '<p:ph type="title"/>');
  const { documents } = await read(pptx([slide, shape('Loose text')], ['Say hello.']), 'a.pptx');
  const [document] = documents;
  expect(document!.pageCount).toBe(2);
  expect(document!.chunks.map(({ text, location }) => [text, location.pageStart, location.pageEnd])).toEqual([
    ['The title\n\n- Body one\n- Body two\n\nSay hello.', 0, 0],
    ['Loose text', 1, 1],
  ]);
  expect(document!.pages[0]).toMatchObject({
    width: 720,
    height: 540,
    regions: [{ page: 0, type: 'list', box: { left: 0, top: 0.5, width: 1, height: 0.5 } }],
  });
});

it('books give their chapters in the order of reading, with their pictures', async () => {
  const bytes = epub(
    ['<h1>One</h1><p>First.</p><img src="../img/a.png" alt="A map"/>', '<h1>Two</h1><p>Second.</p>'],
    [{ name: 'OPS/img/a.png', data: png }],
  );
  const { documents } = await read(bytes, 'a.epub');
  expect(documents[0]).toMatchObject({ title: 'A Book', language: 'en' });
  expect(documents[0]!.figures).toMatchObject([{ contentType: 'image/png' }]);
  expect(documents[0]!.chunks.map(({ text }) => text)).toEqual(['One\n\nFirst.', 'A map', 'Two\n\nSecond.']);
});

describe('messages', () => {
  it('become a document each, with their attachments, threads and metadata', async () => {
    const inner = messageOf({
      subject: 'Inner',
      text: 'Inner text.',
      headers: { 'Message-ID': '<inner@example.com>' },
    });
    const bytes = messageOf({
      subject: 'Outer',
      html: '<p>See <b>this</b>.</p><img src="cid:logo"><table><tr><th>A<th>B<tr><td>1<td>2</table>',
      headers: {
        'Message-ID': '<outer@example.com>',
        'In-Reply-To': '<first@example.com>',
        References: '<root@example.com> <first@example.com>',
      },
      attachments: [
        { name: 'inner.eml', type: 'message/rfc822', content: inner },
        { name: '../../etc/notes.txt', type: 'text/plain', content: 'Notes.' },
        { name: 'logo.png', type: 'image/png', content: png.toString('latin1'), id: 'logo' },
      ],
    });
    const { documents } = await read(bytes, 'a.eml');
    expect(
      documents.map(({ filename, fileType, parent, text }) => [filename, fileType, parent, text]),
    ).toEqual([
      [
        'a.eml',
        'eml',
        null,
        'Outer\n\nFrom: Ann Example <ann@example.com>\nTo: Bob <bob@example.com>, team@example.com\nDate: 2026-03-02T09:00:00.000Z\n\nSee this.\nA | B\n1 | 2',
      ],
      ['inner.eml', 'eml', 0, expect.stringContaining('Inner text.')],
      ['notes.txt', 'txt', 0, 'Notes.'],
    ]);
    const [outer, inner_, notes] = documents;
    expect(outer!.relations).toEqual([
      { type: 'email_attachment', to: 1 },
      { type: 'email_attachment', to: 2 },
    ]);
    expect(outer!.message).toEqual({
      messageId: 'outer@example.com',
      inReplyTo: 'first@example.com',
      references: ['root@example.com', 'first@example.com'],
    });
    expect(outer!.metadata).toMatchObject({
      email_subject: 'Outer',
      email_from: 'Ann Example <ann@example.com>',
      email_date: '2026-03-02T09:00:00.000Z',
    });
    expect(outer!.figures).toHaveLength(1);
    expect(inner_!.message!.messageId).toBe('inner@example.com');
    expect(notes!.metadata).toEqual(outer!.metadata);
  });
});

it('spreadsheets keep the places of their cells', async () => {
  const { documents } = await read('Item,Price\nPump,10\nValve,5\n', 'a.csv');
  expect(documents[0]!.chunks.at(-1)).toMatchObject({
    type: 'table',
    text: 'Item | Price\nPump | 10\nValve | 5',
    location: { sheetName: 'Sheet1', rowStart: 2, rowEnd: 3, cellRange: 'A2:B3' },
  });
});

it('spreadsheets keep the table and its title in every piece and comment of a table', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => `the pump with the number ${n},${n}`);
  const { documents } = await read(`Stock\nItem,Price\n${rows.join('\n')}\n`, 'a.csv');
  const [title, ...pieces] = documents[0]!.chunks;
  expect(title!.location).toMatchObject({ tableId: null, tableTitle: null });
  expect(pieces.length).toBeGreaterThan(5);
  for (const { location } of pieces)
    expect(location).toMatchObject({ tableId: 'tbl_1_A2', tableTitle: 'Stock' });
});

it('the same file gives the same chunks', async () => {
  const bytes = docx(p('Hello') + p('there'));
  const [first, second] = [await read(bytes, 'a.docx'), await read(bytes, 'a.docx')];
  expect(first.documents[0]!.chunks).toEqual(second.documents[0]!.chunks);
});
