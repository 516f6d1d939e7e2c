/** A page under construction; places are in points from the bottom left. */
export interface PdfPage {
  text(text: string, x: number, y: number, size: number, isBold?: boolean): void;
  /** A text that ends at `right`. */
  amount(text: string, right: number, y: number, size: number): void;
  /** A grey box behind a cell. */
  shade(left: number, bottom: number, width: number, height: number): void;
}

/** Width of a digit of Helvetica, and of its marks between digits, as parts of the font size. */
const digitWidth = 0.556;
const markWidth = 0.278;
const [pageWidth, pageHeight] = [612, 792];
const firstPageAt = 5;

/** Writes a PDF file of text and grey boxes; each function draws a page. The text is of Latin-1 characters. */
export function pdfFile(pages: readonly ((page: PdfPage) => void)[]): Buffer {
  const contents = pages.map(drawn);
  const kids = pages.map((_, at) => `${firstPageAt + 2 * at} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Contents ${firstPageAt + 2 * at + 1} 0 R` +
        '/Resources<</Font<</F 3 0 R/B 4 0 R>>>>>>',
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

function drawn(draw: (page: PdfPage) => void): string {
  let content = '';
  const text = (words: string, x: number, y: number, size: number, isBold = false) => {
    const escaped = words.replaceAll(/[\\()]/g, String.raw`\$&`);
    content += `BT /${isBold ? 'B' : 'F'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET\n`;
  };
  draw({
    text,
    amount(words, right, y, size) {
      const digits = words.replaceAll(/\D/g, '').length;
      const width = digits * digitWidth + (words.length - digits) * markWidth;
      text(words, Math.round((right - width * size) * 10) / 10, y, size);
    },
    shade(left, bottom, width, height) {
      content += `0.9 g ${left} ${bottom} ${width} ${height} re f 0 g\n`;
    },
  });
  return content;
}
