import { crc32 } from 'node:zlib';
import { type JobFileError } from '../../src/domain/documents/index-job';
import { writePng } from 'document-reader/blocks';
import { messageOf } from '../../packages/document-reader/test/formats/messages';
import { docx, pptx } from '../../packages/document-reader/test/formats/office-files';
import { line, stream, writeObjects } from '../../packages/document-reader/test/pdf/make-pdf';
import { sheetXml, writeXlsx } from '../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { collect, compareStores } from './both-stores';

const harmless = 12;
const pages = 10_000;
const bomb = Buffer.alloc(80 * 1024 * 1024, 'A');

let stack: OwnStack;
beforeAll(async () => {
  stack = await startOwnStack();
  await stack.startWorker();
});
afterAll(() => stack.close());

/** A PDF of so many pages that all show the same. */
function pdfOf(count: number): Buffer {
  const first = 5;
  const kids = Array.from({ length: count }, (_, n) => `${first + n} 0 R`).join(' ');
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 3 0 R>>>>>>';
  return writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    stream(line('A page of a report without end.', 72, 700)),
    ...Array<string>(count).fill(page),
  ]);
}

/** A message in a message in a message. */
function nestedMessage(levels: number): string {
  let message = messageOf({ subject: `Level ${levels}`, text: 'innermost' });
  for (let level = levels - 1; level >= 0; level--) {
    const attachments = [{ name: `${level}.eml`, type: 'message/rfc822', content: message }];
    message = messageOf({ subject: `Level ${level}`, text: 'text', attachments });
  }
  return message;
}

/** A picture of one pixel that says it has many. */
function pngOf(width: number, height: number): Buffer {
  const png = writePng({ width: 1, height: 1, pixels: new Uint8Array(3) });
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** The expected end of each file: its error code, or its numbers of documents and pages. */
const hell: Record<
  string,
  [bytes: () => Buffer | string, end: JobFileError | { documents: number; pages: number | null }]
> = {
  'bomb.docx': [() => docx(bomb), 'file_too_large'],
  'bomb.pptx': [() => pptx([bomb]), 'file_too_large'],
  'bomb.xlsx': [() => writeXlsx({ sheets: [{ xml: sheetXml(bomb.toString()) }] }), 'file_too_large'],
  'laughs.docx': [
    () => docx('<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`),
    'parse_failed',
  ],
  'bomb.png': [() => pngOf(50_000, 50_000), 'file_too_large'],
  'endless.pdf': [() => pdfOf(50_001), 'file_too_large'],
  'long.pdf': [() => pdfOf(pages), { documents: 1, pages }],
  'deep.html': [
    () => `${'<div>'.repeat(100_000)}deep text${'</div>'.repeat(100_000)}`,
    { documents: 1, pages: null },
  ],
  'deep.json': [() => `${'['.repeat(10_000)}"deep text"${']'.repeat(10_000)}`, { documents: 1, pages: null }],
  'deep.eml': [() => nestedMessage(50), { documents: 6, pages: null }],
};

it('files that are made to overwhelm end within their bounds, each for itself, while the others of the job are indexed', async () => {
  const names = Array.from({ length: harmless }, (_, n) => `${n}.txt`);
  for (const [n, name] of names.entries())
    stack.links.files.set(`/${name}`, Buffer.from(`A harmless text, the one of number ${n}.`));
  for (const [name, [bytes]] of Object.entries(hell)) stack.links.files.set(`/${name}`, Buffer.from(bytes()));
  const all = [...names.slice(0, harmless / 2), ...Object.keys(hell), ...names.slice(harmless / 2)];
  const urls = all.map((name) => `${stack.links.origin}/${name}`);
  const jobId = await stack.accepted(stack.index('url', { urls }));
  await stack.indexed(jobId);

  const { body: job } = await stack.indexJob(jobId, '?files_limit=500');
  const ends = new Map(job.files.map((file) => [file.filename, file]));
  for (const name of names) expect(ends.get(name)).toMatchObject({ status: 'completed', chunks: 1 });
  for (const [name, [, end]] of Object.entries(hell)) {
    const { status, error_code, pages: read } = ends.get(name)!;
    expect([name, status, error_code, read]).toEqual(
      typeof end === 'string' ? [name, 'failed', end, null] : [name, 'completed', null, end.pages],
    );
  }
  const expected = Object.values(hell).reduce(
    (sum, [, end]) => sum + (typeof end === 'string' ? 0 : end.documents),
    names.length,
  );
  expect(await stack.documents()).toHaveLength(expected);
  expect(job.status).toBe('completed_with_errors');
  expect(job.warnings).toEqual([expect.stringContaining('deep.eml: Attachments past the limits')]);

  await collect(stack.api, 2);
  await compareStores(stack.api);
});
