import { type CapacityStore } from '../../../src/stores/platform/capacity';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
let capacity: CapacityStore;
beforeAll(async () => {
  database = await startDatabase();
  capacity = database.stores.capacity;
});
afterAll(() => database.close());

test('exactly as many of 100 concurrent takers get a place as there are, from the very first', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => capacity.take('race', `job-${n}`, 37)),
  );
  expect(answers.filter(Boolean)).toHaveLength(37);
  expect(await capacity.holders('race')).toHaveLength(37);
});

test('a holder that asks again keeps its one place, also when all are taken', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => capacity.take('again', 'job', 1)));
  expect(answers).toEqual(Array.from({ length: 20 }, () => true));
  expect(await capacity.take('again', 'other', 1)).toBe(false);
});

test('a place that is given back, even twice, can be taken once', async () => {
  await capacity.take('back', 'a', 1);
  await capacity.give('back', 'a');
  await capacity.give('back', 'a');
  expect(await capacity.take('back', 'b', 1)).toBe(true);
  expect(await capacity.take('back', 'c', 1)).toBe(false);
});

test('kinds do not share places, and unknown ones have no holders', async () => {
  await capacity.take('one', 'a', 1);
  expect(await capacity.take('two', 'a', 1)).toBe(true);
  expect(await capacity.holders('three')).toEqual([]);
  await expect(capacity.give('three', 'a')).resolves.toBeUndefined();
});

test('text that looks like an expression is taken as text', async () => {
  expect(await capacity.take('text', '$holders', 1)).toBe(true);
  expect((await capacity.holders('text')).map(({ id }) => id)).toEqual(['$holders']);
});
