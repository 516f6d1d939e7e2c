import { type CellObject, utils, write as writeWorkbook } from 'xlsx';
import { writePng } from 'document-reader/blocks';
import { messageOf } from '../../../packages/document-reader/test/formats/messages';
import { docx, epub, pptx, shape } from '../../../packages/document-reader/test/formats/office-files';
import { printed } from '../../../packages/document-reader/test/ocr/sample-image';
import { line, lines, makePdf, moreAt } from '../../../packages/document-reader/test/pdf/make-pdf';
import { writeCompoundFile } from '../../../packages/spreadsheet-reader/test/xls/compound-file-writer';
import { MAIN, sheetXml, writeXlsx } from '../../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { mp3 } from '../../setup/recordings';

/**
 * Values that a test plants, with their tags. Each is so unlike other text that it is found wherever it is.
 */
export const plantedValues: readonly (readonly [value: string, tag: string])[] = [
  ['Zebulon Quackenbush', 'PERSON'],
  ['Perpetua Vandersloot', 'PERSON'],
  ['Ottoline Fnarrsworth', 'PERSON'],
  ['Bartholomew Zyskowski', 'PERSON'],
  ['Xanthippe Okonjo', 'PERSON'],
  ['Thelonious Grabczyk', 'PERSON'],
  ['Wilhelmina Prztlak', 'PERSON'],
  ['Ignatius Mbwezelele', 'PERSON'],
  ['Clothilde Ruysdaelkade', 'PERSON'],
  ['Evangeline Thwistle', 'PERSON'],
  ['zeb.quackenbush@zmail.test', 'EMAIL'],
  ['perpetua_v@zmail.test', 'EMAIL'],
  ['o.fnarr+news@zmail.test', 'EMAIL'],
  ['bartz77@zmail.test', 'EMAIL'],
  ['xokonjo@zmail.test', 'EMAIL'],
  ['4539 1488 0343 6467', 'CREDIT_CARD'],
  ['5425 2334 3010 9903', 'CREDIT_CARD'],
  ['3714 496353 98431', 'CREDIT_CARD'],
  ['GB82 WEST 1234 5698 7654 32', 'IBAN'],
  ['DE89 3704 0044 0532 0130 00', 'IBAN'],
  ['FR14 2004 1010 0505 0001 3M02 606', 'IBAN'],
  ['536-22-8726', 'SSN'],
  ['219-09-9999', 'SSN'],
  ['457-55-5462', 'SSN'],
  ['+44 7911 123456', 'PHONE'],
  ['+49 1512 3456789', 'PHONE'],
  ['+1 415 555 2671', 'PHONE'],
  ['203.0.113.77', 'IP_ADDRESS'],
  ['198.51.100.23', 'IP_ADDRESS'],
  ['17 Quibblethorpe Crescent', 'ADDRESS'],
  ['4021 Wobblington Parkway', 'ADDRESS'],
  ['88 Zwiebelstrasse', 'ADDRESS'],
  ['1957-11-23', 'DATE_OF_BIRTH'],
  ['03/17/1968', 'DATE_OF_BIRTH'],
  ['MRN-00482913', 'MEDICAL_RECORD'],
  ['MRN-77120045', 'MEDICAL_RECORD'],
  ['X4RTL8812', 'PASSPORT'],
  ['D1234-56789-01234', 'DRIVER_LICENSE'],
  ['zquack_1957', 'USERNAME'],
  ['hunter2-Kx9!', 'PASSWORD'],
];

/** A planted file and its name. */
export interface PlantedFile {
  name: string;
  content: Buffer;
  /** Its values can only be seen, so that a reader may miss some. */
  isSeen?: true;
}

const values = plantedValues.map(([value]) => value);
/** All values in one text. */
const all = values.map((value) => `About ${value} here.`).join(' ');
const names = values.slice(0, 3);
const [person, other] = values as [string, string];
const mail = 'zeb.quackenbush@zmail.test';
const xml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const cells = values.map((value) => [value, 'plain']);

/** Segments of a transcript, one value each. */
export const spokenValues = values.map((value, n) => ({
  start: n * 5,
  end: n * 5 + 1,
  text: `We talk about ${value} now.`,
}));

