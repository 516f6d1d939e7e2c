import { type IdleStack, startIdleStack } from '../../setup/idle-stack';

// No worker runs: whatever is accepted stays pending.
let stack: IdleStack;
beforeAll(async () => {
  stack = await startIdleStack();
});
afterAll(() => stack.close());

it.each(['basic', 'advanced'])(
  'an organization without credits for one %s page is refused',
  async (processing_type) => {
    const { text: key, organizationId } = await stack.api.createKey({
      organization: `poor-${processing_type}`,
    });
    await stack.api.request('/v2/collections/manuals', { method: 'PUT', key });
    const required = processing_type === 'basic' ? 0.5 : 1;
    const index = () =>
      stack.api.request('/v2/collections/manuals/index/text', {
        key,
        json: { content: 'hello', processing_type },
      });
    for (const balance of [-3, required - 0.5]) {
      await stack.api.mongo.db
        .collection<{ _id: string }>('organizations')
        .updateOne({ _id: organizationId }, { $set: { balance: balance * 2 } });
      expect(await index()).toMatchObject({
        status: 402,
        body: { error: 'insufficient_credits', details: { required, remaining: balance } },
      });
    }
    expect(await stack.api.mongo.db.collection('jobs').countDocuments({ organizationId })).toBe(0);
    await stack.api.stores.credits.setBalance(organizationId, required);
    expect((await index()).status).toBe(202);
  },
);
