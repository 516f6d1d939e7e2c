import { type ServerResponse } from 'node:http';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type ParseJobResource } from '../../api/documents/parse-jobs/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { mp3 } from '../setup/recordings';
import { startTranscriptionServer, type TranscriptionServer } from '../setup/transcription-server';
import { killWorker } from './killed-worker';
import { workbook } from './workbooks';

/** The job of another organization in its final state. */
async function endedOf(stack: OwnStack, jobId: string, key: string): Promise<ParseJobResource> {
  for (;;) {
    const { body } = await stack.api.request<ParseJobResource>(`/v3/parse/jobs/${jobId}`, { key });
    if (body.completed_at !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Has another organization's file accepted. */
async function accept(stack: OwnStack, book: Buffer, key: string): Promise<string> {
  return (await stack.accept(await stack.upload(book, { key }), {}, { key })).body.job_id;
}

describe('one slot and two organizations', () => {
  let stack: OwnStack;

  beforeAll(async () => {
    stack = await startOwnStack({ env: { WORKER_PARSE_SLOTS: '1', WORKER_QUICK_PARSE_SLOTS: '1' } });
  });
  afterAll(() => stack.close());

  it('a burst of one does not make the other wait for its end', async () => {
    // Read first: holds the slot until all others are in the queue, however slow the machine is.
    const first = await stack.submit(await workbook(4, 60_000));
    const book = await workbook(1, 8_000);
    const burst: string[] = [];
    for (let n = 0; n < 12; n++) burst.push(await stack.submit(book));
    const { text: key } = await stack.api.createKey({ organization: 'rival' });
    const late = await accept(stack, book, key);

    await stack.startWorker();
    await stack.ended(first);
    const ends = await Promise.all(burst.map((jobId) => stack.ended(jobId)));
    const { completed_at: lateEnd, status } = await endedOf(stack, late, key);
    expect(status).toBe('completed');
    const before = ends.filter(({ completed_at }) => completed_at! < lateEnd!);
    expect(before.length).toBeLessThan(6);
  });
});

describe('an organization whose files stay at work', () => {
  let server: TranscriptionServer;
  let stack: OwnStack;
  /** Answers that are held back; null once they are not. */
  let held: ServerResponse[] | null = [];

  const answer = (response: ServerResponse): void => {
    const segments = [{ start: 0, end: 3.5, text: ' Welcome to the harbour.' }];
    response.end(JSON.stringify({ text: 'all of it', duration: 3.5, segments }));
  };

  beforeAll(async () => {
    server = await startTranscriptionServer((response) => {
      if (held === null) answer(response);
      else held.push(response);
    });
    stack = await startOwnStack({
      env: {
        TRANSCRIPTION_BASE_URL: server.baseUrl,
        TRANSCRIPTION_API_KEY: 'sk-test',
        TRANSCRIPTION_MODEL: 'whisper-1',
        WORKER_PARSE_SLOTS: '3',
      },
    });
  });
  afterAll(async () => {
    await stack.close();
    await server.close();
  });

  /** A job over recordings, each of which holds its slot until it is answered. */
  async function recordings(count: number): Promise<string> {
    const form = new FormData();
    for (let n = 0; n < count; n++)
      form.append('files', new Blob([mp3, `recording ${n}`]), `recording-${n}.mp3`);
    const path = '/v2/collections/manuals/index/file';
    return stack.accepted(stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form }));
  }

  it('leaves a slot to others; its files that wait take none and outlive the worker', async () => {
    const worker = await stack.startWorker();
    const { text: key } = await stack.api.createKey({ organization: 'rival' });
    const jobId = await recordings(4);
    while (server.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    const large = await workbook(1, 40_000);
    const others = [await accept(stack, large, key), await accept(stack, Buffer.from('a,b\n1,2\n'), key)];
    for (const id of others) expect(await endedOf(stack, id, key)).toMatchObject({ status: 'completed' });
    expect(server.asked).toHaveLength(2);

    await killWorker(stack.temporal, worker);
    await stack.startWorker();
    for (const response of held!) answer(response);
    held = null;
    const { status, files } = await stack.indexed(jobId);
    expect(status).toBe('completed');
    expect(files.map(({ status: state }) => state)).toEqual(Array(4).fill('completed'));
  });
});
