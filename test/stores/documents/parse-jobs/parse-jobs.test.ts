import {
  type ParseJobState,
  type ParsePart,
  PARSE_JOB_MOVES,
  PARSE_JOB_STATES,
  parseHoldKind,
} from '../../../../src/domain/documents/parse-job';
import { type Tenant } from '../../../../src/domain/platform/tenancy';
import { newId } from '../../../../src/stores/mongo/new-id';
import { type ParseJobRow } from '../../../../src/stores/documents/parse-jobs/parse-job-kind';
import {
  createParseJobStore,
  hasResult,
  type ParseJobEnd,
} from '../../../../src/stores/documents/parse-jobs/parse-jobs';
import { startDatabase, type TestDatabase } from '../../../setup/database';

const totals = { sheets: 1, chunks: 2, figures: 0, characters: 10 };
const part = (index: number): ParsePart => ({
  key: `parts/${index}`,
  start: 0,
  byteSize: 10,
  firstChunk: index,
  chunks: 1,
  figures: 0,
  characters: 5,
  rows: 3,
  nextSheet: index + 1,
  pages: [{ chunk: index, offset: 0 }],
});
const ends: Record<ParseJobEnd['state'], ParseJobEnd> = {
  completed: { state: 'completed', creditsUsed: 1.5 },
  failed: { state: 'failed', code: 'unsupported_file_type', message: 'The workbook is encrypted.' },
  cancelled: { state: 'cancelled' },
};

let database: TestDatabase;
let tenant: Tenant;
beforeAll(async () => {
  database = await startDatabase();
  tenant = { organizationId: await database.stores.organizations.ensure('acme'), environment: 'production' };
});
afterAll(() => database.close());

const jobs = () => database.stores.parseJobs;

async function queuedJob(): Promise<string> {
  const jobId = newId('prs_');
  await jobs().insertQueued({
    _id: jobId,
    ...tenant,
    input: { kind: 'link', url: 'https://example.com/book.xlsx?token=secret' },
    filename: 'book.xlsx',
    byteSize: 1_000,
    options: {
      type: 'spreadsheet',
      includeTagsSummary: false,
      includeImages: false,
      includeVerifiedFacts: false,
      includeHiddenSheets: true,
    },
    createdAt: new Date(),
  });
  return jobId;
}

/** A job in the hands of an attempt called `writer`. */
async function runningJob(writer: string): Promise<string> {
  const jobId = await queuedJob();
  await jobs().claim(jobId);
  await jobs().enterStage(jobId, 'parsing', { writer, step: 'a' });
  return jobId;
}

async function jobIn(state: ParseJobState): Promise<string> {
  if (state === 'queued') return queuedJob();
  const jobId = await runningJob('a');
  if (state !== 'processing') await jobs().end(jobId, ends[state]);
  return jobId;
}

/** A running job that holds a place and two credits. */
async function holdingJob(): Promise<string> {
  const jobId = await runningJob('a');
  await database.stores.capacity.take(parseHoldKind, jobId, 1_000);
  await database.stores.credits.reserve(tenant.organizationId, jobId, 2, {
    kind: parseHoldKind,
    holdsMax: 1_000,
  });
  return jobId;
}

/** Ends a job in a process that dies before it closes the holds. */
async function endAndDie(jobId: string, end: ParseJobEnd): Promise<void> {
  const { capacity, credits } = database.stores;
  const dies = () => Promise.reject(new Error('killed'));
  const dying = createParseJobStore(database.mongo.db, {
    credits: { ...credits, release: dies },
    capacity: { ...capacity, give: dies },
    onFinalJob: () => undefined,
  });
  await expect(dying.end(jobId, end)).rejects.toThrow('killed');
}

async function stored(jobId: string): Promise<ParseJobRow> {
  return (await database.mongo.db.collection<ParseJobRow>('parse_jobs').findOne({ _id: jobId }))!;
}

async function holdersOf(jobId: string): Promise<number> {
  const places = await database.stores.capacity.holders(parseHoldKind);
  const holds = await database.stores.credits.listHolds(new Date(Date.now() + 1_000), 10_000);
  return [...places, ...holds].filter(({ id }) => id === jobId).length;
}

