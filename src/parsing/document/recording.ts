import { readFile } from 'node:fs/promises';
import { type TranscriptSegment } from '../../models';
import { type BlockSink, type DocumentHead, placeless } from 'document-reader';

/** Pause in seconds that ends a paragraph. */
const pauseSeconds = 2;
/**
 * Characters after which a paragraph ends with its current sentence, so that its times locate the words in
 * the recording.
 */
const paragraphChars = 400;
const paragraphCharsMax = 2_000;
const sentenceEnd = /[.!?…。！？][")\]»”’]*$/u;

interface Paragraph {
  text: string;
  seconds: [start: number, end: number] | null;
}

/**
 * Reads a recording's transcript. Speech without a pause is one paragraph; a long one is cut after a
 * sentence.
 *
 * @param transcriptPath JSON, a list of `TranscriptSegment`
 */
export async function readRecording(
  transcriptPath: string,
  sink: Pick<BlockSink, 'block'>,
): Promise<DocumentHead> {
  const segments = JSON.parse(await readFile(transcriptPath, 'utf8')) as TranscriptSegment[];
  for (const { text, seconds } of paragraphsOf(segments))
    sink.block({ ...placeless, kind: 'paragraph', text, seconds, origin: 'transcript' });
  return { title: null, language: null, pageCount: null };
}

function* paragraphsOf(segments: readonly TranscriptSegment[]): Generator<Paragraph> {
  let open: Paragraph | null = null;
  for (const segment of segments) {
    const text = segment.text.trim();
    if (text === '') continue;
    const seconds: Paragraph['seconds'] =
      segment.start === null || segment.end === null ? null : [segment.start, segment.end];
    if (open !== null && endsBefore(open, seconds)) {
      yield open;
      open = null;
    }
    if (open === null) open = { text, seconds };
    else {
      open.text += ` ${text}`;
      if (open.seconds !== null && seconds !== null) open.seconds[1] = Math.max(open.seconds[1], seconds[1]);
    }
  }
  if (open !== null) yield open;
}

function endsBefore({ text, seconds }: Paragraph, next: Paragraph['seconds']): boolean {
  if (text.length >= paragraphCharsMax) return true;
  if (text.length >= paragraphChars && sentenceEnd.test(text)) return true;
  return seconds !== null && next !== null && next[0] - seconds[1] >= pauseSeconds;
}
