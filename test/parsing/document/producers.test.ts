import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileReader } from './file-reader';
import { recallInOrder, wordsOf } from '../../../packages/document-reader/test/pdf/read-bytes';

const { readPath } = fileReader();
const folder = join(__dirname, 'fixtures', 'producers');

/** The text that all files were made of. */
const story = JSON.parse(readFileSync(join(folder, 'story.json'), 'utf8')) as [
  kind: string,
  text: string | string[][],
][];
const words = wordsOf(story.map(([, text]) => [text].flat(2).join(' ')).join(' '));
const recallMin = 0.99;

async function textOf(filename: string): Promise<string> {
  const { documents } = await readPath(join(folder, filename), filename);
  return documents[0]!.text;
}

it.each([
  ['Chromium, then Ghostscript, in one column', 'ghostscript-one.pdf'],
  ['Chromium, then Ghostscript, in two columns', 'ghostscript-two.pdf'],
  ['WeasyPrint, hyphenated in two columns', 'weasyprint-two.pdf'],
  ['ReportLab, in two columns', 'reportlab.pdf'],
  ['Typst, hyphenated in two columns', 'typst.pdf'],
  ['fpdf2', 'fpdf2.pdf'],
  ['jsPDF', 'jspdf.pdf'],
  ['pdf-lib', 'pdf-lib.pdf'],
  ['PDFKit', 'pdfkit.pdf'],
  ['Matplotlib, in Type 3 fonts', 'matplotlib.pdf'],
  ['python-docx', 'python-docx.docx'],
  ['docx for Node', 'docx-npm.docx'],
  ['Pandoc', 'pandoc.docx'],
  ['LibreOffice', 'libreoffice.doc'],
  ['Pandoc', 'pandoc.odt'],
  ['Pandoc', 'pandoc.rtf'],
  ['Pandoc', 'pandoc.ipynb'],
  ['odfpy', 'odfpy.odp'],
  ['python-pptx', 'python-pptx.pptx'],
  ['PptxGenJS', 'pptxgenjs.pptx'],
  ['Pandoc', 'pandoc.pptx'],
  ['EbookLib', 'ebooklib.epub'],
  ['Pandoc', 'pandoc.epub'],
  ['the email package of Python, with HTML beside the text', 'python-email.eml'],
  ['the email package of Python, as plain text in base64', 'python-email-plain.eml'],
])(
  'at least 99 %% of the words of a text that %s wrote are read, in their order (%s)',
  async (_, filename) => {
    const found = wordsOf(await textOf(filename));
    expect(recallInOrder(words, found)).toBeGreaterThanOrEqual(recallMin);
  },
);

it.each(['docx-npm.docx', 'libreoffice.doc'])(
  'a text that was edited is read as it stands: what was inserted, not what was deleted, with its notes (%s)',
  async (filename) => {
    const text = await textOf(filename);
    expect(text).toContain('Nobody had planned a town.');
    expect(text).not.toContain('Struckout');
    expect(text).toContain('Depths are given in fathoms.');
    expect(text).toContain('Remark of the editor.');
    expect(text).toContain('trusts the lead-line more than the chart');
  },
);

it('a text box is read once, though a file holds it in two forms', async () => {
  const text = await textOf('python-docx.docx');
  expect(text.match(/Words in a frame beside the text/g)).toHaveLength(1);
  expect(text).toContain('Check the name of the engineer.');
});

it.each(['python-pptx.pptx', 'pptxgenjs.pptx', 'odfpy.odp'])(
  'notes of the speaker are read with their slide (%s)',
  async (filename) => {
    expect(await textOf(filename)).toContain('Notes of the speaker on The great storm');
  },
);
