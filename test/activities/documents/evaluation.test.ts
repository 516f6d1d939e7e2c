import { MetadataFilterError } from '../../../src/retrieval';
import { type EvaluationConfig } from '../../../src/domain/documents/evaluation';
import { organizationBusy } from '../../../src/domain/platform/organization-turn';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ActivityDeps } from '../../../activities';
import { type RunStatus } from '../../../src/jobs/runs';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ActivityStack, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

const include = {
  document: true,
  metadata: true,
  regions: false,
  relations: false,
  relatedChunks: false,
  neighboringChunks: false,
  documentMetadata: false,
  highlights: false,
};
const config = (name: string): EvaluationConfig => ({
  name,
  body: {},
  settings: {
    limit: 10,
    maxChunksPerDocument: null,
    filter: null,
    semanticRatio: 0,
    minCosine: null,
    neighborCount: 1,
    rerank: null,
    boost: [],
    include,
    excludeChunkTypes: [],
    relationTypes: null,
    relationDirection: 'outgoing',
    includeArchived: false,
  },
});

let organizations = 0;
const newOrganization = () => stack.stores.organizations.ensure(`evaluates ${++organizations}`);

/** An accepted evaluation of so many cases under two configurations, with its hold. */
async function pendingEvaluation(
  cases: number,
  { state = 'pending', owner }: { state?: 'preparing' | 'pending'; owner?: string } = {},
) {
  const { stores } = stack;
  const organizationId = owner ?? (await newOrganization());
  const evalId = newId(ID_PREFIX.evaluation);
  const tenant = { organizationId, environment: 'production' as const };
  const { collection } = await stores.collections.ensure(tenant, 'manuals', {
    description: null,
    metadata: null,
  });
  const configs = [config('a'), config('b')];
  await stores.evaluations.insertPreparing({
    _id: evalId,
    ...tenant,
    collectionId: collection._id,
    collectionName: 'manuals',
    uploadId: newId(ID_PREFIX.evaluationUpload),
    configs,
  });
  const rows = Array.from({ length: cases }, (_, n) => ({
    id: `q${n}`,
    query: `question ${n}`,
    filters: null,
    expectedDocumentIds: ['doc_1'],
    fault: null,
  }));
  await stores.evaluationCases.insert(evalId, 0, rows, configs.length);
  await stores.credits.reserve(organizationId, evalId, 1, { kind: 'evaluation', holdsMax: 1_000 });
  if (state === 'pending') await stores.evaluations.accept(evalId, { cases, casesError: 0 });
  return evalId;
}

const held = async (evalId: string) =>
  (await stack.stores.credits.listHolds(new Date(Date.now() + 60_000), 1_000)).some(
    ({ id }) => id === evalId,
  );
const results = async (evalId: string) =>
  (await stack.stores.evaluationCases.page(evalId, 0, 1_000)).map((caseRow) =>
    caseRow.results.map((one) => one?.state),
  );
const recorded = (evalId: string) => stack.mongo.db.collection('queries').countDocuments({ evalId });

/** The real engine, which fails with these errors before its calls; null lets one through. */
function failing(...errors: (Error | null)[]): Partial<ActivityDeps> & { asked: string[] } {
  const asked: string[] = [];
  const { queryEngine } = stack.deps;
  return {
    asked,
    queryEngine: {
      run(collection, query, signal) {
        asked.push(query.text);
        const error = errors[asked.length - 1];
        return error == null ? queryEngine.run(collection, query, signal) : Promise.reject(error);
      },
    },
  };
}

describe('claimEvaluation', () => {
  it('two of an organization run at once, in the order of their acceptance; others do not wait for them', async () => {
    const owner = await newOrganization();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await pendingEvaluation(1, { owner }));
    const [first, second, third, fourth] = ids as [string, string, string, string];
    const claim = (evalId: string) => stack.run('claimEvaluation', { evalId });
    const waits = (evalId: string) =>
      expect(claim(evalId)).rejects.toMatchObject({ type: organizationBusy, nonRetryable: false });
    const runs = async (evalId: string) => {
      expect(await claim(evalId)).toMatchObject({ state: 'running' });
    };
    for (const late of [third, fourth]) await waits(late);
    for (const early of [second, first]) await runs(early);
    await waits(third);
    // An attempt whose worker died is continued.
    await runs(second);
    await stack.run('finishEvaluation', { evalId: second, ending: 'cancelled', message: null });
    await runs(third);
    await waits(fourth);
    await runs(await pendingEvaluation(1));
  });
});