/** A file of each format that is read, with all values in each of its places. */
export async function plantedFiles(): Promise<PlantedFile[]> {
  // Large enough for the OCR to read every line.
  const [width, height] = [500, 1_300];
  const picture = await printed(lines(values, 60, 1_240, 30, 18), [width, height]);
  const png = pngOf(picture);
  const shown = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
  const scan = makePdf([{ content: shown, size: [width, height], image: picture }]);
  const files: Record<string, string | Buffer> = {
    'plain.txt': `${all}\n\n${values.join('\n')}`,
    'notes.md': markdown(),
    'page.html': html(),
    'rows.csv': `Value,Other\n${values.map((value) => `"${value}",plain`).join('\n')}\n`,
    'rows.tsv': `Value\tOther\n${cells.map((row) => row.join('\t')).join('\n')}\n`,
    'data.json': JSON.stringify({ [person]: values, nested: { text: all, list: [{ value: all }] } }),
    'letter.docx': letter(),
    'slides.pptx': slides(png),
    'book.xlsx': workbook(),
    'old.xls': oldWorkbook(),
    'novel.epub': epub([`<h1>${xml(person)}</h1><p>${xml(all)}</p>`]),
    'paper.pdf': paper(),
    'message.eml': message(),
    'outlook.msg': outlookMessage(),
    'talk.mp3': mp3,
  };
  const seen: PlantedFile[] = [
    { name: 'picture.png', content: png, isSeen: true },
    { name: 'scan.pdf', content: scan, isSeen: true },
  ];
  return [
    ...Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    ...seen,
  ];
}

function pngOf({ width, height, grey }: Awaited<ReturnType<typeof printed>>): Buffer {
  const pixels = new Uint8Array(grey.length * 3);
  for (const [at, value] of grey.entries()) pixels.fill(value, at * 3, at * 3 + 3);
  return writePng({ width, height, pixels });
}

function markdown(): string {
  const rows = cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
  return [
    `---\ntitle: ${person}\nauthor: ${other}\n---`,
    `# Report on ${person}`,
    all,
    `> ${all}`,
    ...values.map((value) => `- ${value}`),
    `\n| A | B |\n| --- | --- |\n${rows}\n`,
    `\`\`\`\n${all}\n\`\`\``,
    `[mail](mailto:${mail}) ![${person}](data:image/png;base64,AAAA "${other}")`,
    `Text.[^1]\n\n[^1]: ${all}`,
  ].join('\n\n');
}

function html(): string {
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${xml(cell)}</td>`).join('')}</tr>`).join('');
  return (
    `<html><head><title>${person}</title><meta name="author" content="${other}"></head><body>` +
    `<h1 title="${person}">${person}</h1><p>${xml(all)}</p><!-- ${xml(all)} -->` +
    `<table><caption>${person}</caption><tr><th>${other}</th><th>B</th></tr>${rows}</table>` +
    `<ul>${values.map((value) => `<li>${xml(value)}</li>`).join('')}</ul>` +
    `<img alt="${xml(all)}" src="x.png"><a href="mailto:${mail}">mail</a><pre>${xml(values.join('\n'))}</pre>` +
    '</body></html>'
  );
}

function letter(): Buffer {
  const p = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${xml(text)}</w:t></w:r></w:p>`;
  const row = (texts: readonly string[]) =>
    `<w:tr>${texts.map((text) => `<w:tc>${p(text)}</w:tc>`).join('')}</w:tr>`;
  const drawing = `<w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${xml(all)}"/><a:blip r:embed="none"/></wp:inline></w:drawing>`;
  // A value whose letters are in runs of their own.
  const torn = `<w:p>${Array.from(person)
    .map((letter) => `<w:r><w:t xml:space="preserve">${letter}</w:t></w:r>`)
    .join('')}</w:p>`;
  const body =
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${person}</w:t></w:r></w:p>${p(all)}${torn}` +
    `<w:tbl>${cells.map(row).join('')}</w:tbl><w:p><w:r>${drawing}</w:r></w:p>` +
    `<w:p><w:hyperlink r:id="link"><w:r><w:t>${mail}</w:t></w:r></w:hyperlink></w:p>` +
    '<w:p><w:r><w:footnoteReference w:id="2"/><w:commentReference w:id="1"/></w:r></w:p>' +
    '<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:footerReference w:type="default" r:id="f"/></w:sectPr>';
  return docx(body, '', [
    { id: 'h', type: 'header', name: 'header1.xml', data: `<w:hdr>${p(all)}</w:hdr>` },
    { id: 'f', type: 'footer', name: 'footer1.xml', data: `<w:ftr>${p(all)}</w:ftr>` },
    {
      id: 'n',
      type: 'footnotes',
      name: 'footnotes.xml',
      data: `<w:footnotes><w:footnote w:id="2">${p(all)}</w:footnote></w:footnotes>`,
    },
    {
      id: 'c',
      type: 'comments',
      name: 'comments.xml',
      data: `<w:comments><w:comment w:id="1" w:author="${other}" w:initials="ZQ">${p(all)}</w:comment></w:comments>`,
    },
  ]);
}

function slides(png: Buffer): Buffer {
  const picture =
    `<p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="${xml(all)}"/></p:nvPicPr>` +
    '<p:blipFill><a:blip r:embed="rIdI"/></p:blipFill></p:pic>';
  return pptx(
    [shape(xml(person), '<p:ph type="title"/>') + shape(xml(values.join('\n'))) + picture, shape(xml(all))],
    [undefined, xml(all)],
    png,
  );
}

function workbook(): Buffer {
  const cell = (text: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${xml(text)}</t></is></c>`;
  const rows = cells
    .map(
      ([value, plain], n) =>
        `<row r="${n + 2}">${cell(value!, `A${n + 2}`)}${cell(plain!, `B${n + 2}`)}</row>`,
    )
    .join('');
  const comments =
    `<comments xmlns="${MAIN}"><authors><author>${other}</author></authors><commentList>` +
    `<comment ref="A2" authorId="0"><text><t>${xml(all)}</t></text></comment></commentList></comments>`;
  const header = `<row r="1">${cell(person, 'A1')}${cell('Other', 'B1')}</row>`;
  const links = `<hyperlinks><hyperlink ref="A3" r:id="l" display="${mail}" tooltip="${person}"/></hyperlinks>`;
  const margins = `<headerFooter><oddHeader>&amp;C${xml(all).slice(0, 200)}</oddHeader></headerFooter>`;
  return writeXlsx({
    sheets: [
      {
        name: person,
        xml: sheetXml(header + rows, { after: links + margins }),
        relationships: [
          { id: 'c', type: 'comments', target: '../comments1.xml' },
          { id: 'l', type: 'hyperlink', target: `mailto:${mail}`, external: true },
        ],
      },
    ],
    parts: [{ name: 'xl/comments1.xml', data: comments }],
  });
}

