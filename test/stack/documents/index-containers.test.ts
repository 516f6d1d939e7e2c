import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from 'xlsx';
import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type QueryAnswerBody } from '../../../api/documents/queries/schema';
import { docBytes } from '../../../packages/document-reader/test/formats/doc-writer';
import { pptBytes, shape, text } from '../../../packages/document-reader/test/formats/ppt-writer';
import { docx } from '../../../packages/document-reader/test/formats/office-files';
import { writeZip } from '../../../packages/spreadsheet-reader/test/zip/write-zip';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const root = join(__dirname, '../../..');
const stock = readFileSync(join(root, 'packages/spreadsheet-reader/test/fixtures/pandas.ods'));
const binaryStock = write(
  {
    SheetNames: ['Stock'],
    Sheets: {
      Stock: utils.aoa_to_sheet([
        ['Item', 'Price'],
        ['Crane', 1999.99],
      ]),
    },
  },
  { type: 'buffer', bookType: 'xlsb' },
) as Buffer;
const mailbox = readFileSync(join(root, 'test/parsing/document/fixtures/containers/python.mbox'));
const sign = readFileSync(join(root, 'test/parsing/document/fixtures/pictures/sign-de.png'));
const archive = writeZip([
  {
    name: 'letters/dear.docx',
    data: docx('<w:p><w:r><w:t>The harbour crane is repaired.</w:t></w:r></w:p>'),
  },
  { name: 'stock.ods', data: stock },
  { name: 'sign.png', data: sign },
  { name: 'tool.exe', data: Buffer.from('4d5a90000300000004000000ffff0000', 'hex') },
]);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

async function indexed(collection: string, content: Buffer, filename: string, options: object = {}) {
  const form = new FormData();
  form.append('files', new Blob([content]), filename);
  for (const [name, value] of Object.entries(options)) form.append(name, String(value));
  const path = `/v2/collections/${collection}/index/file`;
  return stack.indexed(
    await stack.accepted(stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form })),
  );
}

async function filenamesFor(collection: string, query: string): Promise<string[]> {
  const { status, body } = await stack.api.request<QueryAnswerBody>(`/v3/collections/${collection}/query`, {
    key: stack.key.text,
    json: { query },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (
    JSON.stringify(body)
      .match(/"filename":"[^"]*"/g)
      ?.map((found) => found.slice(12, -1)) ?? []
  );
}

it('finds the files of an archive by themselves, and tells what it left out', async () => {
  await stack.createCollection('handover');
  const job = await indexed('handover', archive, 'handover.zip', { ocr_language: 'de' });
  expect(job).toMatchObject({ status: 'completed', result: { files_indexed: 1 } });
  expect(job.warnings).toEqual([expect.stringContaining('The file "tool.exe" was left out')]);
  const { body } = await stack.api.request<{ documents: { filename: string }[] }>(
    '/v3/collections/handover/documents',
    { key: stack.key.text },
  );
  expect(body.documents.map(({ filename }) => filename).sort()).toEqual([
    'handover.zip',
    'letters/dear.docx',
    'sign.png',
    'stock.ods',
  ]);
  expect((await filenamesFor('handover', 'harbour crane'))[0]).toBe('letters/dear.docx');
  expect((await filenamesFor('handover', 'Überdruckventil'))[0]).toBe('sign.png');
});

it.each([
  ['an OpenDocument spreadsheet', 'stock.ods', stock, 2],
  ['a binary workbook', 'stock.xlsb', binaryStock, 1],
])('reads %s as one, on both routes', async (_name, filename, content, sheets) => {
  const job = await stack.ended(
    await stack.accept(await stack.upload(content, { filename })).then(({ body }) => body.job_id),
  );
  expect(job).toMatchObject({ status: 'completed', type: 'spreadsheet', result: { sheets } });
  expect(job.chunks!.map(({ text }) => text).join('\n')).toContain('1999.99');
});

it('finds a Word document and a presentation of 97 to 2003 by their words', async () => {
  await stack.createCollection('old-office');
  const paragraph = { runs: ['The lighthouse keeper counts the barges.'] };
  const slide = { shapes: [shape(text(0, 'Timetable of the swing bridge'))] };
  for (const [filename, content] of [
    ['keeper.doc', docBytes({ body: [paragraph] })],
    ['bridge.ppt', pptBytes([slide])],
  ] as const)
    expect(await indexed('old-office', content, filename)).toMatchObject({
      status: 'completed',
      warnings: [],
    });
  expect((await filenamesFor('old-office', 'who counts barges'))[0]).toBe('keeper.doc');
  expect((await filenamesFor('old-office', 'swing bridge timetable'))[0]).toBe('bridge.ppt');
});

it('finds a message of a mailbox by its words', async () => {
  await stack.createCollection('mails');
  const job = await indexed('mails', mailbox, 'crew.mbox');
  expect(job).toMatchObject({ status: 'completed', warnings: [] });
  expect((await filenamesFor('mails', 'order two more gaskets'))[0]).toBe('crew.mbox');
});
