import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { utils, write } from 'xlsx';
import { createActivities } from '../../../activities';
import { parseTriesMax, quickPatienceMs, slowInput } from '../../../src/domain/documents/parse-lane';
import { type ParseRequest, SourceError, type SpreadsheetParser } from '../../../src/parsing';
import { workbook } from '../../faults/workbooks';
import { holdTimeouts } from '../../setup/held-timeouts';
import { type ActivityStack, attemptsOfOne, newAttempt, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
let book: Buffer;
beforeAll(async () => {
  [stack, book] = await Promise.all([startActivityStack(), workbook(5, 60)]);
});
afterAll(() => stack.close());

/** The job's chunks without its id, its tables and its values. */
async function contentOf(jobId: string): Promise<string> {
  const { tables, values } = (await stack.row(jobId)).result!.tableFiles!;
  const texts = [tables, values].map(async (file) => text((await stack.deps.blobs.read(file!.key)).stream));
  const chunks = JSON.stringify((await stack.result(jobId)).chunks).replaceAll(jobId, '<job>');
  return [chunks, ...(await Promise.all(texts)), JSON.stringify(values!.pages[0])].join('\n');
}

async function parsedAtOnce(): Promise<string> {
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId });
  await stack.run('storeResult', { jobId });
  return contentOf(jobId);
}

/** A parser that reports every sheet by itself and fails after some, as a crash would. */
function failingAfter(sheets: number): SpreadsheetParser {
  const { parser } = stack.deps;
  let taken = 0;
  return {
    ...parser,
    parseSpreadsheet: (request, hooks) =>
      parser.parseSpreadsheet(
        { ...request, partBytesMin: 0 },
        {
          ...hooks,
          async onPart(part) {
            if (taken++ === sheets) throw new Error('crash');
            await hooks.onPart(part);
          },
        },
      ),
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
    if (signal.aborted) resolve();
  });

it('parts that are stored are not parsed again, and the result is the same, wherever an attempt broke off', async () => {
  const reference = await parsedAtOnce();
  const jobId = await stack.processingJob(book);
  for (let attempt = 1; attempt <= 4; attempt++) {
    const crash = stack.run('parseWorkbook', { jobId }, { attempt, deps: { parser: failingAfter(1) } });
    await expect(crash).rejects.toMatchObject({ type: 'internal_error', nonRetryable: false });
  }
  const before = (await stack.row(jobId)).parts.length;
  await expect(stack.run('parseWorkbook', { jobId }, { attempt: 5 })).resolves.toMatchObject({ sheets: 5 });
  expect(before).toBeLessThanOrEqual((await stack.row(jobId)).parts.length);
  await stack.run('storeResult', { jobId });
  expect((await contentOf(jobId)) === reference).toBe(true);
});

describe('tries of one activity', () => {
  it('end after eight, however many attempts have only waited for their turn', async () => {
    const jobId = await stack.processingJob(book);
    const next = attemptsOfOne();
    const parse = () =>
      stack.run('parseWorkbook', { jobId }, { env: next(), deps: { parser: failingAfter(0) } });
    for (let tries = 1; tries < parseTriesMax; tries++)
      await expect(parse()).rejects.toMatchObject({ type: 'internal_error', nonRetryable: false });
    await expect(parse()).rejects.toMatchObject({ type: 'internal_error', nonRetryable: true });
  });

  it('end as well where each of them killed its worker', async () => {
    const jobId = await stack.processingJob(book);
    const runId = randomUUID();
    const next = attemptsOfOne(runId);
    const step = `${runId}/test`;
    for (let tries = 1; tries <= parseTriesMax; tries++)
      await stack.deps.parseJobs.enterStage(jobId, 'parsing', { writer: `killed ${tries}`, step });
    const last = stack.run('parseWorkbook', { jobId }, { env: next() });
    await expect(last).rejects.toMatchObject({ type: 'internal_error', nonRetryable: true });
  });

  it('read a file that was too slow once more', async () => {
    const jobId = await stack.processingJob(book);
    const next = attemptsOfOne();
    const slow: SpreadsheetParser = {
      ...stack.deps.parser,
      parseSpreadsheet: () => Promise.reject(new SourceError('too_slow', 'It takes too long.')),
    };
    for (const nonRetryable of [false, true])
      await expect(
        stack.run('parseWorkbook', { jobId }, { env: next(), deps: { parser: slow } }),
      ).rejects.toMatchObject({ type: 'unsupported_file_type', nonRetryable });
  });

  it('begin anew in another activity', async () => {
    const jobId = await stack.processingJob(book);
    for (let activities = 0; activities <= parseTriesMax; activities++) {
      const failing = stack.run('parseWorkbook', { jobId }, { deps: { parser: failingAfter(0) } });
      await expect(failing).rejects.toMatchObject({ type: 'internal_error', nonRetryable: false });
    }
    await expect(stack.run('parseWorkbook', { jobId })).resolves.toMatchObject({ sheets: 5 });
  });
});

