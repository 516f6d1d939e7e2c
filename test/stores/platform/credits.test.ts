import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type CreditStore, type LedgerRow } from '../../../src/stores/platform/credits';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

let database: TestDatabase;
let credits: CreditStore;
beforeAll(async () => {
  database = await startDatabase();
  credits = database.stores.credits;
});
afterAll(() => database.close());

const parse = { kind: 'parse', holdsMax: 20 };

async function organization(balance: number | null): Promise<string> {
  const id = await database.stores.organizations.ensure(`o-${randomUUID()}`);
  await credits.setBalance(id, balance);
  return id;
}

function times<T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

describe('reserve', () => {
  it('lets exactly as many of 100 concurrent requests through as there are places', async () => {
    const id = await organization(null);
    const answers = await times(100, (n) => credits.reserve(id, `hold-${n}`, 1, parse));
    expect(tally(answers)).toEqual({ reserved: 20, too_many: 80 });
  });

  it('lets exactly as many of 100 concurrent requests through as the balance covers', async () => {
    const id = await organization(10);
    const answers = await times(100, (n) =>
      credits.reserve(id, `hold-${n}`, 1.5, { kind: 'parse', holdsMax: 100 }),
    );
    expect(tally(answers)).toEqual({ reserved: 6, insufficient_credits: 94 });
    expect(await credits.remaining(id)).toBe(1);
  });

  it('takes one hold for 50 concurrent requests with one id', async () => {
    const id = await organization(5);
    const answers = await times(50, () => credits.reserve(id, 'hold', 3, parse));
    expect(tally(answers)).toEqual({ reserved: 50 });
    expect(await credits.remaining(id)).toBe(2);
  });

  it('counts places per kind', async () => {
    const id = await organization(null);
    await credits.reserve(id, 'a', 1, { kind: 'parse', holdsMax: 1 });
    expect(await credits.reserve(id, 'b', 1, { kind: 'index', holdsMax: 1 })).toBe('reserved');
    expect(await credits.reserve(id, 'c', 1, { kind: 'parse', holdsMax: 1 })).toBe('too_many');
  });

  it('takes text that looks like an expression as text', async () => {
    const id = await organization(4);
    expect(await credits.reserve(id, '$balance', 1, { kind: '$holds', holdsMax: 1 })).toBe('reserved');
    await credits.release(id, '$balance');
    expect(await credits.remaining(id)).toBe(4);
  });

  it.each([0.25, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %p credits', async (amount) => {
    await expect(credits.reserve('org_x', 'hold', amount, parse)).rejects.toThrow(RangeError);
  });

  it('refuses an organization that does not exist', async () => {
    await expect(credits.reserve('org_none', 'hold', 1, parse)).rejects.toThrow('no organization org_none');
  });
});

