import { evaluationResource } from '../../api/documents/evaluations/schema';
import { type EvaluationClient, evaluationClient } from '../http/documents/evaluation-client';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const topics = ['pump', 'valve', 'brake'] as const;

let stack: Stack;
let evals: EvaluationClient;
beforeAll(async () => {
  stack = await startStack();
  evals = evaluationClient(stack.api, stack.key.text);
  for (const topic of topics) {
    const content = `The ${topic} of the machine has to be looked at every month.`;
    await stack.indexed(await stack.accepted(stack.index('text', { content, filename: `${topic}.txt` })));
  }
});
afterAll(() => stack.close());

test('cases with known answers are asked under each configuration, scored, and charged once', async () => {
  await stack.api.stores.credits.setBalance(stack.key.organizationId, 1_000);
  const cases = topics.map((topic) => ({
    id: topic,
    query: `${topic} month`,
    expected_files: [`${topic}.txt`],
  }));
  const configs = [
    { name: 'words', limit: 1, semantic_ratio: 0 },
    { name: 'meaning', limit: 3, semantic_ratio: 1 },
  ];
  const created = await evals.create(await evals.upload(cases), configs);
  expect(created.status).toBe(201);
  const { eval_id: id } = created.body;
  await evals.when(id, ({ status }) => status !== 'pending' && status !== 'running');

  const { body } = await evals.get(id);
  expect(evaluationResource.parse(body)).toEqual(body);
  expect(body).toMatchObject({ status: 'completed', collection_name: 'manuals' });
  expect((await stack.holds()).charged).toHaveProperty(id);
});