it('a note of progress that is slow does not hide that every sheet is read', async () => {
  const jobId = await stack.processingJob(book);
  const { parseJobs } = stack.deps;
  const notes: Promise<boolean>[] = [];
  const slow: typeof parseJobs = {
    ...parseJobs,
    saveProgress(...note) {
      notes.push(pause(3_000).then(() => parseJobs.saveProgress(...note)));
      return notes.at(-1)!;
    },
  };
  await stack.run('parseWorkbook', { jobId }, { deps: { parseJobs: slow } });
  await Promise.all(notes);
  expect(notes.length).toBeGreaterThan(0);
  expect((await stack.row(jobId)).progress).toMatchObject({ sheetsTotal: 5, sheetsDone: 5 });
});

it('an input that takes too long for the quick lane leaves it, and its parts stay', async () => {
  const jobId = await stack.processingJob(book);
  holdTimeouts();
  try {
    const stuck: SpreadsheetParser = {
      ...failingAfter(Infinity),
      async parseSpreadsheet(request, hooks) {
        await failingAfter(Infinity).parseSpreadsheet(request, hooks);
        jest.advanceTimersByTime(quickPatienceMs);
        await aborted(hooks.signal);
        throw hooks.signal.reason;
      },
    };
    const { 'parse-quick': quick } = createActivities({ ...stack.deps, parser: stuck });
    await expect(newAttempt().run(quick.parseWorkbook, { jobId })).rejects.toMatchObject({
      type: slowInput,
      nonRetryable: true,
    });
  } finally {
    jest.useRealTimers();
  }
  const { parts } = await stack.row(jobId);
  expect(parts).toHaveLength(5);
  await expect(stack.run('parseWorkbook', { jobId })).resolves.toMatchObject({ sheets: 5 });
});

it('parts of one attempt become the result without being written again', async () => {
  const grown = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId: grown }, { deps: { parser: failingAfter(Infinity) } });
  expect(new Set((await stack.row(grown)).parts.map(({ key }) => key)).size).toBe(1);
  const parts = (await stack.blobFiles(grown, 'parts/')).map(({ ino }) => ino);
  await stack.run('storeResult', { jobId: grown });
  const results = await stack.blobFiles(grown, 'result-');
  expect(results).toHaveLength(1);
  expect(parts).toContain(results[0]!.ino);
});

it('an attempt that another one has replaced stops and says so', async () => {
  const jobId = await stack.processingJob(book);
  const { parser } = stack.deps;
  const slow: SpreadsheetParser = {
    ...parser,
    parseSpreadsheet: (request, hooks) =>
      parser.parseSpreadsheet(request, {
        ...hooks,
        async onPart(part) {
          await stack.deps.parseJobs.enterStage(jobId, 'parsing', { writer: 'another attempt', step: 'a' });
          await hooks.onPart(part);
        },
      }),
  };
  await expect(stack.run('parseWorkbook', { jobId }, { deps: { parser: slow } })).rejects.toMatchObject({
    type: 'job_not_running',
    nonRetryable: true,
    details: ['processing'],
  });
  expect((await stack.row(jobId)).parts).toEqual([]);
});

