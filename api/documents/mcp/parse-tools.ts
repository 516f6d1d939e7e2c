import { z } from 'zod';
import { PARSE_JOB_STATES, PARSE_TYPES, isFinalParseState } from '../../../src/domain/documents/parse-job';
import { cutText, fitAnswer, fittingItems } from '../../platform/mcp/fit-answer';
import { type AssistantTool, type CallOperation, defineTool, maxBytes } from '../../platform/mcp/tool';
import { type AcceptedParseJob, type ParseChunksPage, type ParseJobResource } from '../parse-jobs/schema';

/** Seconds that a call waits for the end of a job. */
const waitSeconds = 25;
/** Chunks that are read for one answer. */
const chunksRead = 100;

const parsedFile = z.object({
  job_id: z.string(),
  status: z.enum(PARSE_JOB_STATES),
  failure: z.string().nullable().describe('Why a job has failed.'),
  filename: z.string().nullable(),
  chunks_total: z.int().nullable().describe('Null until the job is completed.'),
  chunks: z.array(
    z.object({
      place: z.int().describe('Number of the chunk, from 0.'),
      page: z.int().nullable().describe('First page, from 0.'),
      cells: z.string().nullable().describe('Sheet and range of a table.'),
      text: z.string(),
      is_cut: z.boolean(),
    }),
  ),
  next_place: z.int().nullable().describe('Place to continue from; null at the end.'),
});
type Chunk = ParseChunksPage['chunks'][number];

const parseFile = defineTool({
  name: 'parse_file',
  title: 'Parse a file',
  description:
    'Reads a file into text and tables without storing it in a collection, and answers its beginning. Costs credits. While status is ' +
    'queued or running, continue with read_parsed.',
  operation: 'parseDocument',
  isReadOnly: false,
  input: z.strictObject({
    input: z.string().describe('An upload (svc://upl_…), or an https link to the file.'),
    type: z
      .enum(PARSE_TYPES)
      .default('document')
      .describe('spreadsheet for XLSX, XLS, CSV and the like; document for every other file.'),
    max_bytes: maxBytes,
  }),
  output: parsedFile,
  async run({ input, type, max_bytes: bytesMax }, call) {
    const operation = type === 'spreadsheet' ? 'parseSpreadsheet' : 'parseDocument';
    const accepted = (await call(operation, { body: { input } })) as AcceptedParseJob;
    return readJob(call, accepted.job_id, { first: 0, bytesMax });
  },
});

const readParsed = defineTool({
  name: 'read_parsed',
  title: 'Read a parsed file',
  description: `Reads what parse_file has made, from a place on; waits up to ${waitSeconds} seconds for its end.`,
  operation: 'getParseJob',
  isReadOnly: true,
  input: z.strictObject({
    job_id: z.string().describe('The job_id of parse_file.'),
    place: z.int().min(0).default(0).describe('Number of the first chunk, from 0.'),
    max_bytes: maxBytes,
  }),
  output: parsedFile,
  run: ({ job_id: jobId, place: first, max_bytes: bytesMax }, call) =>
    readJob(call, jobId, { first, bytesMax }),
});

/** Waits for the end of a job, for a while, and reads its chunks from a place on. */
async function readJob(
  call: CallOperation,
  jobId: string,
  { first, bytesMax }: { first: number; bytesMax: number },
): Promise<z.output<typeof parsedFile>> {
  const params = { job_id: jobId };
  const job = (await call('getParseJob', {
    params,
    query: { wait: String(waitSeconds) },
  })) as ParseJobResource;
  const head = {
    job_id: jobId,
    status: job.status,
    failure: job.error === null ? null : `${job.error}: ${job.message ?? ''}`,
    filename: job.filename,
    chunks_total: job.result?.chunk_count ?? null,
  };
  if (!isFinalParseState(job.status) || job.result === null) return { ...head, chunks: [], next_place: null };
  const query = { cursor: String(first), limit: String(chunksRead) };
  const found = (await call('listParseJobChunks', { params, query })) as ParseChunksPage;
  const total = job.result.chunk_count;
  const write = (chunks: readonly ShownChunk[]) => {
    const next = first + chunks.length;
    return { ...head, chunks: chunks.map(shownChunk), next_place: next < total ? next : null };
  };
  const items = found.chunks.map((chunk) => ({ chunk, text: chunk.text }));
  const cut = ({ chunk }: ShownChunk, chars: number) => ({ chunk, text: cutText(chunk.text, chars) });
  return fitAnswer({ items: fittingItems(items, write, bytesMax), cut, write }, bytesMax);
}

/** A chunk with its text as it is shown. */
interface ShownChunk {
  chunk: Chunk;
  text: string;
}

function shownChunk({ chunk, text }: ShownChunk) {
  const isSheet = 'sheet_name' in chunk;
  return {
    place: chunk.chunk_index,
    page: isSheet ? null : chunk.location.page_start,
    cells: isSheet ? [chunk.sheet_name, chunk.cell_range].filter((part) => part !== null).join('!') : null,
    text,
    is_cut: text !== chunk.text,
  };
}

/** Tools that read files without a collection. */
export const parseTools: readonly AssistantTool[] = [parseFile, readParsed];
