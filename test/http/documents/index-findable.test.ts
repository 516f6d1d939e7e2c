import { type QueryAnswerBody } from '../../../api/documents/schemas/queries';
import { type IndexStack, startIndexStack } from '../../setup/index-stack';

let stack: IndexStack;
beforeAll(async () => {
  stack = await startIndexStack();
  await stack.startWorker();
});
afterAll(() => stack.close());

it('finds what a job has indexed as soon as the job is completed', async () => {
  for (let round = 0; round < 8; round++) {
    const collection = `findable-${round}`;
    await stack.createCollection(collection);
    const sent = stack.index('text', { content: 'The lock opens at dawn.' }, { collection });
    expect(await stack.indexed(await stack.accepted(sent))).toMatchObject({ status: 'completed' });
    const { body } = await stack.api.request<QueryAnswerBody>(`/v3/collections/${collection}/query`, {
      key: stack.key.text,
      json: { query: 'lock', semantic_ratio: 0 },
    });
    expect(body.results).toHaveLength(1);
  }
});