it('a job that is cancelled while it is parsed stops at the next sign of life', async () => {
  const jobId = await stack.processingJob(book);
  const { parser } = stack.deps;
  let stopped = false;
  const endless: SpreadsheetParser = {
    ...parser,
    async parseSpreadsheet(_, { signal }) {
      await stack.deps.parseJobs.end(jobId, { state: 'cancelled' });
      await aborted(signal);
      stopped = true;
      throw signal.reason;
    },
  };
  await expect(stack.run('parseWorkbook', { jobId }, { deps: { parser: endless } })).rejects.toMatchObject({
    type: 'job_not_running',
    details: ['cancelled'],
  });
  expect(stopped).toBe(true);
});

it('a run that is cancelled stops the parser, and the attempt ends as cancelled', async () => {
  const jobId = await stack.processingJob(book);
  const env = newAttempt();
  const endless: SpreadsheetParser = {
    ...stack.deps.parser,
    async parseSpreadsheet(_, { signal }) {
      env.cancel();
      await aborted(signal);
      throw signal.reason;
    },
  };
  const attempt = stack.run('parseWorkbook', { jobId }, { deps: { parser: endless }, env });
  await expect(attempt).rejects.toMatchObject({ name: 'CancelledFailure' });
});

it('every step of a job that has ended answers with its state and changes nothing', async () => {
  const jobId = await stack.processingJob(book);
  await stack.run('cancelParseJob', { jobId });
  const before = await stack.row(jobId);
  for (const step of ['fetchInput', 'parseWorkbook', 'describeChunks', 'storeResult'] as const) {
    await expect(stack.run(step, { jobId })).rejects.toMatchObject({
      type: 'job_not_running',
      details: ['cancelled'],
    });
  }
  const totals = { sheets: 1, chunks: 1, figures: 0, characters: 1 };
  await expect(stack.run('completeParseJob', { jobId, totals })).rejects.toMatchObject({
    details: ['cancelled'],
  });
  await expect(stack.run('failParseJob', { jobId, code: 'internal_error', message: 'no' })).resolves.toBe(
    'cancelled',
  );
  await expect(stack.run('claimParseJob', { jobId })).resolves.toMatchObject({ state: 'cancelled' });
  expect(await stack.row(jobId)).toEqual(before);
});

it('storing twice, as after a crash, keeps one result and no parts', async () => {
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId });
  const first = await stack.run('storeResult', { jobId });
  const second = await stack.run('storeResult', { jobId }, { attempt: 2 });
  expect(second).toEqual(first);
  expect((await stack.blobKeys(jobId)).sort()).toEqual([
    expect.stringMatching(/^result-.*\.json$/),
    expect.stringMatching(/^tables-.*\.ndjson$/),
    expect.stringMatching(/^values-.*\.ndjson$/),
  ]);
});

it('a run that is reset after the result was stored goes through all steps again and changes nothing', async () => {
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId });
  const totals = await stack.run('storeResult', { jobId });
  const before = await stack.row(jobId);
  await stack.run('fetchInput', { jobId });
  await expect(stack.run('parseWorkbook', { jobId })).resolves.toMatchObject({ sheets: 5 });
  await stack.run('describeChunks', { jobId });
  await expect(stack.run('storeResult', { jobId })).resolves.toEqual(totals);
  const { state, parts, result } = await stack.row(jobId);
  expect({ state, parts, result, totals }).toEqual({
    state: before.state,
    parts: before.parts,
    result: before.result,
    totals: before.totals,
  });
});

it('completing twice charges once', async () => {
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId });
  const totals = await stack.run('storeResult', { jobId });
  await stack.run('completeParseJob', { jobId, totals });
  await stack.run('completeParseJob', { jobId, totals: { ...totals, characters: 9_000_000 } });
  expect(await stack.mongo.db.collection<{ _id: string }>('credits').countDocuments({ _id: jobId })).toBe(1);
  expect((await stack.row(jobId)).creditsUsed).toBe(Math.ceil(totals.characters / 3_000) / 2);
});

it('failing after completion takes nothing away', async () => {
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId });
  await stack.run('completeParseJob', { jobId, totals: await stack.run('storeResult', { jobId }) });
  await expect(stack.run('failParseJob', { jobId, code: 'internal_error', message: 'late' })).resolves.toBe(
    'completed',
  );
  expect(await stack.blobKeys(jobId)).toHaveLength(3);
});

