import { type Stores } from '../../../src/stores';
import { type StartHolds } from '../../../src/stores/platform/start-holds';
import { startDatabase, type TestDatabase } from '../../setup/database';

let database: TestDatabase;
let stores: Stores;
beforeAll(async () => {
  database = await startDatabase();
  stores = database.stores;
});
afterAll(() => database.close());

/** A kind of its own and an organization with this balance, and jobs of one credit there. */
async function newcomer(
  kind: string,
  balance: number | null,
  bounds: { placesMax: number; holdsMax: number },
) {
  const organizationId = await stores.organizations.ensure(`holds-${kind}`);
  await stores.credits.setBalance(organizationId, balance);
  const wanted = (n: number): StartHolds => ({
    kind,
    organizationId,
    jobId: `${kind}-${n}`,
    credits: 1,
    ...bounds,
  });
  const state = async () => ({
    places: (await stores.capacity.holders(kind)).length,
    remaining: await stores.credits.remaining(organizationId),
  });
  return { organizationId, wanted, state };
}
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const count = (answers: readonly string[], answer: string) => answers.filter((one) => one === answer).length;

describe('of 100 that start at once', () => {
  test('as many as there are places start, from the very first, and the others hold nothing', async () => {
    const { wanted, state } = await newcomer('places', 500, { placesMax: 37, holdsMax: 1_000 });
    const answers = await times(100, (n) => stores.takeStartHolds(wanted(n)));
    expect([count(answers, 'reserved'), count(answers, 'no_place')]).toEqual([37, 63]);
    expect(await state()).toEqual({ places: 37, remaining: 463 });
  });

  test.each([
    ['too_many', 'holds', 500, 20],
    ['insufficient_credits', 'credits', 20, 1_000],
  ])('as many as the organization may start, the others are %s', async (refusal, kind, balance, holdsMax) => {
    const { wanted, state } = await newcomer(kind, balance, { placesMax: 1_000, holdsMax });
    const answers = await times(100, async (n) => {
      const answer = await stores.takeStartHolds(wanted(n));
      if (answer !== 'reserved') await stores.capacity.give(kind, wanted(n).jobId);
      return answer;
    });
    expect([count(answers, 'reserved'), count(answers, refusal)]).toEqual([20, 80]);
    expect(await state()).toEqual({ places: 20, remaining: balance - 20 });
  });
});

test('a job that asks again, at once or later, has one place and one hold, also when all are taken', async () => {
  const { wanted, state } = await newcomer('again', 5, { placesMax: 1, holdsMax: 1 });
  const answers = await times(20, () => stores.takeStartHolds(wanted(0)));
  expect(count(answers, 'reserved')).toBe(20);
  expect(await stores.takeStartHolds(wanted(1))).toBe('no_place');
  expect(await state()).toEqual({ places: 1, remaining: 4 });
});

test('what a job lacks after a crash between the two is taken with the next try', async () => {
  const { organizationId, wanted, state } = await newcomer('half', 5, { placesMax: 2, holdsMax: 2 });
  await stores.capacity.take('half', wanted(0).jobId, 2);
  await stores.credits.reserve(organizationId, wanted(1).jobId, 1, wanted(1));
  for (const n of [0, 1]) expect(await stores.takeStartHolds(wanted(n))).toBe('reserved');
  expect(await state()).toEqual({ places: 2, remaining: 3 });
});

test('an organization that does not exist is an error', async () => {
  const { wanted } = await newcomer('nobody', null, { placesMax: 5, holdsMax: 5 });
  const unknown = { ...wanted(0), organizationId: 'org_none' };
  await expect(stores.takeStartHolds(unknown)).rejects.toThrow('no organization org_none');
});
