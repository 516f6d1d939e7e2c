import { MockActivityEnvironment } from '@temporalio/testing';
import { queryBodyTtlMs } from '../../../src/domain/documents/query-history';
import { createQueryHistory, findStoredQuery } from '../../../src/retrieval';
import { createLog } from '../../../src/log';
import { noMetrics } from '../../../src/metrics';
import { recordOf } from '../../setup/query-records';
import { type ActivityStack, startActivityStack } from '../activity-stack';

let stack: ActivityStack;
beforeAll(async () => {
  stack = await startActivityStack();
});
afterAll(() => stack.close());

/** An attempt that is scheduled now. */
function remove() {
  const env = new MockActivityEnvironment({ currentAttemptScheduledTimestampMs: Date.now() });
  return stack.run('removeOldQueryBodies', undefined, { env });
}

const bodies = () => stack.mongo.db.collection<{ _id: string; createdAt: Date }>('query_bodies');

it('bodies of queries go after 90 days, and their rows stay', async () => {
  const tenant = { organizationId: stack.organizationId, environment: 'production' as const };
  const history = createQueryHistory({
    stores: stack.stores,
    log: createLog('silent', 'test'),
    metrics: noMetrics,
  });
  const [old, young] = [queryBodyTtlMs + 1, queryBodyTtlMs - 60_000].map((ageMs) =>
    recordOf(tenant, { createdAt: new Date(Date.now() - ageMs) }),
  );
  await Promise.all([history.record(old!), history.record(young!)]);
  await expect(remove()).resolves.toEqual({
    removed: 1,
    more: false,
  });
  const kept = await bodies().find().toArray();
  expect(kept.map(({ _id }) => _id)).toEqual([young!.answer.queryId]);
  const deps = { stores: stack.stores, history };
  expect(await findStoredQuery(deps, tenant, old!.answer.queryId)).toMatchObject({
    bodyState: 'archived',
    body: null,
  });
  expect(await findStoredQuery(deps, tenant, young!.answer.queryId)).toMatchObject({
    bodyState: 'available',
  });
});

it('batches are bounded, take the oldest first, and bodies that no row names go too', async () => {
  await bodies().deleteMany({});
  const rows = Array.from({ length: 1_200 }, (_, number) => ({
    _id: `body-${number}`,
    createdAt: new Date(number),
  }));
  await bodies().insertMany(rows);
  await expect(remove()).resolves.toEqual({
    removed: 1_000,
    more: true,
  });
  const left = await bodies().find().sort({ createdAt: 1 }).toArray();
  expect(left[0]).toEqual(rows[1_000]);
  await expect(remove()).resolves.toEqual({
    removed: 200,
    more: false,
  });
});