it('a workbook whose sheets are empty completes without a chunk', async () => {
  const jobId = await stack.processingJob(workbookOf({ Empty: [], 'Empty too': [] }));
  await stack.run('parseWorkbook', { jobId });
  const totals = { sheets: 2, chunks: 0, figures: 0, characters: 0 };
  await expect(stack.run('storeResult', { jobId })).resolves.toEqual(totals);
  expect((await stack.result(jobId)).chunks).toEqual([]);
  expect((await stack.row(jobId)).result!.tableFiles).toEqual({ tables: null, values: null });
});

it('thousands of small sheets travel in a few parts', async () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `S${n}`);
  const jobId = await stack.processingJob(
    workbookOf(Object.fromEntries(names.map((name) => [name, [[name]]]))),
  );
  await stack.run('parseWorkbook', { jobId });
  expect((await stack.row(jobId)).parts.length).toBeLessThan(100);
  await expect(stack.run('storeResult', { jobId })).resolves.toMatchObject({ sheets: 2_000, chunks: 2_000 });
  const { chunks } = await stack.result(jobId);
  expect(chunks.map(({ sheet_name }) => sheet_name)).toEqual(names);
  expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(names.map((_, index) => index));
});

/** A workbook written by SheetJS, sheet by sheet as rows of cells. */
function workbookOf(sheets: Record<string, unknown[][]>): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

it('nothing that is posted to a parsing thread holds the signing key', async () => {
  const { parser, assetUrls } = stack.deps;
  const posted: ParseRequest[] = [];
  const recording: SpreadsheetParser = {
    ...parser,
    parseSpreadsheet: (request, hooks) => {
      posted.push(request);
      return parser.parseSpreadsheet(request, hooks);
    },
  };
  const jobId = await stack.processingJob(book);
  await stack.run('parseWorkbook', { jobId }, { deps: { parser: recording } });
  const root = Buffer.from(assetUrls.signingKey);
  expect(posted).toHaveLength(1);
  for (const bytes of bytesOf(structuredClone(posted[0])))
    for (const form of [root, root.toString('base64'), root.toString('hex')])
      expect(bytes.includes(form)).toBe(false);
});

/** All texts and bytes of a posted value; a view on memory brings all of that memory along. */
function bytesOf(value: unknown): Buffer[] {
  if (typeof value === 'string') return [Buffer.from(value)];
  if (ArrayBuffer.isView(value)) return [Buffer.from(value.buffer)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(bytesOf);
}

it('a file whose text costs more than its organization has fails, and nothing is charged', async () => {
  const { credits } = stack.stores;
  const { organizationId } = stack;
  const text = Buffer.from(`text\n${'worth something\n'.repeat(2_000)}`);
  const { held: before } = await credits.account(organizationId);
  await credits.setBalance(organizationId, before + 3);
  const jobId = await stack.processingJob(text);
  await expect(stack.run('parseWorkbook', { jobId })).rejects.toMatchObject({
    type: 'insufficient_credits',
    nonRetryable: true,
  });
  expect((await stack.row(jobId)).parts).toEqual([]);
  await stack.run('failParseJob', { jobId, code: 'insufficient_credits', message: 'no' });
  expect(await credits.account(organizationId)).toMatchObject({ held: before, remaining: 3 });

  await credits.setBalance(organizationId, before + 5);
  const paid = await stack.processingJob(text);
  await stack.run('parseWorkbook', { jobId: paid });
  expect(await credits.account(organizationId)).toMatchObject({ held: before + 5.5, remaining: -0.5 });
  await credits.setBalance(organizationId, null);
});

it.each([
  ['too_large', 'file_too_large', true],
  ['too_slow', 'unsupported_file_type', false],
  ['corrupt', 'unsupported_file_type', true],
] as const)('a file that is %s in its first try is %s, for good: %p', async (code, type, nonRetryable) => {
  const jobId = await stack.processingJob(book);
  const parser: SpreadsheetParser = {
    ...stack.deps.parser,
    parseSpreadsheet: () => Promise.reject(new SourceError(code, 'A sentence.')),
  };
  await expect(stack.run('parseWorkbook', { jobId }, { deps: { parser } })).rejects.toMatchObject({
    type,
    nonRetryable,
    message: 'A sentence.',
  });
});