const charges = (jobId: string) =>
  database.mongo.db
    .collection<{ _id: string; halfCredits: number }>('credits')
    .find({ _id: jobId })
    .toArray();

describe('states', () => {
  const moves = (Object.keys(ends) as ParseJobEnd['state'][]).flatMap((to) =>
    PARSE_JOB_STATES.map((from) => ({ from, to, allowed: PARSE_JOB_MOVES[to].includes(from) })),
  );

  it.each(moves)('$from to $to: allowed is $allowed', async ({ from, to, allowed }) => {
    const jobId = await jobIn(from);
    const row = await jobs().end(jobId, ends[to]);
    expect(row?.state).toBe(allowed ? to : from);
  });

  it.each(PARSE_JOB_STATES)('a claim of a %s job runs it unless it is final', async (state) => {
    const jobId = await jobIn(state);
    const claim = await jobs().claim(jobId);
    expect(claim?.state).toBe(state === 'queued' || state === 'processing' ? 'processing' : state);
  });

  it('a second claim keeps the time of the first', async () => {
    const jobId = await queuedJob();
    await jobs().claim(jobId, new Date(1_000));
    await jobs().claim(jobId, new Date(2_000));
    expect((await stored(jobId)).startedAt).toEqual(new Date(1_000));
  });

  it('there is nothing to claim or to end where there is no job', async () => {
    await expect(jobs().claim(newId('prs_'))).resolves.toBeNull();
    await expect(jobs().end(newId('prs_'), ends.cancelled)).resolves.toBeNull();
  });

  it('an id is inserted once', async () => {
    const jobId = await queuedJob();
    const again = { ...(await stored(jobId)), filename: 'other.xlsx' };
    await expect(jobs().insertQueued(again)).resolves.toBe(false);
    expect((await stored(jobId)).filename).toBe('book.xlsx');
  });

  it('an acceptance can be taken back until a run has the job', async () => {
    const queued = await queuedJob();
    const claimed = await runningJob('a');
    await expect(jobs().withdraw(queued)).resolves.toBe(true);
    await expect(jobs().withdraw(claimed)).resolves.toBe(false);
    await expect(jobs().withdraw(newId('prs_'))).resolves.toBe(false);
  });

  it('a job that has ended keeps neither the link, which may hold credentials, nor its parts', async () => {
    const jobId = await runningJob('a');
    await jobs().savePart(jobId, 'a', 0, part(0));
    await jobs().end(jobId, ends.cancelled);
    expect(await stored(jobId)).toMatchObject({ input: null, parts: [], writer: null });
  });
});

describe('endings', () => {
  it('of 60 concurrent endings of three kinds one wins, and the job is charged accordingly, once', async () => {
    const jobId = await holdingJob();
    const all = Array.from({ length: 20 }, () => Object.values(ends)).flat();
    const rows = await Promise.all(all.map((end) => jobs().end(jobId, end)));
    const states = new Set(rows.map((row) => row?.state));
    expect(states.size).toBe(1);
    const completed = states.has('completed');
    expect((await charges(jobId)).map(({ halfCredits }) => halfCredits)).toEqual(completed ? [3] : []);
    expect(await holdersOf(jobId)).toBe(0);
  });

  it.each(Object.values(ends))(
    '$state: an ending that died before it closed the holds is finished by the next call',
    async (end) => {
      const jobId = await holdingJob();
      await endAndDie(jobId, end);
      // The charge has dropped the credits with it.
      expect(await holdersOf(jobId)).toBe(end.state === 'completed' ? 1 : 2);
      await jobs().end(jobId, ends.cancelled);
      await jobs().end(jobId, ends.failed);
      expect(await holdersOf(jobId)).toBe(0);
      expect(await charges(jobId)).toHaveLength(end.state === 'completed' ? 1 : 0);
      expect((await stored(jobId)).checkAt).toBeUndefined();
    },
  );

  it('a job that cannot be charged is not seen as completed', async () => {
    const jobId = await holdingJob();
    const end = { state: 'completed', creditsUsed: 0.3 } as const;
    await expect(jobs().end(jobId, end)).rejects.toThrow(RangeError);
    expect(await stored(jobId)).toMatchObject({ state: 'processing', creditsUsed: null });
    expect(await holdersOf(jobId)).toBe(2);
  });

  it('failed and cancelled jobs are free', async () => {
    const before = await database.stores.credits.remaining(tenant.organizationId);
    for (const end of [ends.failed, ends.cancelled]) await jobs().end(await holdingJob(), end);
    expect(await database.stores.credits.remaining(tenant.organizationId)).toEqual(before);
  });
});