describe('askCases', () => {
  it('tried again asks only what was not answered, and records each question once', async () => {
    const evalId = await pendingEvaluation(3);
    await stack.run('claimEvaluation', { evalId });
    const first = failing(null, null, null, new Error('connection lost'));
    await expect(stack.run('askCases', { evalId, from: 0, to: 3 }, { deps: first })).rejects.toMatchObject({
      type: 'internal_error',
      nonRetryable: false,
    });
    expect(await results(evalId)).toEqual([
      ['scored', 'scored'],
      ['scored', undefined],
      [undefined, undefined],
    ]);
    const second = failing();
    expect(await stack.run('askCases', { evalId, from: 0, to: 3 }, { deps: second, attempt: 2 })).toEqual({
      units: 3,
    });
    expect(second.asked).toEqual(['question 1', 'question 2', 'question 2']);
    expect(await recorded(evalId)).toBe(6);
    expect((await stack.stores.evaluations.get(evalId))!.unitsDone).toBe(6);
  });

  it('asks again under the same id what was answered but not noted when its worker died', async () => {
    const evalId = await pendingEvaluation(1);
    await stack.run('claimEvaluation', { evalId });
    await stack.run('askCases', { evalId, from: 0, to: 1 });
    const noted = (await stack.stores.evaluationCases.page(evalId, 0, 1))[0]!.results;
    await stack.mongo.db
      .collection<{ _id: string }>('eval_items')
      .updateOne({ _id: `${evalId}/0` }, { $set: { results: [null, null] } });
    await stack.run('askCases', { evalId, from: 0, to: 1 }, { attempt: 2 });
    const again = (await stack.stores.evaluationCases.page(evalId, 0, 1))[0]!.results;
    expect(again.map((one) => one?.state === 'scored' && one.queryId)).toEqual(
      noted.map((one) => one?.state === 'scored' && one.queryId),
    );
    expect(await recorded(evalId)).toBe(2);
  });

  it('notes a question that cannot be answered as failed, and asks the others', async () => {
    const evalId = await pendingEvaluation(2);
    await stack.run('claimEvaluation', { evalId });
    const deps = failing(new MetadataFilterError('', 'is wrong'), new Error('no idea'));
    await stack.run('askCases', { evalId, from: 0, to: 2 }, { deps, attempt: 3 });
    const [first] = await stack.stores.evaluationCases.page(evalId, 0, 1);
    expect(first!.results).toEqual([
      { state: 'failed', error: 'invalid_metadata_filter' },
      { state: 'failed', error: 'internal_error' },
    ]);
    expect(await results(evalId)).toEqual([
      ['failed', 'failed'],
      ['scored', 'scored'],
    ]);
  });

  it.each([
    ['is not there', () => newId(ID_PREFIX.evaluation)],
    ['was not claimed', () => pendingEvaluation(1)],
  ])('asks nothing of an evaluation that %s', async (_what, make) => {
    const evalId = await make();
    const deps = failing();
    await expect(stack.run('askCases', { evalId, from: 0, to: 1 }, { deps })).rejects.toMatchObject({
      type: 'evaluation_not_running',
    });
    expect(deps.asked).toEqual([]);
  });

  it('stops after the question at hand when the evaluation ends meanwhile', async () => {
    const evalId = await pendingEvaluation(3);
    await stack.run('claimEvaluation', { evalId });
    const deps = failing();
    const { queryEngine } = deps;
    const ending = {
      ...deps,
      queryEngine: {
        async run(...query: Parameters<NonNullable<typeof queryEngine>['run']>) {
          await stack.run('finishEvaluation', { evalId, ending: 'cancelled', message: null });
          return queryEngine!.run(...query);
        },
      },
    };
    await expect(stack.run('askCases', { evalId, from: 0, to: 3 }, { deps: ending })).rejects.toMatchObject({
      type: 'evaluation_not_running',
    });
    expect(deps.asked).toHaveLength(1);
  });
});

describe('finishEvaluation', () => {
  it('done again charges and changes nothing, whatever the second call says', async () => {
    const evalId = await pendingEvaluation(60);
    await stack.run('claimEvaluation', { evalId });
    await stack.run('askCases', { evalId, from: 0, to: 60 });
    const end = { evalId, ending: 'done', message: null } as const;
    expect(await stack.run('finishEvaluation', end)).toEqual({
      state: 'completed',
      error: null,
      message: null,
    });
    const row = await stack.stores.evaluations.get(evalId);
    expect(row).toMatchObject({ state: 'completed', billing: { billableUnits: 120, credits: 1.5 } });
    expect(row).not.toHaveProperty('checkAt');
    expect(await held(evalId)).toBe(false);
    expect(await stack.run('finishEvaluation', { ...end, ending: 'cancelled' })).toMatchObject({
      state: 'completed',
    });
    expect(await stack.stores.evaluations.get(evalId)).toEqual(row);
    const ledger = stack.mongo.db.collection<{ _id: string; halfCredits: number }>('credits');
    expect(await ledger.findOne({ _id: evalId })).toMatchObject({ halfCredits: 3 });
  });

  it('knows no evaluation that is being prepared', async () => {
    const evalId = await pendingEvaluation(1, { state: 'preparing' });
    expect(await stack.run('finishEvaluation', { evalId, ending: 'done', message: null })).toBeNull();
    expect(await stack.run('claimEvaluation', { evalId })).toBeNull();
  });
});

