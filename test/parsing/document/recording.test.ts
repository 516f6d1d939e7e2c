import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TranscriptSegment } from '../../../src/models';
import { mp3, mp4 } from '../../setup/recordings';
import { fileReader } from './file-reader';

const { read } = fileReader();
const folder = mkdtempSync(join(tmpdir(), 'sheaf-transcript-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function transcribed(segments: TranscriptSegment[], bytes = mp3) {
  const transcriptPath = join(folder, 'segments.json');
  writeFileSync(transcriptPath, JSON.stringify(segments));
  const { documents } = await read(bytes, 'sound', { transcriptPath });
  return documents[0]!;
}

const spoken = (start: number, end: number, text: string): TranscriptSegment => ({ start, end, text });

it.each([
  ['audio', mp3],
  ['video', mp4],
])('tells %s by its content', async (modality, bytes) => {
  expect(await transcribed([spoken(0, 1, 'Hello.')], bytes)).toMatchObject({ modality, pageCount: null });
});

it('makes paragraphs where the speaker rests, and chunks that say from when to when', async () => {
  const { chunks } = await transcribed([
    spoken(1, 3, ' One'),
    spoken(3.5, 5, 'two. '),
    spoken(5, 6, '   '),
    spoken(9, 12.5, 'Three.'),
  ]);
  expect(chunks).toMatchObject([
    { text: 'One two.\n\nThree.', origin: 'transcript', location: { startSeconds: 1, endSeconds: 12.5 } },
  ]);
});

it('cuts a speech without rest, each chunk with its own times and none of the words lost', async () => {
  const segments = Array.from({ length: 2_000 }, (_, n) =>
    spoken(n, n + 1, n % 7 === 6 ? `word${n} ends.` : `word${n} goes on`),
  );
  const { chunks } = await transcribed(segments);
  expect(chunks.length).toBeGreaterThan(20);
  const words = chunks.flatMap(({ text }) => text.match(/word\d+/g) ?? []);
  expect(words).toEqual(segments.map((_, n) => `word${n}`));
  let last = 0;
  for (const { location } of chunks) {
    expect(location.startSeconds).toBeGreaterThanOrEqual(last);
    expect(location.endSeconds! - location.startSeconds!).toBeLessThan(400);
    last = location.startSeconds!;
  }
});

it('takes segments without times', async () => {
  const { chunks } = await transcribed([{ start: null, end: null, text: 'All of it.' }]);
  expect(chunks).toMatchObject([{ text: 'All of it.', location: { startSeconds: null, endSeconds: null } }]);
});

it('is a document without chunks where nothing is said', async () => {
  expect(await transcribed([])).toMatchObject({ chunkCount: 0, modality: 'audio' });
});
