import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transcribe } from '../../src/models/transcription';
import { startTranscriptionServer, type TranscriptionServer } from '../setup/transcription-server';

const never = new AbortController().signal;
const bytes = Buffer.from('ID3 some sound \r\n--not-the-boundary--\r\n');
const folder = mkdtempSync(join(tmpdir(), 'sheaf-sound-'));
const path = join(folder, 'sound');
writeFileSync(path, bytes);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let server: TranscriptionServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function transcript(
  answer: (response: ServerResponse) => void,
  {
    language = null,
    signal = never,
    timeoutMs = 600_000,
  }: { language?: string | null; signal?: AbortSignal; timeoutMs?: number } = {},
) {
  server = await startTranscriptionServer(answer);
  const { baseUrl } = server;
  const endpoint = { baseUrl, apiKey: 'secret', model: 'whisper-1', timeoutMs };
  const recording = { path, contentType: 'audio/mpeg', fileType: 'mp3', language };
  return transcribe(endpoint, recording, signal);
}

const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value));

it('sends the recording as it is, with the model and the language without its region', async () => {
  await transcript(json({ text: '' }), { language: 'pt-BR' });
  expect(server!.asked).toEqual([
    {
      url: '/v1/audio/transcriptions',
      authorization: 'Bearer secret',
      fields: {
        model: 'whisper-1',
        response_format: 'verbose_json',
        'timestamp_granularities[]': 'segment',
        language: 'pt',
      },
      file: { name: 'recording.mp3', type: 'audio/mpeg', bytes },
    },
  ]);
});

it('gives the segments in the order of their times', async () => {
  const segments = [
    { id: 1, start: 4.5, end: 4.2, text: ' second' },
    { id: 0, start: 0, end: 4.5, text: ' first', avg_logprob: -0.2 },
  ];
  expect(await transcript(json({ text: 'first second', language: 'english', segments }))).toEqual([
    { start: 0, end: 4.5, text: ' first' },
    { start: 4.5, end: 4.5, text: ' second' },
  ]);
});

it.each([
  ['with a duration', { text: 'all', duration: 7 }, { start: 0, end: 7, text: 'all' }],
  ['without one', { text: 'all', segments: null }, { start: null, end: null, text: 'all' }],
])('takes an answer without segments as one, %s', async (_, answer, segment) => {
  expect(await transcript(json(answer))).toEqual([segment]);
});

it.each<[string, (response: ServerResponse) => void, { retryable: boolean; retryAfterMs?: number }]>([
  ['a refusal', (r) => r.writeHead(400).end('bad'), { retryable: false }],
  ['a wrong key', (r) => r.writeHead(401).end(), { retryable: false }],
  [
    'too many requests',
    (r) => r.writeHead(429, { 'retry-after': '7' }).end(),
    { retryable: true, retryAfterMs: 7_000 },
  ],
  ['a broken server', (r) => r.writeHead(503).end(), { retryable: true }],
  ['a redirect', (r) => r.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(), { retryable: true }],
  ['no JSON', (r) => r.end('<html>'), { retryable: true }],
  ['times below zero', json({ text: '', segments: [{ start: -1, end: 0, text: '' }] }), { retryable: true }],
  ['a cut connection', (r) => r.destroy(), { retryable: true }],
])('says of %s whether trying again may help', async (_, answer, failure) => {
  await expect(transcript(answer)).rejects.toMatchObject({ name: 'ModelError', ...failure });
});

it('gives a server up that says nothing, as one to ask again', async () => {
  await expect(transcript(() => undefined, { timeoutMs: 200 })).rejects.toMatchObject({
    name: 'ModelError',
    retryable: true,
  });
});

it('refuses an answer that does not end', async () => {
  const flood = (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20, ' ')));
      response.once('drain', more);
    };
    more();
  };
  await expect(transcript(flood)).rejects.toMatchObject({ name: 'ModelError', retryable: false });
});

it('stops when its signal is aborted', async () => {
  const abort = new AbortController();
  const reason = new Error('enough');
  const answer = () => {
    abort.abort(reason);
  };
  await expect(transcript(answer, { signal: abort.signal })).rejects.toBe(reason);
});
