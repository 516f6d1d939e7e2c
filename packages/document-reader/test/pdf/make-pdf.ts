/** A page of a PDF that is made for a test. */
export interface MadePage {
  /** Operators (ISO 32000-1, annex A); `/F` is Helvetica, `/B` its bold, `/I` the image. */
  content: string | Buffer;
  /** Width and height in points. */
  size?: [number, number];
  /** More entries of the page's dictionary. */
  entries?: string;
  image?: { width: number; height: number; grey: Uint8Array };
}

/** A line of text at a place from the bottom left. */
export function line(text: string, x: number, y: number, { size = 11, bold = false } = {}): string {
  const escaped = text.replace(/[\\()]/g, '\\$&');
  return `BT /${bold ? 'B' : 'F'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET\n`;
}

/** Lines below each other. */
export function lines(texts: readonly string[], x: number, y: number, pitch = 14, size = 11): string {
  return texts.map((text, index) => line(text, x, y - index * pitch, { size })).join('');
}

/** Eight lines of running text in the middle of a page. */
export const prose = lines(
  Array.from({ length: 8 }, () => 'The office opens at nine and closes when the last boat has left.'),
  72,
  640,
);

/** Writes a file from its objects, numbered from 1; the first one is the catalogue. */
export function writeObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}

export function stream(content: string | Buffer, entries = ''): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}${entries}>>stream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

const pagesAt = 2;
const firstPageAt = 5;
const objectsPerPage = 3;

/**
 * Makes a PDF of pages; `catalogue` is put into the catalogue, `more` are objects behind those of the pages,
 * `trailer` is put into the trailer.
 */
export function makePdf(
  pages: readonly MadePage[],
  catalogue = '',
  more: readonly string[] = [],
  trailer = '',
): Buffer {
  const kids = pages.map((_, index) => `${firstPageAt + index * objectsPerPage} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    `<</Type/Catalog/Pages ${pagesAt} 0 R${catalogue}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
  ];
  for (const [index, page] of pages.entries()) {
    const at = firstPageAt + index * objectsPerPage;
    const [width, height] = page.size ?? [612, 792];
    const image = page.image ?? { width: 1, height: 1, grey: Uint8Array.of(255) };
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${at + 1} 0 R${page.entries ?? ''}` +
        `/Resources<</Font<</F 3 0 R/B 4 0 R>>/XObject<</I ${at + 2} 0 R>>>>>>`,
      stream(page.content),
      stream(
        Buffer.from(image.grey),
        `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      ),
    );
  }
  return writeObjects([...objects, ...more], trailer);
}

/** Number of the first object of `more`. */
export function moreAt(pageCount: number): number {
  return firstPageAt + pageCount * objectsPerPage;
}
