import { writeZip, type ZipPart } from '../../../spreadsheet-reader/test/zip/write-zip';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(targets: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

/**
 * A Word document from what is in its body; `more` are further parts, by name and the type of their
 * relationship.
 */
export function docx(
  body: string | Buffer,
  prologue = '',
  more: readonly { id: string; type: string; name: string; data: string | Buffer }[] = [],
): Buffer {
  const document = Buffer.concat([
    Buffer.from(`${prologue}<w:document ${W} ${R} ${A}><w:body>`),
    Buffer.from(body),
    Buffer.from('</w:body></w:document>'),
  ]);
  return writeZip([
    { name: '_rels/.rels', data: relationships([['rId1', 'officeDocument', 'word/document.xml']]) },
    { name: 'word/document.xml', data: document },
    {
      name: 'word/_rels/document.xml.rels',
      data: relationships(more.map(({ id, type, name }) => [id, type, name])),
    },
    ...more.map(({ name, data }): ZipPart => ({ name: `word/${name}`, data })),
  ]);
}

const openVocabularies = [
  'office',
  'text',
  'table',
  'draw:drawing',
  'style',
  'presentation',
  'svg:svg-compatible',
  'fo:xsl-fo-compatible',
]
  .map((named) => named.split(':'))
  .map(([prefix, name = prefix]) => `xmlns:${prefix!}="urn:oasis:names:tc:opendocument:xmlns:${name!}:1.0"`)
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"')
  .join(' ');

/** A text of OpenDocument from what is in its body; `styles` is what its part of styles has, `more` are further parts. */
export function odt(
  body: string | Buffer,
  { styles = '', more = [] }: { styles?: string; more?: readonly ZipPart[] } = {},
): Buffer {
  return openPackage('text', body, styles, more);
}

/** A presentation of OpenDocument from its slides. */
export function odp(
  body: string,
  { styles = '', more = [] }: { styles?: string; more?: readonly ZipPart[] } = {},
) {
  return openPackage('presentation', body, styles, more);
}

function openPackage(form: string, body: string | Buffer, styles: string, more: readonly ZipPart[]): Buffer {
  const content = Buffer.concat([
    Buffer.from(`<office:document-content ${openVocabularies}><office:body><office:${form}>`),
    Buffer.from(body),
    Buffer.from(`</office:${form}></office:body></office:document-content>`),
  ]);
  return writeZip([
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${form}`, stored: true },
    { name: 'content.xml', data: content },
    {
      name: 'styles.xml',
      data: `<office:document-styles ${openVocabularies}>${styles}</office:document-styles>`,
    },
    ...more,
  ]);
}

/**
 * A presentation of slides from what is in their shape trees, with notes where given, or with a picture
 * `rIdI` in the first.
 */
export function pptx(
  slides: readonly (string | Buffer)[],
  notes: readonly (string | undefined)[] = [],
  picture?: Buffer,
): Buffer {
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('');
  const slide = (tree: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`<p:sld ${P} ${A} ${R}><p:cSld><p:spTree>`),
      Buffer.from(tree),
      Buffer.from('</p:spTree></p:cSld></p:sld>'),
    ]);
  return writeZip([
    { name: '_rels/.rels', data: relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${P} ${R}><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relationships(
        slides.map((_, i) => [`rId${i + 1}`, 'slide', `slides/slide${i + 1}.xml`] as const),
      ),
    },
    ...slides.map((tree, i): ZipPart => ({ name: `ppt/slides/slide${i + 1}.xml`, data: slide(tree) })),
    ...(picture === undefined
      ? []
      : [
          { name: 'ppt/media/i.png', data: picture },
          {
            name: 'ppt/slides/_rels/slide1.xml.rels',
            data: relationships([['rIdI', 'image', '../media/i.png']]),
          },
        ]),
    ...notes.flatMap((text, i): ZipPart[] =>
      text === undefined
        ? []
        : [
            {
              name: `ppt/slides/_rels/slide${i + 1}.xml.rels`,
              data: relationships([['rId1', 'notesSlide', `../notesSlides/n${i + 1}.xml`]]),
            },
            {
              name: `ppt/notesSlides/n${i + 1}.xml`,
              data: slide(shape(text, '<p:ph type="body" idx="1"/>')),
            },
          ],
    ),
  ]);
}

/** A shape of a slide: its paragraphs, the placeholder that it fills, and its place in EMU. */
export function shape(
  text: string,
  placeholder = '',
  frame?: readonly [x: number, y: number, cx: number, cy: number],
): string {
  const transform =
    frame &&
    `<a:xfrm><a:off x="${frame[0]}" y="${frame[1]}"/><a:ext cx="${frame[2]}" cy="${frame[3]}"/></a:xfrm>`;
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${transform ?? ''}</p:spPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

/** A book of chapters from their bodies. */
export function epub(chapters: readonly (string | Buffer)[], more: readonly ZipPart[] = []): Buffer {
  const items = chapters.map(
    (_, i) => `<item id="c${i}" href="text/c${i}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const refs = chapters.map((_, i) => `<itemref idref="c${i}"/>`);
  return writeZip([
    { name: 'mimetype', data: 'application/epub+zip', stored: true },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      data: `<package><metadata><dc:title>A Book</dc:title><dc:language>en-GB</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    },
    ...chapters.map((body, i): ZipPart => ({
      name: `OPS/text/c${i}.xhtml`,
      data: Buffer.concat([
        Buffer.from(
          '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>',
        ),
        Buffer.from(body),
        Buffer.from('</body></html>'),
      ]),
    })),
    ...more,
  ]);
}
