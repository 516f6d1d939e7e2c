import { type ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { inTurns } from '../../../activities/attempt/organization-slots';
import { organizationBusy } from '../../../src/domain/platform/organization-turn';

/** A worker with some slots, whose work lasts until it is ended. */
function worker(slots: number) {
  const ends: (() => void)[] = [];
  const { work } = inTurns(slots, {
    work: () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
      }),
  });
  return {
    /** Begins work of an organization; settles at its end, or with what it is turned away with. */
    begin: (fairnessKey: string, { maximumAttempts = 0 } = {}): Promise<unknown> => {
      const env = new MockActivityEnvironment({
        priority: { fairnessKey },
        retryPolicy: { maximumAttempts },
      });
      return env.run(work).catch((error: unknown) => error);
    },
    atWork: async () => {
      await new Promise(setImmediate);
      return ends.length;
    },
    endFirst: () => {
      ends.shift()!();
    },
  };
}

const busy = { type: organizationBusy, nonRetryable: false, category: 'BENIGN' };

describe('slots of a worker', () => {
  it('an organization leaves a quarter of them to others, at least one', async () => {
    const { begin, atWork } = worker(3);
    void begin('acme');
    void begin('acme');
    await expect(begin('acme')).resolves.toMatchObject(busy);
    void begin('rival');
    expect(await atWork()).toBe(3);
  });

  it('the only slot is for whoever comes', async () => {
    const { begin, atWork } = worker(1);
    void begin('acme');
    await expect(begin('acme')).resolves.toMatchObject(busy);
    expect(await atWork()).toBe(1);
  });

  it('a slot is free again once its work has ended', async () => {
    const { begin, atWork, endFirst } = worker(2);
    const first = begin('acme');
    await expect(begin('acme')).resolves.toMatchObject(busy);
    endFirst();
    await first;
    void begin('acme');
    expect(await atWork()).toBe(1);
  });

  it('attempts that are turned away come back one after the other', async () => {
    const { begin } = worker(2);
    void begin('acme');
    const pauses: number[] = [];
    for (let n = 0; n < 40; n++)
      pauses.push(((await begin('acme')) as ApplicationFailure).nextRetryDelay as number);
    // The spread of one pause is a half of it.
    for (let n = 10; n < 40; n++) expect(pauses[n]).toBeGreaterThan(2 * pauses[Math.floor(n / 8)]!);
    expect(Math.max(...pauses)).toBeLessThan(30_000);
  });

  it('work with bounded attempts is not turned away: waiting would use them up', async () => {
    const { begin, atWork } = worker(2);
    void begin('acme');
    void begin('acme', { maximumAttempts: 8 });
    expect(await atWork()).toBe(2);
  });

  it('work with bounded attempts takes a slot of its organization', async () => {
    const { begin, endFirst } = worker(2);
    const bounded = begin('acme', { maximumAttempts: 8 });
    await expect(begin('acme')).resolves.toMatchObject(busy);
    endFirst();
    await bounded;
    void begin('acme');
    await expect(begin('acme')).resolves.toMatchObject(busy);
  });
});
