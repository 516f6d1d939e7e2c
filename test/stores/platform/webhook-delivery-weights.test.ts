import { newId } from '../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { newDelivery } from '../../webhooks/new-delivery';

const now = new Date();
let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

/** Writes deliveries to an endpoint. @param dueMs milliseconds until their next attempts */
async function deliveries(
  organizationId: string,
  endpointId: string,
  count: number,
  dueMs = 0,
): Promise<void> {
  const dueAt = new Date(now.getTime() + dueMs);
  for (let at = 0; at < count; at++) await newDelivery(database.stores, endpointId, organizationId, dueAt);
}

const endpointsOf = (organizationId: string, count: number) =>
  Array.from({ length: count }, () => ({ _id: newId('whe_'), organizationId }));

it('endpoints of an organization with deliveries that are due share one weight', async () => {
  const [many, one] = [newId('org_'), newId('org_')];
  const [first, second, paused, idle] = endpointsOf(many, 4);
  const [other] = endpointsOf(one, 1);
  await deliveries(many, first!._id, 1);
  await deliveries(many, second!._id, 3);
  await deliveries(many, paused!._id, 2, 60_000);
  await deliveries(one, other!._id, 1);

  const endpoints = [first!, second!, paused!, idle!, other!];
  const weightOf = await database.stores.webhookDeliveries.weigh(endpoints, now);
  expect(endpoints.map(({ _id }) => weightOf(_id))).toEqual([1 / 2, 1 / 2, 1 / 2, 1 / 2, 1]);
});

it('a long line of an endpoint weighs less, and no more than its end is counted', async () => {
  const organizationId = newId('org_');
  const [long, longer] = endpointsOf(organizationId, 2);
  await deliveries(organizationId, long!._id, 40);
  await deliveries(organizationId, longer!._id, 95);

  const weightOf = await database.stores.webhookDeliveries.weigh([long!, longer!], now);
  expect(weightOf(long!._id)).toBeCloseTo(0.25 / 2);
  expect(weightOf(longer!._id)).toBeCloseTo(0.05 / 2);
});

it('without endpoints nothing is counted', async () => {
  const weightOf = await database.stores.webhookDeliveries.weigh([], now);
  expect(weightOf(newId('whe_'))).toBe(1);
});