/** A workbook of Excel 97, with a note and a link. */
function oldWorkbook(): Buffer {
  const sheet = utils.aoa_to_sheet([[person, 'Other'], ...cells]);
  (sheet.A2 as CellObject).c = [{ a: other, t: all }];
  (sheet.A3 as CellObject).l = { Target: `mailto:${mail}`, Tooltip: person };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, person);
  book.Props = { Title: person, Author: other };
  return writeWorkbook(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

function paper(): Buffer {
  const at = moreAt(2);
  const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
  const pages = [
    {
      content: line(person, 72, 760, { size: 22, bold: true }) + lines(values, 72, 720, 14),
      entries: `/Annots[${at} 0 R ${at + 1} 0 R]`,
    },
    // A value over the end of a line.
    { content: lines(['The letter was signed by Zebulon', 'Quackenbush himself.'], 72, 720) },
  ];
  return makePdf(pages, `/Outlines ${at + 2} 0 R`, [
    `<</Type/Annot/Subtype/Text/Rect[400 700 420 720]/Contents(${escaped(all)})>>`,
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${escaped(person)})/Rect[300 600 500 620]>>`,
    `<</Type/Outlines/First ${at + 3} 0 R/Last ${at + 3} 0 R/Count 1>>`,
    `<</Title(${escaped(person)})/Parent ${at + 2} 0 R/Dest[5 0 R/Fit]>>`,
  ]);
}

function message(): Buffer {
  const attachments = [
    { name: `${person} cv.txt`, type: 'text/plain', content: all },
    {
      name: `${other.replace(' ', '_')}.csv`,
      type: 'text/csv',
      content: `A,B\n${values.map((value) => `"${value}",1`).join('\n')}\n`,
    },
    { name: `${names[2]!} broken.docx`, type: 'application/octet-stream', content: 'PK\u0003\u0004 broken' },
    {
      name: `${person}.eml`,
      type: 'message/rfc822',
      content: messageOf({ subject: `Re: ${person}`, text: all }),
    },
  ];
  const headers = {
    Cc: `"${person}" <${mail}>, "${other}" <perpetua_v@zmail.test>`,
    Bcc: `"${names[2]!}" <o.fnarr+news@zmail.test>`,
    'Message-ID': `<${mail}>`,
    'In-Reply-To': '<bartz77@zmail.test>',
    References: '<bartz77@zmail.test> <xokonjo@zmail.test>',
  };
  const page = `<p>${xml(all)}</p><img alt="${person}" src="cid:none">`;
  return Buffer.from(
    messageOf({ subject: `News of ${person}`, text: all, html: page, headers, attachments }),
  );
}

/** A message as Outlook saves it ([MS-OXMSG]). */
function outlookMessage(): Buffer {
  const property = (id: string, text: string) =>
    [`__substg1.0_${id}001F`, Buffer.from(text, 'utf16le')] as const;
  return writeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    ...Object.fromEntries([
      property('0037', `News of ${person}`),
      property('1000', all),
      property('007D', `Message-ID: <${mail}>\r\nIn-Reply-To: <bartz77@zmail.test>\r\n`),
      property('0C1A', person),
      property('5D01', mail),
    ]),
  });
}
