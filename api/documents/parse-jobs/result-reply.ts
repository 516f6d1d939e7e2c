import { Readable } from 'node:stream';
import {
  type ParseChunksPage,
  type ParseJobReading,
  type StoredChunks,
} from '../../../src/services/documents/parse-jobs/read';
import { type RouteReply } from '../../http/route';
import { presentParseJob } from './present';

const headers = { 'Content-Type': 'application/json; charset=utf-8' };

/** The answer with a parse job. The chunks of a small result are streamed into it. */
export function replyWithJob({ job, link, chunks }: ParseJobReading): RouteReply {
  const body = presentParseJob(job, link);
  if (chunks !== null) return { status: 200, body: withChunks(body, chunks), headers };
  return { status: 200, body: { ...body, chunks: null, chunks_truncated: link !== null } };
}

/** The answer with a page of the chunks of a job. */
export function replyWithChunks(jobId: string, { chunks, next }: ParseChunksPage, limit: number): RouteReply {
  const body = { job_id: jobId, limit, next_cursor: next };
  if (chunks === null) return { status: 200, body: { ...body, chunks: [] } };
  return { status: 200, body: withChunks(body, chunks), headers };
}

/** Inserts stored chunks into a body. The chunks are streamed as bytes, in any number. */
function withChunks(body: object, chunks: StoredChunks): Readable {
  const head = JSON.stringify(body).slice(0, -1);
  return Readable.from(
    (async function* () {
      yield `${head},"chunks":[`;
      yield* chunks;
      yield ']}';
    })(),
    { objectMode: false },
  );
}
