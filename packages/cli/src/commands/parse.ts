import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import {
  type components,
  type Jobs,
  listItems,
  markdownFile,
  type Sheaf,
  uploadFile,
  waitForJob,
} from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { type OcrLanguage, ocrLanguageOption } from '../ocr-language-option.js';
import { type Output } from '../output.js';
import { openSession } from '../session.js';
import { showTables } from '../show-tables.js';

type ParseType = components['schemas']['AcceptedParseJob']['type'];

interface ParseOptions {
  as?: ParseType;
  tables?: true;
  markdown?: true;
  ocrLanguage?: OcrLanguage;
}

interface Shown {
  output: Output;
  signal: AbortSignal;
}

/** Endings of the files that are parsed as spreadsheets. */
const spreadsheetEndings = new Set(['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.csv', '.tsv']);

/** `sheaf parse`: uploads a file and shows its chunks, or its tables, or its text as Markdown. */
export const parseCommand = (): Command =>
  new Command('parse')
    .description('Parse a file into chunks, tables or Markdown')
    .argument(
      '<file>',
      'a spreadsheet (XLSX, XLSM, XLSB, XLS, ODS, CSV or TSV) or a document, such as a PDF file',
    )
    .addOption(
      new Option('--as <type>', 'what the file is; default by its ending').choices([
        'spreadsheet',
        'document',
      ]),
    )
    .addOption(
      new Option(
        '--tables',
        'show the tables of a spreadsheet instead: `sheaf tables <job> <table>` gives their rows',
      ).conflicts('markdown'),
    )
    .option('--markdown', 'write a document as Markdown instead')
    .addOption(ocrLanguageOption())
    .action(async (file: string, options: ParseOptions, command: Command) => {
      const type = options.as ?? typeOf(file);
      if (options.tables === true && type === 'document')
        command.error('error: a document has no tables: --tables is for spreadsheets', { exitCode: 2 });
      if (options.markdown === true && type === 'spreadsheet')
        command.error('error: a spreadsheet is not written as Markdown: use --tables', { exitCode: 2 });
      if (options.ocrLanguage !== undefined && type === 'spreadsheet')
        command.error('error: --ocr-language is for documents', { exitCode: 2 });
      const { sheaf, output, signal } = openSession(command);
      const input = await uploadFile(sheaf, await fileAt(file), { signal });
      const { job_id: id } =
        type === 'document'
          ? await sheaf.post('/v3/parse/documents', {
              body: { input, ...(options.ocrLanguage && { ocr_language: options.ocrLanguage }) },
              signal,
            })
          : await sheaf.post('/v3/parse/spreadsheets', { body: { input }, signal });
      const job = await endOf(sheaf, id, type, { output, signal });
      for (const warning of job.result?.warnings ?? []) process.stderr.write(`warning: ${warning}\n`);
      if (options.tables === true || options.markdown === true) process.stderr.write(`Job ${id}\n`);
      if (options.tables === true) await showTables(sheaf, id, { output, signal });
      else if (options.markdown === true) {
        const { body } = await markdownFile(sheaf, id, { signal });
        if (body !== null) await pipeline(body, process.stdout, { end: false, signal });
      } else await showChunks(sheaf, job, type, { output, signal });
    });

function typeOf(file: string): ParseType {
  return spreadsheetEndings.has(extname(file).toLowerCase()) ? 'spreadsheet' : 'document';
}

/** Waits for the end of a job, with a bar of its sheets or pages. */
async function endOf(
  sheaf: Sheaf,
  id: string,
  type: ParseType,
  { output, signal }: Shown,
): Promise<Jobs['parse']> {
  const bar = output.bar(type === 'document' ? 'pages' : 'sheets');
  try {
    return await waitForJob(sheaf, 'parse', id, {
      signal,
      onProgress: ({ progress }) => {
        if (type === 'document') bar.update(progress.pages_done ?? 0, progress.pages_total ?? null);
        else bar.update(progress.sheets_done, progress.sheets_total, `${progress.rows_done} rows`);
      },
    });
  } finally {
    bar.end();
  }
}

async function showChunks(
  sheaf: Sheaf,
  job: Jobs['parse'],
  type: ParseType,
  { output, signal }: Shown,
): Promise<void> {
  const chunks = [];
  const params = { path: { job_id: job.job_id }, query: { limit: 500 } };
  for await (const chunk of listItems(sheaf, '/v3/parse/jobs/{job_id}/chunks', { params, signal }))
    chunks.push(chunk);
  const rows = chunks.map((chunk) =>
    'sheet_name' in chunk
      ? [chunk.sheet_name, rangeOf(chunk.row_start, chunk.row_end), chunk.text]
      : [chunk.filename, rangeOf(chunk.location.page_start, chunk.location.page_end), chunk.text],
  );
  const head = type === 'document' ? ['file', 'pages', 'text'] : ['sheet', 'rows', 'text'];
  await output.show({ ...job, chunks }, { head, rows });
}

const rangeOf = (first: number | null, last: number | null) =>
  first === null ? '' : `${first}-${last ?? first}`;
