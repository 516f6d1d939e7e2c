import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { askModel, type ModelEndpoint, readAnswer } from './ask-model';

const subject = 'The transcription model';
/**
 * Time limit of one recording: an hour of sound takes a slow server minutes. The calling step has ten
 * minutes.
 */
const requestTimeoutMs = 8 * 60_000;
/** Size limit: a day of speech, with the extra fields of segments. */
const answerBytesMax = 64 * 1024 * 1024;

/**
 * Continuous speech, with times in seconds from the start of the recording; null when the model gives none.
 */
export interface TranscriptSegment {
  start: number | null;
  end: number | null;
  text: string;
}

/** A recording to transcribe. */
export interface Recording {
  /** Local path. */
  path: string;
  /** Media type, detected from the content. */
  contentType: string;
  /** Short name of its type, such as `mp3`. */
  fileType: string;
  /** BCP-47 tag of the language; null to detect it. */
  language: string | null;
}

/** An OpenAI-compatible `/audio/transcriptions` endpoint. */
export interface TranscriptionEndpoint extends ModelEndpoint {
  model: string;
  /** Time limit of one recording; default 8 minutes. */
  timeoutMs?: number;
}

const seconds = z.number().min(0);
const answerSchema = z.object({
  text: z.string(),
  duration: seconds.nullish(),
  segments: z.array(z.object({ start: seconds, end: seconds, text: z.string() })).nullish(),
});

/**
 * Transcribes a recording by a hosted model. The recording is streamed; an answer without segments becomes
 * one segment.
 *
 * @throws ModelError, which says whether a retry may help; the signal's reason once it aborts
 */
export async function transcribe(
  endpoint: TranscriptionEndpoint,
  recording: Recording,
  signal: AbortSignal,
): Promise<TranscriptSegment[]> {
  signal.throwIfAborted();
  const { model, timeoutMs = requestTimeoutMs } = endpoint;
  const boundary = randomUUID();
  const body = Readable.toWeb(Readable.from(formParts(recording, model, boundary)));
  const answer = await askModel(
    endpoint,
    {
      subject,
      path: '/audio/transcriptions',
      body: body as ReadableStream,
      contentType: `multipart/form-data; boundary=${boundary}`,
      timeoutMs,
      answerBytesMax,
    },
    signal,
  );
  return readSegments(answer);
}

/**
 * A multipart form (RFC 7578). The file gets a neutral name: servers use only its extension, and the caller's
 * name is private.
 */
async function* formParts(
  { path, contentType, fileType, language }: Recording,
  model: string,
  boundary: string,
): AsyncGenerator<Buffer> {
  const head = (disposition: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
  const fields = {
    model,
    response_format: 'verbose_json',
    'timestamp_granularities[]': 'segment',
    // Endpoints take languages without a region or script.
    ...(language !== null && { language: language.split('-')[0]!.toLowerCase() }),
  };
  let opening = '';
  for (const [name, value] of Object.entries(fields)) opening += `${head(`name="${name}"`)}${value}\r\n`;
  opening += head(`name="file"; filename="recording.${fileType}"`, `Content-Type: ${contentType}\r\n`);
  yield Buffer.from(opening);
  yield* createReadStream(path) as AsyncIterable<Buffer>;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

function readSegments(answer: string): TranscriptSegment[] {
  const wrong = `${subject} did not answer with a transcript.`;
  const { text, duration, segments } = readAnswer(answer, answerSchema, wrong);
  if (segments !== undefined && segments !== null) return inOrder(segments);
  const known = duration !== undefined && duration !== null;
  return [{ start: known ? 0 : null, end: known ? duration : null, text }];
}

/** Sorts and clips segments: some servers return overlapping ones, or ones that end before they begin. */
function inOrder(segments: { start: number; end: number; text: string }[]): TranscriptSegment[] {
  return segments
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => ({ start, end: Math.max(start, end), text }));
}