describe('sweepEvaluations', () => {
  /** Runs as Temporal tells of them; notes what it is asked for. */
  function runs(status: RunStatus) {
    const started: string[] = [];
    const cancelled: string[] = [];
    const deps: Partial<ActivityDeps> = {
      jobs: {
        ...stack.deps.jobs,
        evaluations: {
          describe: () => Promise.resolve(status),
          stoppedSince: () => Promise.resolve([]),
          start({ evalId }) {
            started.push(evalId);
            return Promise.resolve('running');
          },
          cancel(evalId) {
            cancelled.push(evalId);
            return Promise.resolve();
          },
        },
      },
    };
    return { started, cancelled, deps };
  }
  const inYears = new Date('9999-01-01');
  /** Makes one evaluation due for a check, and no other, however long ago the others were accepted. */
  async function due(evalId: string): Promise<void> {
    const evals = stack.mongo.db.collection<{ _id: string }>('evals');
    await evals.updateMany({ checkAt: { $exists: true } }, { $set: { checkAt: inYears } });
    await evals.updateOne({ _id: evalId }, { $set: { checkAt: new Date(0) } });
  }
  const state = async (evalId: string) => (await stack.stores.evaluations.get(evalId))?.state;
  const sweep = (deps: Partial<ActivityDeps>) => stack.run('sweepEvaluations', { after: null }, { deps });

  it('starts what was accepted and has no run', async () => {
    const evalId = await pendingEvaluation(1);
    await due(evalId);
    const { started, deps } = runs('missing');
    expect(await sweep(deps)).toMatchObject({ started: 1, ended: 0, after: null });
    expect(started).toEqual([evalId]);
    expect(await sweep(deps)).toMatchObject({ started: 0 });
  });

  it('removes what a crash left of an acceptance: cases, hold and row', async () => {
    const evalId = await pendingEvaluation(5, { state: 'preparing' });
    await due(evalId);
    expect(await sweep(runs('missing').deps)).toMatchObject({ removed: 1 });
    expect(await state(evalId)).toBeUndefined();
    expect(await held(evalId)).toBe(false);
    expect(await stack.stores.evaluationCases.page(evalId, 0, 10)).toEqual([]);
  });

  it('leaves one alone that is being prepared right now', async () => {
    const evalId = await pendingEvaluation(1, { state: 'preparing' });
    expect(await sweep(runs('missing').deps)).toMatchObject({ removed: 0 });
    expect(await state(evalId)).toBe('preparing');
  });

  it('fails one whose run was terminated, and gives its credits back', async () => {
    const evalId = await pendingEvaluation(1);
    await stack.run('claimEvaluation', { evalId });
    await due(evalId);
    expect(await sweep(runs('terminated').deps)).toMatchObject({ ended: 1 });
    expect(await stack.stores.evaluations.get(evalId)).toMatchObject({
      state: 'failed',
      error: 'execution_failed',
    });
    expect(await held(evalId)).toBe(false);
  });

  it('tells a run again that it is to be cancelled, and ends what has none', async () => {
    const evalId = await pendingEvaluation(1);
    await stack.stores.evaluations.requestCancel(evalId);
    await due(evalId);
    const running = runs('running');
    await sweep(running.deps);
    expect(running.cancelled).toEqual([evalId]);
    await due(evalId);
    const missing = runs('missing');
    expect(await sweep(missing.deps)).toMatchObject({ ended: 1 });
    expect(missing.started).toEqual([]);
    expect(await stack.stores.evaluations.get(evalId)).toMatchObject({ state: 'failed', error: 'cancelled' });
  });

  it('settles the bill of one that ended while its worker died', async () => {
    const evalId = await pendingEvaluation(1);
    await stack.run('claimEvaluation', { evalId });
    const { evaluations } = stack.stores;
    const dying = { ...evaluations, settle: () => Promise.reject(new Error('killed')) };
    const end = { evalId, ending: 'cancelled', message: null } as const;
    await expect(stack.run('finishEvaluation', end, { deps: { evaluations: dying } })).rejects.toThrow();
    expect([await state(evalId), await held(evalId)]).toEqual(['failed', true]);
    await due(evalId);
    expect(await sweep(runs('closed').deps)).toMatchObject({ settled: 1 });
    expect(await held(evalId)).toBe(false);
    expect(await sweep(runs('closed').deps)).toMatchObject({ settled: 0 });
  });
});
