import { type RetryPolicy } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { askedPause } from '../../../activities/attempt/asked-pause';

const policy = { initialInterval: 1_000, backoffCoefficient: 2, maximumInterval: 60_000 };

async function pauseAfter(attempt: number, askedMs: number | undefined, retryPolicy: RetryPolicy = policy) {
  const env = new MockActivityEnvironment({ attempt, retryPolicy });
  const options = await env.run(() => Promise.resolve(askedPause(askedMs)));
  return (options as ReturnType<typeof askedPause>).nextRetryDelay;
}

describe('the pause that a server asks for', () => {
  it.each([
    ['no pause', 1, undefined],
    ['a moment that has passed', 1, 0],
    ['a few milliseconds', 1, 3],
    ['less than the policy pauses after many attempts', 5, 15_999],
    ['less than the longest pause of the policy', 20, 59_999],
  ])('is left to the retry policy for %s', async (_, attempt, askedMs) => {
    expect(await pauseAfter(attempt, askedMs)).toBeUndefined();
  });

  it.each([
    ['after the first attempt', 1, 1_001],
    ['after many attempts', 5, 16_001],
    ['above the longest pause of the policy', 20, 600_000],
  ])('is kept where it is longer than that of the policy: %s', async (_, attempt, askedMs) => {
    expect(await pauseAfter(attempt, askedMs)).toBe(askedMs);
  });

  it('follows a policy whose intervals are in words, or that leaves them to Temporal', async () => {
    const words: RetryPolicy = { ...policy, initialInterval: '2 seconds', maximumInterval: '1 minute' };
    expect(await pauseAfter(2, 4_000, words)).toBeUndefined();
    expect(await pauseAfter(1, 1_000, {})).toBeUndefined();
    expect(await pauseAfter(20, 100_001, {})).toBe(100_001);
  });
});
