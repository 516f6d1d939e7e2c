import { type ServerResponse } from 'node:http';
import { type DocumentWithChunks } from '../../../api/documents/documents/schema';
import { type AcceptedIndexJob } from '../../../api/documents/indexing/schema';
import { type AcceptedParseJob } from '../../../api/documents/parse-jobs/schema';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { mp3 } from '../../setup/recordings';
import { startTranscriptionServer, type TranscriptionServer } from '../../setup/transcription-server';

const segments = [
  { start: 0, end: 3.5, text: ' Welcome to the harbour.' },
  { start: 3.5, end: 9, text: ' The pilot boards at dawn.' },
  { start: 15, end: 21.25, text: ' Second part, the lock.' },
];
/** With a mark at its end by which the server answers. */
const sound = (mark: string) => Buffer.concat([mp3, Buffer.from(mark)]);

let stack: OwnStack;
let server: TranscriptionServer;

function answer(response: ServerResponse, n: number): void {
  const { bytes } = server.asked[n]!.file;
  const ends = (mark: string) => bytes.subarray(-mark.length).toString() === mark;
  if (ends('refused')) response.writeHead(400).end();
  else if (ends('busy') && server.asked.filter(({ file }) => file.bytes.equals(bytes)).length === 1)
    response.writeHead(429, { 'retry-after': '1' }).end();
  else response.end(JSON.stringify({ text: 'all of it', duration: 21.25, segments }));
}

beforeAll(async () => {
  server = await startTranscriptionServer(answer);
  stack = await startOwnStack({
    env: {
      TRANSCRIPTION_BASE_URL: server.baseUrl,
      TRANSCRIPTION_API_KEY: 'sk-test',
      TRANSCRIPTION_MODEL: 'whisper-1',
    },
  });
  await stack.startWorker();
});
afterAll(async () => {
  await stack.close();
  await server.close();
});

async function job(files: Readonly<Record<string, Buffer>>, options: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  const path = '/v2/collections/manuals/index/file';
  const sent = stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form });
  return stack.indexed(await stack.accepted(sent));
}

async function document(documentId: string): Promise<DocumentWithChunks> {
  const path = `/v3/collections/manuals/documents/${documentId}`;
  return (await stack.api.request<DocumentWithChunks>(path, { key: stack.key.text })).body;
}

it('turns what is said in a recording into chunks that say when', async () => {
  const done = await job({ 'harbour.mp3': sound('fine') }, { transcription_language: 'en-GB' });
  expect(done).toMatchObject({ status: 'completed', warnings: [] });
  const { modality, file_type, content_type, chunks } = await document(done.files[0]!.document_id!);
  expect({ modality, file_type, content_type }).toEqual({
    modality: 'audio',
    file_type: 'mp3',
    content_type: 'audio/mpeg',
  });
  expect(chunks).toMatchObject([
    {
      text: 'Welcome to the harbour. The pilot boards at dawn.\n\nSecond part, the lock.',
      location: { start_seconds: 0, end_seconds: 21.25 },
    },
  ]);
  expect(server.asked[0]!.fields).toMatchObject({ language: 'en' });
});

it('asks again when the service is busy, and only then', async () => {
  const done = await job({ 'busy.mp3': sound('busy') });
  expect(done).toMatchObject({ status: 'completed' });
  const asked = server.asked.filter(({ file }) => file.bytes.subarray(-4).toString() === 'busy');
  expect(asked).toHaveLength(2);
});

it('fails a recording that the service refuses, and indexes the others', async () => {
  const done = await job({ 'refused.mp3': sound('refused'), 'notes.txt': Buffer.from('Notes of the day.') });
  expect(done).toMatchObject({ status: 'completed_with_errors' });
  const byName = done.files.toSorted((a, b) => a.filename.localeCompare(b.filename));
  expect(byName).toMatchObject([
    { filename: 'notes.txt', status: 'completed' },
    { filename: 'refused.mp3', status: 'failed', error_code: 'parse_failed' },
  ]);
});

it('parses a recording as a document, with the times of what is said', async () => {
  stack.links.files.set('/lock.mp3', sound('lock'));
  const { body } = await stack.api.request<AcceptedParseJob>('/v3/parse/documents', {
    key: stack.key.text,
    json: { input: `${stack.links.origin}/lock.mp3`, transcription_language: 'de' },
  });
  const done = await stack.ended(body.job_id);
  expect(done).toMatchObject({ status: 'completed', result: { pages: 0 } });
  expect(done.chunks).toMatchObject([
    { origin: 'transcript', location: { start_seconds: 0, end_seconds: 21.25 } },
  ]);
  const markdown = await stack.api.request(`/v3/parse/jobs/${body.job_id}/markdown`, { key: stack.key.text });
  expect(markdown.text).toBe('Welcome to the harbour. The pilot boards at dawn.\n\nSecond part, the lock.\n');
  const asked = server.asked.filter(({ file }) => file.bytes.subarray(-4).toString() === 'lock');
  expect(asked).toMatchObject([{ fields: { language: 'de' } }]);
});
