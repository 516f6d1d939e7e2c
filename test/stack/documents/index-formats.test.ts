import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentWithChunks } from '../../../api/documents/documents/schema';
import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type IndexJobResource } from '../../../api/documents/index-jobs/schema';
import { type QueryAnswerBody } from '../../../api/documents/queries/schema';
import { docx } from '../../../packages/document-reader/test/formats/office-files';
import { MAIN, writeXlsx } from '../../../packages/spreadsheet-reader/test/xlsx/write-xlsx';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

function send(content: Buffer, filename: string, options: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  form.append('files', new Blob([content]), filename);
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  const path = '/v2/collections/manuals/index/file';
  return stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form });
}

/** A job that has indexed a file. */
async function indexingJob(...sent: Parameters<typeof send>): Promise<IndexJobResource> {
  const job = await stack.indexed(await stack.accepted(send(...sent)));
  expect(job).toMatchObject({ status: 'completed', result: { files_indexed: 1 }, warnings: [] });
  return job;
}

/** The document of a job with one file. */
async function documentOf(job: IndexJobResource): Promise<DocumentWithChunks> {
  const path = `/v3/collections/manuals/documents/${job.files[0]!.document_id!}?include_regions=true`;
  const { status, body } = await stack.api.request<DocumentWithChunks>(path, { key: stack.key.text });
  expect(status).toBe(200);
  return body;
}

const indexedFile = async (...sent: Parameters<typeof send>) => documentOf(await indexingJob(...sent));

describe('a PDF', () => {
  it('becomes a document with pages, chunks under their headings and regions', async () => {
    const fixture = join(__dirname, '../../../packages/document-reader/test/pdf/fixtures/report.pdf');
    const document = await indexedFile(await readFile(fixture), 'report.pdf');
    expect(document).toMatchObject({ file_type: 'pdf', content_type: 'application/pdf', has_ocr: false });
    expect(document.chunk_count).toBe(document.chunks.length);
    expect(document.chunks.map(({ text }) => text).join('\n')).toContain(
      'efficient record of every vessel that comes and goes',
    );
    for (const { regions } of document.chunks) expect(regions).not.toEqual([]);

    const { page_count } = document;
    for (let page = 0; page < page_count!; page++) {
      const path = `/v3/collections/manuals/documents/${document.document_id}/pages/${page}`;
      expect(await stack.api.request(path, { key: stack.key.text })).toMatchObject({ status: 200 });
    }
  });
});

describe('a JSON file', () => {
  const content = Buffer.from('{"items":[{"name":"Pump","price":10},{"name":"Valve","price":5}]}');

  it('becomes what the stored script of its organization makes of it', async () => {
    const script = 'items.{"title": name, "text": "Costs " & $string(price)}';
    await stack.api.stores.parsingScripts.put(stack.key.organizationId, 'prices', script);
    const document = await indexedFile(content, 'prices.json', { parsing_script: 'prices' });
    expect(document.chunks.map(({ text }) => text)).toEqual(['Pump\n\nCosts 10', 'Valve\n\nCosts 5']);
  });

  it('fails with parsing_script_failed where the script breaks', async () => {
    await stack.api.stores.parsingScripts.put(stack.key.organizationId, 'broken', '$error("no")');
    const sent = send(content, 'broken.json', { parsing_script: 'broken' });
    const job = await stack.indexed(await stack.accepted(sent));
    expect(job).toMatchObject({ status: 'failed', error_code: 'all_files_failed' });
    expect(job.files).toMatchObject([{ status: 'failed', error_code: 'parsing_script_failed' }]);
  });

  it('of an organization cannot use the script of another one', async () => {
    const other = await stack.api.createKey({ organization: 'rival' });
    await stack.api.stores.parsingScripts.put(other.organizationId, 'theirs', '"x"');
    const answer = await stack.index('text', { content: 'x', parsing_script: 'theirs' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'parsing_script_not_found' } });
  });
});

describe('processing_type advanced', () => {
  const pictures = join(__dirname, '../../parsing/document/fixtures/pictures');
  const byType = async (content: Buffer, filename: string, processing_type: string) => {
    const options = { processing_type, skip_existing: 'false', overwrite_existing: 'true' };
    const job = await indexingJob(content, filename, options);
    const { has_ocr, chunks } = await documentOf(job);
    const { credits, pages_processed: pages } = job.billing!;
    return { hasOcr: has_ocr, text: chunks.map(({ text }) => text).join('\n'), used: credits.used / pages };
  };

  it.each(['python-docx.docx', 'python-pptx.pptx', 'ebooklib.epub', 'page.html'])(
    'makes the text in the pictures of %s part of its document, for one credit a page',
    async (filename) => {
      const content = await readFile(join(pictures, filename));
      const basic = await byType(content, filename, 'basic');
      expect(basic).toMatchObject({ hasOcr: false, used: 0.5 });
      expect(basic.text).not.toContain('gasket');
      const advanced = await byType(content, filename, 'advanced');
      expect(advanced).toMatchObject({ hasOcr: true, used: 1 });
      expect(advanced.text).toContain('Check the gasket every month');
    },
  );

  it('charges files without pictures as basic does', async () => {
    const content = Buffer.from('<h1>Boiler</h1><p>Words alone, for the boiler and its valves.</p>');
    const advanced = await byType(content, 'words.html', 'advanced');
    expect(advanced).toMatchObject({ hasOcr: false, used: 0.5 });
    expect(await byType(content, 'words.html', 'basic')).toEqual(advanced);
  });
});

