import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AcceptedIndexJob } from '../../api/documents/indexing/schema';
import { type IndexJobResource } from '../../api/documents/index-jobs/schema';
import { fillBucket } from '../setup/fill-bucket';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type OwnServers, startOwnServers } from '../setup/own-servers';
import { type ProgramProcess } from '../setup/program-process';
import { type ApiProgram, startApiProgram } from './api-program';
import { filesBelow } from './blob-folder';
import { collect, compareStores } from './both-stores';
import { fileForm } from './file-form';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';
import { type JobFileError } from '../../src/domain/documents/index-job';
import { writePng } from 'document-reader/blocks';
import { messageOf } from '../../packages/document-reader/test/formats/messages';
import { docx, pptx, shape } from '../../packages/document-reader/test/formats/office-files';
import { sampleImage } from '../../packages/document-reader/test/ocr/sample-image';
import { lines, makePdf } from '../../packages/document-reader/test/pdf/make-pdf';
import { sheetXml, writeXlsx } from '../../packages/spreadsheet-reader/test/xlsx/write-xlsx';

/** A file of a job and what has to become of it. */
interface MixedFile {
  /** Begins with its number; no two files and no attachments have the same. */
  name: string;
  /** No two are the same, but for broken ones and pictures. */
  content: Buffer;
  /** Names of the documents that it becomes; none where it is broken. */
  documents: string[];
  /** Why it fails, where it does. */
  error: JobFileError | null;
}

type Made = [ending: string, content: Buffer | string, attachments?: string[]];

const sentence = (n: number) => `Sentence ${n} of a text that is long enough for more than one chunk. `;

/** Kinds by the last two digits of a file's number; what is slow to read is rare. */
const sound: ((n: number) => Made)[] = [
  (n) => ['txt', sentence(n).repeat(30)],
  (n) => ['md', `# File ${n}\n\n${sentence(n).repeat(30)}\n\n## Part\n\n- one\n- two`],
  (n) => ['html', `<h1>Page ${n}</h1><p>${sentence(n).repeat(10)}</p><table><tr><td>${n}</td></tr></table>`],
  (n) => [
    'csv',
    `File,Item,Price\n${Array.from({ length: 40 }, (_, i) => `${n},Item ${i},${i * 3}`).join('\n')}\n`,
  ],
  (n) => [
    'eml',
    messageOf({
      subject: `Message ${n}`,
      text: sentence(n).repeat(5),
      attachments: [
        { name: `${n}-note.txt`, type: 'text/plain', content: sentence(n) },
        { name: `${n}-cut.docx`, type: 'application/octet-stream', content: cutDocument.toString('latin1') },
      ],
    }),
    [`${n}-note.txt`],
  ],
  (n) => ['json', JSON.stringify({ number: n, lines: [sentence(n), sentence(n + 1)] })],
  (n) => ['docx', docx(`<w:p><w:r><w:t>${sentence(n).repeat(12)}</w:t></w:r></w:p>`)],
  (n) => ['pptx', pptx([shape(`Slide of ${n}\n${sentence(n)}`), shape(sentence(n + 1))])],
  (n) => ['xlsx', workbookOf(n)],
  (n) => [
    'pdf',
    makePdf([1, 2].map((page) => ({ content: lines([`Page ${page} of ${n}`, sentence(n)], 72, 700) }))),
  ],
];

const cutDocument = docx('<w:p><w:r><w:t>Cut</w:t></w:r></w:p>').subarray(0, 500);

