import { type z } from 'zod';
import { evaluationAnswer, evaluationResource } from '../../../api/documents/evaluations/schema';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { type EvaluationClient, evaluationClient } from '../../http/documents/evaluation-client';

const topics = ['pump', 'valve', 'engine', 'brake', 'battery'] as const;
const textOf = (topic: string) =>
  `The ${topic} of the machine has to be looked at every month. A worn ${topic} is replaced by a new ${topic}.`;

let stack: OwnStack;
let evals: EvaluationClient;

beforeAll(async () => {
  stack = await startOwnStack({ env: { RERANK_BASE_URL: 'http://127.0.0.1:9', RERANK_MODEL: 'of-the-api' } });
  // The worker has no rerank model, as when it went missing between the request and the run.
  delete stack.env.RERANK_BASE_URL;
  await stack.startWorker();
  evals = evaluationClient(stack.api, stack.key.text);
  for (const topic of topics) {
    const fields = { content: textOf(topic), filename: `${topic}.txt`, custom_metadata: { topic } };
    await stack.indexed(await stack.accepted(stack.index('text', fields)));
  }
});
afterAll(() => stack.close());

const isOver = ({ status }: { status: string }) => status !== 'pending' && status !== 'running';

describe('an evaluation', () => {
  const cases = [
    ...topics.map((topic) => ({ id: topic, query: `worn ${topic}`, expected_files: [`${topic}.txt`] })),
    // Nothing else matches the words, and the filter leaves nothing of the expected document.
    { query: 'worn pump', expected_files: ['pump.txt'], filters: { topic: 'valve' } },
    { id: 'gold?', query: 'worn wheel', expected_files: ['wheel.txt'] },
  ];
  const configs = [
    { name: 'words', limit: 3, semantic_ratio: 0 },
    { name: 'both', limit: 3, include: { document_metadata: true } },
    { name: 'unconfigured', rerank: { model: 'hosted' } },
  ];
  let evalId: string;

  beforeAll(async () => {
    await stack.api.stores.credits.setBalance(stack.key.organizationId, 10_000);
    const created = await evals.create(await evals.upload(cases), configs);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'pending',
      preview: { cases: 7, configs: 3, units: 21, cases_error: 1, billable_units: 18 },
    });
    evalId = created.body.eval_id;
    await evals.when(evalId, isOver);
  });

  it('asks every case under every configuration, scores by document and says what was not asked', async () => {
    const { body } = await evals.get(evalId);
    expect(evaluationResource.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      eval_id: evalId,
      collection_name: 'manuals',
      status: 'completed_with_errors',
      configs,
      progress: { percent: 100, units_done: 21, units_total: 21 },
      billing: {
        billable_units: 12,
        skipped_units: 3,
        failed_configs: ['unconfigured'],
        credits: { used: 0.5 },
      },
      error_code: null,
      error_message: null,
    });
    const found = {
      recall_at_1: 5 / 6,
      recall_at_3: 5 / 6,
      recall_at_10: 5 / 6,
      mrr: 5 / 6,
      ndcg_at_10: 5 / 6,
    };
    expect(body.scorecards!.words).toMatchObject({ ...found, scored: 6, failed: 0, error: 1 });
    expect(body.scorecards!.unconfigured).toMatchObject({
      recall_at_1: null,
      scored: 0,
      failed: 6,
      error: 1,
    });
    const [wordsAndBoth] = body.comparisons!;
    expect(wordsAndBoth).toMatchObject({
      a: 'words',
      b: 'both',
      questions: 6,
      a_only: 0,
      b_only: 0,
      p_value: 1,
    });
  });

  it('shows of each case what was found, and of one without its document that it was skipped', async () => {
    const items = await evals.items(evalId);
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      ...topics.map((topic) => [topic, 'scored']),
      ['case_6', 'scored'],
      ['gold?', 'error'],
    ]);
    const documents = await stack.documents();
    const pump = documents.find(({ filename }) => filename === 'pump.txt')!.document_id;
    expect(items[0]).toMatchObject({ error_code: null, expected_document_ids: [pump] });
    expect(items[0]!.results.words).toMatchObject({
      status: 'scored',
      hit: true,
      rank: 1,
      error_code: null,
      retrieved_document_ids: expect.arrayContaining([pump]) as string[],
    });
    expect(items[0]!.results.unconfigured).toMatchObject({
      status: 'failed',
      hit: null,
      query_id: null,
      error_code: 'rerank_model_not_configured',
    });
    expect(items[5]!.results.words).toMatchObject({ status: 'scored', hit: false, rank: null });
    expect(items[6]).toMatchObject({ error_code: 'GOLD_UNRESOLVED', expected_document_ids: [] });
    expect(Object.values(items[6]!.results).map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
  });

  it('keeps each answer with the query that gives it, in the shape of a v3 query', async () => {
    const { status, body } = await evals.answer<z.output<typeof evaluationAnswer>>(evalId, 'case_6', 'both');
    expect(status).toBe(200);
    expect(evaluationAnswer.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      eval_id: evalId,
      case_id: 'case_6',
      config_name: 'both',
      request: {
        query: 'worn pump',
        limit: 3,
        filter: { topic: 'valve' },
        include: { document_metadata: true },
      },
      response: { query_id: body.query_id, query: 'worn pump', limit: 3, total_results: 1 },
    });
    expect(body.response.results[0]!.document_metadata).toEqual({ topic: 'valve' });

    const again = await stack.api.request<typeof body.response>('/v3/collections/manuals/query', {
      key: stack.key.text,
      json: body.request,
    });
    const hits = ({ results }: typeof body.response) =>
      results.map(({ chunk_id, score }) => [chunk_id, score]);
    expect(hits(again.body)).toEqual(hits(body.response));
  });

  it.each([
    ['case_9', 'words', 'case_not_found'],
    ['pump', 'sounds', 'config_not_found'],
    ['pump', 'unconfigured', 'answer_not_stored'],
    ['gold?', 'words', 'answer_not_stored'],
  ])('has no answer for the case %s under %s: %s', async (caseId, config, error) => {
    expect(await evals.answer(evalId, caseId, config)).toMatchObject({ status: 404, body: { error } });
  });

  it('leaves its queries in the history, marked, and out of the latency report', async () => {
    const { db } = stack.api.mongo;
    const rows = await db.collection('queries').find({ evalId }).toArray();
    expect(rows).toHaveLength(12);
    expect(rows.every(({ isEvaluation }) => isEvaluation === true)).toBe(true);
    const { query_id } = (await evals.items(evalId))[0]!.results.words!;
    const one = await stack.api.request(`/v2/queries/${query_id}`, { key: stack.key.text });
    expect(one).toMatchObject({ status: 200, body: { query_text: 'worn pump', eval_id: evalId } });
    const window = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}`;
    const report = await stack.api.request<{ counts: { matching: number } }>(
      `/v2/queries/latency?${window}&refresh=true`,
      { key: stack.key.text },
    );
    const others = await db.collection('queries').countDocuments({ evalId: null });
    expect(report.body.counts.matching).toBe(others);
  });

  it('is charged once, and holds nothing any more', async () => {
    const { credits, charged } = await stack.holds();
    expect(credits).not.toContain(evalId);
    expect(charged[evalId]).toBe(0.5);
  });
});

it('fails with that as its reason when none of its cases names a document, and costs nothing', async () => {
  const uploadId = await evals.upload([{ query: 'q', expected_files: ['nowhere.pdf'] }]);
  const { body } = await evals.create(uploadId, [{ name: 'a' }]);
  const ended = await evals.when(body.eval_id, isOver);
  expect(ended).toMatchObject({
    status: 'failed',
    error_code: 'no_case_resolved',
    billing: { billable_units: 0 },
  });
  expect((await stack.holds()).charged).not.toHaveProperty(body.eval_id);
});

it('a cancelled one fails with that as its reason; what was asked before is scored and billed, the rest skipped', async () => {
  const many = Array.from({ length: 2_000 }, (_, n) => ({
    query: `worn pump ${n}`,
    expected_files: ['pump.txt'],
  }));
  const { body } = await evals.create(await evals.upload(many), [{ name: 'a', semantic_ratio: 0, limit: 1 }]);
  await evals.when(body.eval_id, ({ progress }) => progress.units_done > 0);
  const cancelled = await evals.cancel(body.eval_id);
  expect(cancelled).toMatchObject({ status: 200, body: { eval_id: body.eval_id, status: 'running' } });
  const ended = await evals.when(body.eval_id, isOver);
  const { scored } = ended.scorecards!.a!;
  expect(ended).toMatchObject({
    status: 'failed',
    error_code: 'cancelled',
    progress: { units_done: scored },
    billing: { billable_units: scored, skipped_units: 2_000 - scored },
  });
  expect(scored).toBeLessThan(2_000);
  const statuses = (await evals.items(body.eval_id)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'scored')).toHaveLength(scored);
  expect(statuses.filter((status) => status === 'skipped')).toHaveLength(2_000 - scored);
  expect(await evals.cancel(body.eval_id)).toMatchObject({ status: 200, body: { status: 'failed' } });
});

it.each([
  ['deleted', 'collection_not_found', { method: 'DELETE' }, ''],
  ['moved', 'collection_moved', { method: 'PATCH', json: { new_environment: 'staging' } }, '/environment'],
])('one whose collection is %s meanwhile fails with %s', async (_what, code, request, path) => {
  const collection = `gone-${code.replaceAll('_', '-')}`;
  await stack.createCollection(collection);
  const fields = { content: textOf('pump'), filename: 'pump.txt' };
  await stack.indexed(await stack.accepted(stack.index('text', fields, { collection })));
  const many = Array.from({ length: 2_000 }, (_, n) => ({
    query: `pump ${n}`,
    expected_files: ['pump.txt'],
  }));
  const { body } = await evals.create(
    await evals.upload(many, { collection }),
    [{ name: 'a', semantic_ratio: 0 }],
    {
      collection,
    },
  );
  await evals.when(body.eval_id, ({ progress }) => progress.units_done > 0);
  const gone = await stack.api.request(`/v2/collections/${collection}${path}`, {
    key: stack.key.text,
    ...request,
  });
  expect(gone.status).toBe(200);
  const ended = await evals.when(body.eval_id, isOver);
  expect(ended).toMatchObject({ status: 'failed', error_code: code });
  await expect(
    stack.temporal.client.workflow.getHandle(`evaluation/${body.eval_id}`).result(),
  ).rejects.toMatchObject({ cause: { type: code } });
});