describe('include_hidden_sheets', () => {
  const sheet = (text: string) => ({
    xml: `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="str"><v>${text}</v></c></row></sheetData></worksheet>`,
  });
  const book = writeXlsx({
    sheets: [sheet('shown'), { ...sheet('a'), state: 'hidden' }, { ...sheet('b'), state: 'veryHidden' }],
  });

  it.each([
    ['by default', {}, ['shown', 'a', 'b']],
    ['with false', { include_hidden_sheets: 'false' }, ['shown']],
  ])('decides whether a document has the hidden sheets of a workbook: %s', async (name, options, texts) => {
    const { chunks } = await indexedFile(book, `${name}.xlsx`, { ...options, skip_existing: 'false' });
    expect(chunks.map(({ text }) => text)).toEqual(texts);
  });
});

describe('a table of a spreadsheet', () => {
  it('is named by its chunks, also where a query finds them', async () => {
    await indexedFile(Buffer.from('Stock of pumps\nItem,Price\nGasket,10\nValve,5\n'), 'stock.csv');
    const { body } = await stack.api.request<QueryAnswerBody>('/v3/collections/manuals/query', {
      key: stack.key.text,
      json: { query: 'Gasket' },
    });
    const tables = body.results.map(({ location }) => [location.table_id, location.table_title]);
    expect(tables).toContainEqual(['tbl_1_A2', 'Stock of pumps']);
  });
});

describe('words behind a line break in a cell', () => {
  const cell = 'Head office\nSpringfield-9';
  const row = `<row r="2"><c r="A2" t="str"><v>${cell}</v></c><c r="B2" t="str"><v>x</v></c></row>`;
  const head = '<row r="1"><c r="A1" t="str"><v>Place</v></c><c r="B1" t="str"><v>Note</v></c></row>';
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${head}${row}</sheetData></worksheet>`;
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const column = (...texts: string[]) => `<w:tc>${texts.map(paragraph).join('')}</w:tc>`;
  const words =
    `<w:tbl><w:tr>${column('Place')}${column('Note')}</w:tr>` +
    `<w:tr>${column('Head office', 'Springfield-9')}${column('x')}</w:tr></w:tbl>`;
  const page =
    '<table><tr><th>Place</th><th>Note</th></tr><tr><td>Head office<br>Springfield-9</td><td>x</td></tr></table>';

  it.each([
    ['xlsx', writeXlsx({ sheets: [{ xml: sheet }] })],
    ['docx', docx(words)],
    ['html', Buffer.from(page)],
    ['csv', Buffer.from(`Place,Note\n"${cell}",x\nother,y\n`)],
  ])('are found by a query of words in a %s file', async (type, content) => {
    const { document_id } = await indexedFile(content, `places.${type}`);
    const found = async (query: string) => {
      const { body } = await stack.api.request<QueryAnswerBody>('/v3/collections/manuals/query', {
        key: stack.key.text,
        json: { query, semantic_ratio: 0, limit: 50, include: { highlights: true } },
      });
      return body.results.find((result) => result.document?.id === document_id);
    };
    const hit = await found('springfield');
    expect(hit?.text).toContain(String.raw`Head office\nSpringfield-9`);
    const marked = hit!.highlights!.map(({ start, end }) => hit!.text.slice(start, end));
    expect(marked.join(' ')).toContain('Springfield');
    expect(await found('nspringfield')).toBeUndefined();
  });
});

describe('a language of recordings', () => {
  const warning = 'transcription_language was ignored: none of the files that were read is audio or video.';

  it('is warned about where no file of the job is a recording', async () => {
    const sent = send(Buffer.from('no sound'), 'silent.txt', { transcription_language: 'de' });
    const job = await stack.indexed(await stack.accepted(sent));
    expect(job).toMatchObject({ status: 'completed', warnings: [warning], result: { warnings: [warning] } });
  });

  it('is not warned about where a file is a recording, readable or not', async () => {
    const format = Buffer.from('1000000001000100401f0000803e000002001000', 'hex');
    const wave = Buffer.concat([
      Buffer.from('RIFF\x24\x01\0\0WAVEfmt ', 'latin1'),
      format,
      Buffer.from('data\0\x01\0\0', 'latin1'),
      Buffer.alloc(256),
    ]);
    const job = await stack.indexed(
      await stack.accepted(send(wave, 'speech.wav', { transcription_language: 'de' })),
    );
    expect(job.files).toMatchObject([{ error_code: 'transcription_not_configured' }]);
    expect(job.warnings).toEqual([]);
  });
});