describe('attempts', () => {
  it('an attempt that was given up can write nothing any more', async () => {
    const jobId = await runningJob('first');
    await jobs().enterStage(jobId, 'parsing', { writer: 'second', step: 'a' });
    const progress = { sheetsTotal: 9, sheetsDone: 9, rowsDone: 9 };
    await expect(
      Promise.all([
        jobs().saveProgress(jobId, 'first', progress),
        jobs().saveInput(jobId, 'first', 9),
        jobs().savePart(jobId, 'first', 0, part(0)),
        jobs().saveDescribed(jobId, 'first', 0, { ...part(0), key: 'd' }),
        jobs().saveResult(jobId, 'first', { key: 'r', byteSize: 9, pages: [] }, totals),
      ]),
    ).resolves.toEqual([false, false, false, false, false]);
    expect(await stored(jobId)).toMatchObject({
      parts: [],
      result: null,
      progress: { sheetsDone: 0 },
      byteSize: 1_000,
    });
  });

  it.each(['completed', 'failed', 'cancelled'] as const)('nothing is written to a %s job', async (state) => {
    const jobId = await runningJob('a');
    await jobs().end(jobId, ends[state]);
    await expect(jobs().enterStage(jobId, 'parsing', { writer: 'a', step: 'a' })).resolves.toBeNull();
    await expect(jobs().savePart(jobId, 'a', 0, part(0))).resolves.toBe(false);
    expect((await stored(jobId)).state).toBe(state);
  });

  it('of concurrent writes of the same part one counts, and parts have no gaps', async () => {
    const jobId = await runningJob('a');
    const wrote = await Promise.all(
      Array.from({ length: 20 }, () => jobs().savePart(jobId, 'a', 0, part(0))),
    );
    expect(wrote.filter(Boolean)).toHaveLength(1);
    await expect(jobs().savePart(jobId, 'a', 2, part(2))).resolves.toBe(false);
    await expect(jobs().savePart(jobId, 'a', 1, part(1))).resolves.toBe(true);
    expect((await stored(jobId)).parts).toEqual([part(0), part(1)]);
  });

  it('the link is forgotten once the bytes are the job’s own', async () => {
    const jobId = await runningJob('a');
    await jobs().saveInput(jobId, 'a', 77);
    expect(await stored(jobId)).toMatchObject({ input: null, byteSize: 77 });
  });
});

