import { newId } from '../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

async function newBuild(): Promise<string> {
  const _id = newId('bld_');
  await database.stores.productBuilds.insert({
    _id,
    indexId: newId('idx_'),
    jobId: newId('job_'),
    organizationId: newId('org_'),
    environment: 'production',
    physical: 'p',
    view: { stagedThrough: 0, voidThrough: 0 },
    idField: 'id',
    settings: '{}',
    settingsVersion: 1,
  });
  return _id;
}

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `=${from + n}`);

test('a group has one number and each number one group, whoever asks at the same time', async () => {
  const { recordGroups } = database.stores;
  const build = await newBuild();
  const lists = Array.from({ length: 12 }, (_, n) => keys(n * 50, n * 50 + 200));
  const answers = await Promise.all(lists.map((list) => recordGroups.numbersOf(build, list)));
  const numbers = new Map<string, number>();
  for (const [place, answer] of answers.entries()) {
    expect([...answer.keys()].sort()).toEqual(lists[place]!.toSorted());
    for (const [key, number] of answer) {
      expect(numbers.get(key) ?? number).toBe(number);
      numbers.set(key, number);
    }
  }
  expect(new Set(numbers.values()).size).toBe(750);
  expect(await recordGroups.count(build)).toBe(750);
  expect(await recordGroups.numbersOf(build, keys(0, 750))).toEqual(numbers);
});

test('groups of one build are none of another, and go with it', async () => {
  const { productBuilds, recordGroups } = database.stores;
  const [one, other] = [await newBuild(), await newBuild()];
  await recordGroups.numbersOf(one, ['=a', '#a', '=', '=a/b', '=$x']);
  expect((await recordGroups.numbersOf(other, ['=z'])).get('=z')).toBe(0);
  await recordGroups.removeOf(one);
  expect([await recordGroups.count(one), await recordGroups.count(other)]).toEqual([0, 1]);
  await productBuilds.remove(one);
  expect(await recordGroups.numbersOf(one, ['=a'])).toEqual(new Map());
});