const broken: [ending: string, content: Buffer | string, error: JobFileError][] = [
  ['docx', cutDocument, 'parse_failed'],
  ['txt', '', 'empty_file'],
  ['pdf', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1'), 'unsupported_file_type'],
  ['pdf', '%PDF-1.7\n', 'parse_failed'],
];

function workbookOf(n: number): Buffer {
  const rows = Array.from({ length: 20 }, (_, i) => {
    const cells = [`<c t="inlineStr"><is><t>Item ${i} of ${n}</t></is></c>`, `<c><v>${i * n}</v></c>`];
    return `<row>${cells.join('')}</row>`;
  });
  return writeXlsx({ sheets: [{ name: `Sheet ${n}`, xml: sheetXml(rows.join('')) }] });
}

/**
 * Files of all kinds that can be read without a transcriber: of twenty one is broken, and of a hundred one is
 * a picture of text. The same number always gives the same file.
 */
async function mixedFiles(count: number): Promise<MixedFile[]> {
  const { width, height, grey } = await sampleImage();
  const pixels = Uint8Array.from({ length: grey.length * 3 }, (_, at) => grey[Math.floor(at / 3)]!);
  const picture = writePng({ width, height, pixels });

  return Array.from({ length: count }, (_, n): MixedFile => {
    if (n % 20 === 17) {
      const [ending, content, error] = broken[Math.floor(n / 20) % broken.length]!;
      return { name: `${n}.${ending}`, content: Buffer.from(content), documents: [], error };
    }
    const make = sound[n % sound.length]!;
    const [ending, content, attachments = []]: Made = n % 100 === 50 ? ['png', picture] : make(n);
    const name = `${n}.${ending}`;
    return { name, content: Buffer.from(content), documents: [name, ...attachments], error: null };
  });
}

const filesPerCase = 100;
const filesPerForm = 20;
const formsAtOnce = 4;
const formPieceBytes = 4_096;
const pollMs = 200;
const seed = suiteSeed();

let own: OwnServers;
let stack: OwnStack;
let worker: ProgramProcess;
let files: MixedFile[];
let bucket: object;
beforeAll(async () => {
  own = await startOwnServers();
  stack = await startOwnStack();
  worker = await stack.startWorker();
  files = await mixedFiles(filesPerCase);
  bucket = await fillBucket(files);
});
afterAll(async () => {
  await stack.close();
  await own.close();
});

/**
 * The job as soon as this holds of it; a store that is away is no answer. @throws Error when the worker has
 * died by itself
 */
async function jobWhen(jobId: string, holds: (job: IndexJobResource) => boolean): Promise<IndexJobResource> {
  for (;;) {
    const answer = await stack.indexJob(jobId, '?files_limit=500').catch(() => null);
    if (answer?.status === 200 && holds(answer.body)) return answer.body;
    if (worker.hasEnded()) throw new Error(`the worker has ended:\n${worker.log()}`);
    await pause(pollMs);
  }
}

const ended = (jobId: string) => jobWhen(jobId, ({ completed_at }) => completed_at !== null);

/**
 * Every job ended once, with the right end for each of its files; both stores hold each document once and
 * nothing else.
 */
async function expectAllThere(collection: string, jobs: readonly IndexJobResource[]): Promise<void> {
  const codes = new Map(files.map(({ name, error }) => [name, error]));
  for (const job of jobs) {
    expect(job.status).toBe('completed_with_errors');
    for (const { filename, error_code } of job.files)
      expect([filename, error_code]).toEqual([filename, codes.get(filename)]);
    await stack.temporal.client.workflow.getHandle(`index-job/${job.job_id}`).result();
  }
  expect(jobs.flatMap((job) => job.files.map(({ filename }) => filename)).sort()).toEqual(
    [...codes.keys()].sort(),
  );
  const documents = await stack.documents(collection);
  expect(documents.map(({ filename }) => filename).sort()).toEqual(
    files.flatMap((file) => file.documents).sort(),
  );

  await collect(stack.api, 2);
  const rows = await compareStores(stack.api);
  const { db } = stack.api.mongo;
  expect(await db.collection('documents').countDocuments({ added: null })).toBe(0);
  const counted = await db.collection('collections').find().toArray();
  expect(counted.reduce((sum, row) => sum + (row.counts as { chunks: number }).chunks, 0)).toBe(rows);
  expect(await workInBlobs()).toEqual([]);
  for (const job of jobs) expect((await ended(job.job_id)).completed_at).toBe(job.completed_at);
}

/** Keys in the blob store, without pictures of documents and the remains of killed writers. */
async function workInBlobs(): Promise<string[]> {
  const files = await filesBelow(stack.api.deps.config.BLOB_FOLDER);
  return files.filter((file) => !/^(?:documents|~drafts)\//.test(file));
}

const killAndRestart = {
  async worker() {
    await worker.sigkill();
    worker = await stack.startWorker();
  },
  elasticsearch: () => own.killAndRestart('elasticsearch'),
  mongod: () => own.killAndRestart('mongod'),
  temporal: () => own.killAndRestart('temporal'),
};

it.each(['worker', 'elasticsearch', 'mongod', 'temporal'] as const)(
  `%s, killed with SIGKILL at a random moment of a job of ${filesPerCase} files, costs nothing (seed ${seed})`,
  async (victim) => {
    const random = randomNumbers(seed);
    const collection = `killed-${victim}`;
    await stack.createCollection(collection);
    const jobId = await stack.accepted(stack.index('s3compatible', bucket, { collection }));
    const moment = random() * 0.7 * filesPerCase;
    await jobWhen(jobId, ({ progress }) => progress.files_processed >= moment);
    const killedAt = Date.now();
    await killAndRestart[victim]();
    const job = await ended(jobId);
    // Else there was nothing to lose.
    expect(Date.parse(job.completed_at!)).toBeGreaterThan(killedAt);
    await expectAllThere(collection, [job]);
  },
  600_000,
);

it(`the API, killed with SIGKILL at 2 random moments while ${filesPerCase} files arrive, makes one job of each form that is sent until it is accepted (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  const collection = 'killed-api';
  await stack.createCollection(collection);
  const forms = await Promise.all(
    Array.from({ length: filesPerCase / filesPerForm }, (_, n) =>
      fileForm(files.slice(n * filesPerForm, (n + 1) * filesPerForm)),
    ),
  );
  const bytesInAll = forms.reduce((sum, { body }) => sum + body.length, 0);
  const killAt = [0, 1].map((n) => ((n + random()) / 2) * bytesInAll);
  let sentBytes = 0;
  let api: Promise<ApiProgram> = startApiProgram(stack.env);

  async function replace(victim: ApiProgram): Promise<ApiProgram> {
    await victim.sigkill();
    return startApiProgram(stack.env);
  }

  function pieces(body: Buffer): ReadableStream {
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        const piece = body.subarray(at, (at += formPieceBytes));
        if (piece.length === 0) controller.close();
        else controller.enqueue(piece);
        sentBytes += piece.length;
        if (sentBytes < (killAt[0] ?? Infinity)) return;
        killAt.shift();
        api = api.then(replace);
      },
    });
  }

  async function accepted({ headers, body }: (typeof forms)[number]): Promise<string> {
    const authorization = `Bearer ${stack.key.text}`;
    const key = randomUUID();
    for (;;) {
      const { origin } = await api;
      const answer = await fetch(`${origin}/v2/collections/${collection}/index/file`, {
        method: 'POST',
        headers: { ...headers, authorization, 'idempotency-key': key },
        duplex: 'half',
        body: pieces(body),
      }).catch(() => null);
      if (answer?.status === 202) return ((await answer.json()) as AcceptedIndexJob).job_id;
      // Until the killed process's claim of the key has run out.
      if (answer?.status === 409)
        await stack.api.mongo.db
          .collection('idempotency')
          .updateMany({}, { $set: { leaseUntil: new Date(0) } });
      else if (answer !== null) throw new Error(`not accepted: ${answer.status} ${await answer.text()}`);
    }
  }

  const jobIds: string[] = [];
  const waiting = [...forms];
  await Promise.all(
    Array.from({ length: formsAtOnce }, async () => {
      for (let form = waiting.shift(); form !== undefined; form = waiting.shift())
        jobIds.push(await accepted(form));
    }),
  );
  expect(killAt).toEqual([]);
  await (await api).sigkill();
  const { db } = stack.api.mongo;
  expect(await db.collection('jobs').countDocuments({ collectionName: collection })).toBe(forms.length);
  const jobs = await Promise.all(jobIds.map(ended));

  // Remains of broken requests are deleted with uploads that were never used.
  await db.collection('uploads').updateMany({}, { $set: { purgeAt: new Date(0), expiresAt: new Date(0) } });
  await stack.temporal.client.workflow.execute('platformRetention', {
    taskQueue: 'sheaf',
    workflowId: randomUUID(),
  });
  await expectAllThere(collection, jobs);
});
