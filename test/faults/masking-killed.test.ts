import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { lines, makePdf } from '../../packages/document-reader/test/pdf/make-pdf';
import { type ChatServer, startChatServer } from '../setup/chat-server';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { filesBelow } from './blob-folder';
import { killWorker } from './killed-worker';

const pageCount = 2_000;
const pollMs = 100;
const name = 'Maria Lopez';
const secondHalf = /Page 1\d{3} of/;

let model: ChatServer;
let stack: OwnStack;
/** Whether the model answers nothing about the second half of the file. */
let isHeld = true;
beforeAll(async () => {
  model = await startChatServer((content) => {
    if (isHeld && secondHalf.test(content)) return { status: 503, content: '' };
    const { texts } = JSON.parse(content) as { texts: { number: number; text: string }[] };
    const found = texts.filter(({ text }) => text.includes(name));
    return {
      status: 200,
      content: JSON.stringify({ found: found.map(({ number }) => ({ number, value: name, tag: 'PERSON' })) }),
    };
  });
  stack = await startOwnStack({ env: { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'finder' } });
});
afterAll(async () => {
  await stack.close();
  await model.close();
});

function longFile(): Buffer {
  const filler = 'Some words that fill the page so that its text is not too short for a chunk. ';
  return makePdf(
    Array.from({ length: pageCount }, (_, n) => ({
      content: lines([`Page ${n} of the log was signed by ${name}.`, filler, filler], 72, 500),
    })),
  );
}

it('masking of 2,000 pages continues where a killed worker was, and leaves no unmasked file', async () => {
  const worker = await stack.startWorker();
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(longFile())]), 'log.pdf');
  const pii_fallback = JSON.stringify({ engines: [], retry_budget_seconds: 300 });
  for (const [option, value] of Object.entries({ mask_pii: 'true', pii_engine: 'hosted', pii_fallback }))
    form.append(option, value);
  const path = '/v2/collections/manuals/index/file';
  const jobId = await stack.accepted(
    stack.api.request<AcceptedIndexJob>(path, { key: stack.key.text, body: form }),
  );
  await stack.indexJobWhen(jobId, () => model.asked.some((question) => secondHalf.test(question)));
  await killWorker(stack.temporal, worker);
  const scratch = join(stack.env.DATA_DIR!, 'scratch');
  const left = (await readdir(scratch)).map((name) => join(scratch, name));
  expect(await filesBelow(scratch)).not.toEqual([]);
  const before = [...model.asked];
  isHeld = false;
  await stack.startWorker();
  while (left.some((path) => existsSync(path))) await new Promise((resolve) => setTimeout(resolve, pollMs));
  const job = await stack.indexed(jobId);
  expect(job).toMatchObject({ status: 'completed', files: [{ pages: pageCount }] });

  const after = model.asked.slice(before.length);
  const asksFor = (page: number) => (question: string) => question.includes(`Page ${page} of`);
  expect([before.some(asksFor(0)), after.some(asksFor(0))]).toEqual([true, false]);
  expect([before.some(asksFor(pageCount - 1)), after.some(asksFor(pageCount - 1))]).toEqual([false, true]);
  const chunks = await stack.api.mongo.db.collection('chunks').find().toArray();
  expect(chunks.filter((chunk) => JSON.stringify(chunk).includes(name))).toHaveLength(0);
  expect(chunks.filter((chunk) => JSON.stringify(chunk).includes('<PERSON>'))).not.toHaveLength(0);
});