describe('reads', () => {
  it.each([
    ['another organization', { organizationId: 'org_other', environment: 'production' as const }],
    ['another environment', { environment: 'staging' as const }],
  ])('a job does not exist for %s', async (_, other) => {
    const jobId = await jobIn('completed');
    const stranger = { ...tenant, ...other };
    await expect(jobs().find(stranger, jobId)).resolves.toBeNull();
    await expect(jobs().findWithPages(stranger, jobId)).resolves.toBeNull();
    await jobs().dropResult(stranger, jobId);
    expect((await stored(jobId)).resultDeletedAt).toBeNull();
  });

  it('a summary has neither parts nor pages, which may be large', async () => {
    const jobId = await runningJob('a');
    await jobs().savePart(jobId, 'a', 0, part(0));
    await jobs().saveResult(jobId, 'a', { key: 'r', byteSize: 5, pages: [{ chunk: 0, offset: 3 }] }, totals);
    const row = await jobs().find(tenant, jobId);
    expect(row).not.toHaveProperty('parts');
    expect(row?.result).toEqual({ key: 'r', byteSize: 5 });
  });

  it('a result is there from completion until it is deleted or 24 hours are over', async () => {
    const jobId = await jobIn('completed');
    const fresh = await stored(jobId);
    const hoursLater = (hours: number) => new Date(fresh.completedAt!.getTime() + hours * 3_600_000);
    expect([0, 23.9, 24, 25].map((hours) => hasResult(fresh, hoursLater(hours)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await jobs().dropResult(tenant, jobId);
    expect(hasResult(await stored(jobId), hoursLater(0))).toBe(false);
  });

  it('a result is deleted once: the time of the first call stays', async () => {
    const jobId = await jobIn('completed');
    await jobs().dropResult(tenant, jobId, new Date(1_000));
    await jobs().dropResult(tenant, jobId, new Date(2_000));
    expect((await stored(jobId)).resultDeletedAt).toEqual(new Date(1_000));
  });
});

describe('housekeeping', () => {
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const due = async (at: Date) => (await jobs().dueForCheck(at, null, 10_000)).map((row) => row._id);
  const purgeable = async (at: Date) => (await jobs().dueForPurge(at, 10_000)).map((row) => row._id);

  it('looks at a queued job after its grace, at a running one after it fell silent, and at none that is closed', async () => {
    const queued = await queuedJob();
    const running = await runningJob('a');
    const closed = await holdingJob();
    await jobs().end(closed, ends.completed);
    expect(await due(minutesFromNow(0))).not.toEqual(expect.arrayContaining([queued]));
    expect(await due(minutesFromNow(0.6))).toContain(queued);
    expect(await due(minutesFromNow(0.6))).not.toContain(running);
    expect(await due(minutesFromNow(1.1))).toEqual(expect.arrayContaining([queued, running]));
    expect(await due(minutesFromNow(1_000_000))).not.toContain(closed);
  });

  it('a job that was looked at comes up again later, a closed one never', async () => {
    const running = await runningJob('a');
    const closed = await holdingJob();
    await jobs().end(closed, ends.failed);
    for (const jobId of [running, closed]) await jobs().postponeCheck(jobId, minutesFromNow(30));
    expect(await due(minutesFromNow(29))).not.toContain(running);
    expect(await due(minutesFromNow(31))).toContain(running);
    expect(await due(minutesFromNow(31))).not.toContain(closed);
  });

  it('pages over what is due without gaps', async () => {
    const all = await due(minutesFromNow(10));
    const paged: string[] = [];
    for (let after: string | null = null; ; after = paged.at(-1)!) {
      const rows = await jobs().dueForCheck(minutesFromNow(10), after, 3);
      paged.push(...rows.map((row) => row._id));
      if (rows.length < 3) break;
    }
    expect(paged).toEqual([...all].sort());
  });

  it('keeps the files of a completed job for a day and of another one for minutes, and the row for a month', async () => {
    const completed = await jobIn('completed');
    const failed = await jobIn('failed');
    expect(await purgeable(minutesFromNow(4))).not.toEqual(expect.arrayContaining([failed]));
    expect(await purgeable(minutesFromNow(6))).toContain(failed);
    expect(await purgeable(minutesFromNow(23 * 60))).not.toContain(completed);
    expect(await purgeable(minutesFromNow(25 * 60))).toContain(completed);
    for (const jobId of [completed, failed]) await jobs().markFilesRemoved(jobId);
    expect(await purgeable(minutesFromNow(29 * 24 * 60))).not.toEqual(expect.arrayContaining([completed]));
    expect(await purgeable(minutesFromNow(31 * 24 * 60))).toEqual(
      expect.arrayContaining([completed, failed]),
    );
  });

  it('a row whose holds are open is not forgotten', async () => {
    const jobId = await holdingJob();
    await endAndDie(jobId, ends.completed);
    const later = minutesFromNow(31 * 24 * 60);
    await expect(jobs().remove(jobId, later)).resolves.toBe(false);
    await jobs().end(jobId, ends.completed);
    await expect(jobs().remove(jobId, later)).resolves.toBe(true);
  });
});