describe('settle and release', () => {
  it('charges once when 50 callers settle one hold at the same time', async () => {
    const id = await organization(100);
    await credits.reserve(id, 'settled-once', 10, parse);
    await times(50, () => credits.settle(id, 'settled-once', 8.5));
    expect(await credits.remaining(id)).toBe(91.5);
  });

  it('charges each of 30 holds that are settled at the same time', async () => {
    const id = await organization(100);
    await times(30, (n) => credits.reserve(id, `many-${n}`, 1, { kind: 'parse', holdsMax: 30 }));
    await times(30, (n) => credits.settle(id, `many-${n}`, 0.5));
    expect(await credits.remaining(id)).toBe(85);
  });

  it('charges nothing twice when a settled hold is taken and settled again', async () => {
    const id = await organization(10);
    await credits.reserve(id, 'again', 2, parse);
    await credits.settle(id, 'again', 2);
    await credits.reserve(id, 'again', 2, parse);
    await credits.settle(id, 'again', 2);
    expect(await credits.remaining(id)).toBe(8);
  });

  it('charges what was used though the hold was swept away', async () => {
    const id = await organization(10);
    await credits.reserve(id, 'swept', 2, parse);
    await credits.release(id, 'swept');
    await credits.settle(id, 'swept', 1.5);
    expect(await credits.remaining(id)).toBe(8.5);
  });

  it('charges more than was held, below zero if need be', async () => {
    const id = await organization(1);
    await credits.reserve(id, 'underestimated', 1, parse);
    await credits.settle(id, 'underestimated', 3);
    expect(await credits.remaining(id)).toBe(-2);
    expect(await credits.reserve(id, 'next', 0, parse)).toBe('insufficient_credits');
  });

  it('keeps a ledger row for an organization without a limit', async () => {
    const id = await organization(null);
    await credits.reserve(id, 'unlimited', 1, parse);
    await credits.settle(id, 'unlimited', 2.5);
    expect(await credits.remaining(id)).toBeNull();
    const row = await database.mongo.db.collection<LedgerRow>('credits').findOne({ _id: 'unlimited' });
    expect(row).toMatchObject({ organizationId: id, halfCredits: 5 });
  });

  it(`loses and invents nothing over any order of operations, each repeated and racing (seed ${seed})`, async () => {
    const step = fc.record({
      hold: fc.integer({ min: 0, max: 4 }),
      act: fc.constantFrom('reserve', 'settle', 'release'),
      halves: fc.integer({ min: 0, max: 8 }),
      copies: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const run = randomUUID();
        const id = await organization(1_000);
        const charged = new Map<number, number>();
        const held = new Map<number, number>();
        for (const { hold, act, halves, copies } of steps) {
          const holdId = `${run}-${hold}`;
          if (act === 'reserve') {
            await times(copies, () => credits.reserve(id, holdId, halves / 2, parse));
            if (!held.has(hold)) held.set(hold, halves);
          } else if (act === 'settle') {
            await times(copies, () => credits.settle(id, holdId, halves / 2));
            held.delete(hold);
            if (!charged.has(hold)) charged.set(hold, halves);
          } else {
            await times(copies, () => credits.release(id, holdId));
            held.delete(hold);
          }
        }
        const spent = [...charged.values(), ...held.values()].reduce((sum, halves) => sum + halves, 0);
        expect(await credits.remaining(id)).toBe(1_000 - spent / 2);
      }),
      { seed, numRuns: 25 },
    );
  });
});

test('listHolds names what is older than a moment, and only that', async () => {
  const id = await organization(null);
  await credits.reserve(id, 'old', 1, parse);
  const holds = await credits.listHolds(new Date(Date.now() + 1_000), 1_000);
  expect(holds).toContainEqual({
    organizationId: id,
    id: 'old',
    kind: 'parse',
    at: expect.any(Date) as Date,
  });
  expect(await credits.listHolds(new Date(0), 1_000)).toEqual([]);
});

describe('raiseTo and raiseBy', () => {
  const hold = (id: string) => ({ id, kind: 'parse' });

  it('hold an amount once, however often it is asked for, and never less than before', async () => {
    const id = await organization(100);
    await credits.reserve(id, 'job', 2, parse);
    expect(tally(await times(50, () => credits.raiseTo(id, hold('job'), 30)))).toEqual({ raised: 50 });
    await credits.raiseTo(id, hold('job'), 10);
    expect(await credits.account(id)).toEqual({ balance: 100, held: 30, remaining: 70 });
  });

  it('add up what many ask for at the same time, the hold being there or not', async () => {
    const id = await organization(100);
    await times(50, () => credits.raiseBy(id, hold('$job'), 1.5));
    expect(await credits.account(id)).toEqual({ balance: 100, held: 75, remaining: 25 });
  });

  it('are refused by what other jobs hold, and then change nothing', async () => {
    const id = await organization(10);
    await credits.reserve(id, 'other', 8, parse);
    await credits.reserve(id, 'job', 1, parse);
    expect(await credits.raiseTo(id, hold('job'), 5)).toBe('insufficient_credits');
    expect(await credits.raiseBy(id, hold('third'), 2)).toBe('insufficient_credits');
    expect(await credits.account(id)).toEqual({ balance: 10, held: 9, remaining: 1 });
  });

  it('leave the balance at most a tenth of one job below zero, however many jobs raise and settle', async () => {
    const price = 20;
    const id = await organization(5 * price - 2);
    const answers = await times(40, async (n) => {
      const outcome = await credits.raiseTo(id, hold(`job-${n}`), price);
      if (outcome === 'raised') await credits.settle(id, `job-${n}`, price);
      return outcome;
    });
    expect(tally(answers)).toEqual({ raised: 5, insufficient_credits: 35 });
    expect(await credits.account(id)).toEqual({ balance: -2, held: 0, remaining: -2 });
  });

  it('hold nothing where there is no limit', async () => {
    const id = await organization(null);
    expect(await credits.raiseBy(id, hold('job'), 1_000)).toBe('raised');
    expect(await credits.account(id)).toEqual({ balance: null, held: 0, remaining: null });
  });
});
