import { setImmediate } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import { type ChunkContent } from '../../../src/domain/documents/document';
import { describeCached, ModelError } from '../../../src/models';
import { type ActivityDeps } from '../../deps';
import { askedPause } from '../../attempt/asked-pause';
import { type FileLease } from './file-lease';

/** Chunks of one call of the describer; the local one blocks the process for some milliseconds per chunk. */
const chunksPerCallMax = 16;
/** Characters at the beginning of a document from which its own tags and summary are made. */
const documentCharsMax = 20_000;

/** Tags and summary of a document or chunk, as stores keep them. */
export interface Tagging {
  tags: string[];
  summary: string | null;
}

/** Describes a document, chunk by chunk. */
export interface ContentDescriber {
  /** Descriptions of chunks, in order. */
  chunks: (chunks: readonly ChunkContent[], signal: AbortSignal) => Promise<Tagging[]>;
  /** Tags and summary of the document, from the chunks so far. */
  document: (signal: AbortSignal) => Promise<Tagging>;
}

const nothing: Tagging = { tags: [], summary: null };

export type DescribeContentDeps = Pick<ActivityDeps, 'describer' | 'descriptions' | 'indexJobs'>;

/**
 * Begins the description of a document of a file and shows the stage; without the job's option nothing is
 * described. The methods throw ApplicationFailure when the describer may succeed later. Texts that it refuses
 * stay without tags, and the job gets a warning.
 */
export function describeContent(deps: DescribeContentDeps, held: FileLease): ContentDescriber {
  if (!held.job.options.tagsSummary)
    return {
      chunks: (chunks) => Promise.resolve(chunks.map(() => nothing)),
      document: () => Promise.resolve(nothing),
    };
  let start = '';
  return {
    chunks(chunks, signal) {
      const texts = chunks.map(({ text }) => text);
      for (const text of texts)
        if (start.length < documentCharsMax) start += start === '' ? text : `\n${text}`;
      return describe(deps, held, texts, signal);
    },
    document: async (signal) => (start === '' ? nothing : (await describe(deps, held, [start], signal))[0]!),
  };
}

/** Null when the model refuses one of them for good. */
async function ask(
  { describer, descriptions }: DescribeContentDeps,
  { job }: FileLease,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Tagging[] | null> {
  const chunks = texts.map((text) => ({ text, headers: [] }));
  try {
    return await describeCached({ describer, cache: descriptions }, job.organizationId, chunks, signal);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (error.retryable) throw awayFor(error);
    return null;
  }
}

/** After a refusal, the texts are described one by one. */
async function describePart(
  deps: DescribeContentDeps,
  held: FileLease,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Tagging[]> {
  const all = await ask(deps, held, texts, signal);
  if (all !== null) return all;
  const tagged: Tagging[] = [];
  for (const text of texts) {
    const one = texts.length === 1 ? null : await ask(deps, held, [text], signal);
    tagged.push(one?.[0] ?? nothing);
  }
  const { job, row } = held;
  const warning = `${row.filename}: parts of it have no tags and summary, because the model refused them.`;
  await deps.indexJobs.saveWarnings(job._id, [warning]);
  return tagged;
}

async function describe(
  deps: DescribeContentDeps,
  held: FileLease,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Tagging[]> {
  await held.show('tagging');
  const tagged: Tagging[] = [];
  for (let from = 0; from < texts.length; from += chunksPerCallMax) {
    tagged.push(...(await describePart(deps, held, texts.slice(from, from + chunksPerCallMax), signal)));
    // The local describer never yields to the event loop.
    await setImmediate();
  }
  return tagged;
}

function awayFor(error: ModelError): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'internal_error',
    message: error.message,
    cause: error,
    ...askedPause(error.retryAfterMs),
  });
}
