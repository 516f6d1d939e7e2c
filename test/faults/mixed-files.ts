import { type JobFileError } from '../../src/domain/documents/index-job';
import { writePng } from '../../src/parsing/document/pdf/png';
import { messageOf } from '../parsing/document/formats/messages';
import { docx, pptx, shape } from '../parsing/document/formats/office-files';
import { sampleImage } from '../parsing/document/ocr/sample-image';
import { lines, makePdf } from '../parsing/document/pdf/make-pdf';
import { sheetXml, writeXlsx } from '../parsing/xlsx/write-xlsx';

/** A file of a job and what has to become of it. */
export interface MixedFile {
  /** Begins with its number; no two files and no attachments have the same. */
  name: string;
  /** No two are the same, but for broken ones and pictures. */
  content: Buffer;
  /** Names of the documents that it becomes; none where it is broken. */
  documents: string[];
  /** Why it fails, where it does. */
  error: JobFileError | null;
}

type Made = [ending: string, content: Buffer | string, attachments?: string[]];

const sentence = (n: number) => `Sentence ${n} of a text that is long enough for more than one chunk. `;

/** Kinds by the last two digits of a file's number; what is slow to read is rare. */
const sound: ((n: number) => Made)[] = [
  (n) => ['txt', sentence(n).repeat(30)],
  (n) => ['md', `# File ${n}\n\n${sentence(n).repeat(30)}\n\n## Part\n\n- one\n- two`],
  (n) => ['html', `<h1>Page ${n}</h1><p>${sentence(n).repeat(10)}</p><table><tr><td>${n}</td></tr></table>`],
  (n) => [
    'csv',
    `File,Item,Price\n${Array.from({ length: 40 }, (_, i) => `${n},Item ${i},${i * 3}`).join('\n')}\n`,
  ],
  (n) => [
    'eml',
    messageOf({
      subject: `Message ${n}`,
      text: sentence(n).repeat(5),
      attachments: [
        { name: `${n}-note.txt`, type: 'text/plain', content: sentence(n) },
        { name: `${n}-cut.docx`, type: 'application/octet-stream', content: cutDocument.toString('latin1') },
      ],
    }),
    [`${n}-note.txt`],
  ],
  (n) => ['json', JSON.stringify({ number: n, lines: [sentence(n), sentence(n + 1)] })],
  (n) => ['docx', docx(`<w:p><w:r><w:t>${sentence(n).repeat(12)}</w:t></w:r></w:p>`)],
  (n) => ['pptx', pptx([shape(`Slide of ${n}\n${sentence(n)}`), shape(sentence(n + 1))])],
  (n) => ['xlsx', workbookOf(n)],
  (n) => [
    'pdf',
    makePdf([1, 2].map((page) => ({ content: lines([`Page ${page} of ${n}`, sentence(n)], 72, 700) }))),
  ],
];

const cutDocument = docx('<w:p><w:r><w:t>Cut</w:t></w:r></w:p>').subarray(0, 500);

const broken: [ending: string, content: Buffer | string, error: JobFileError][] = [
  ['docx', cutDocument, 'parse_failed'],
  ['txt', '', 'empty_file'],
  ['pdf', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'), 'unsupported_file_type'],
  ['pdf', '%PDF-1.7\n', 'parse_failed'],
];

function workbookOf(n: number): Buffer {
  const rows = Array.from({ length: 20 }, (_, i) => {
    const cells = [`<c t="inlineStr"><is><t>Item ${i} of ${n}</t></is></c>`, `<c><v>${i * n}</v></c>`];
    return `<row>${cells.join('')}</row>`;
  });
  return writeXlsx({ sheets: [{ name: `Sheet ${n}`, xml: sheetXml(rows.join('')) }] });
}

/**
 * Files of all kinds that can be read without a transcriber: of twenty one is broken, and of a hundred one is
 * a picture of text. The same number always gives the same file.
 */
export async function mixedFiles(count: number): Promise<MixedFile[]> {
  const { width, height, grey } = await sampleImage();
  const pixels = Uint8Array.from({ length: grey.length * 3 }, (_, at) => grey[Math.floor(at / 3)]!);
  const picture = writePng({ width, height, pixels });

  return Array.from({ length: count }, (_, n): MixedFile => {
    if (n % 20 === 17) {
      const [ending, content, error] = broken[Math.floor(n / 20) % broken.length]!;
      return { name: `${n}.${ending}`, content: Buffer.from(content), documents: [], error };
    }
    const make = sound[n % sound.length]!;
    const [ending, content, attachments = []]: Made = n % 100 === 50 ? ['png', picture] : make(n);
    const name = `${n}.${ending}`;
    return { name, content: Buffer.from(content), documents: [name, ...attachments], error: null };
  });
}
