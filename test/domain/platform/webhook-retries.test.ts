import { type AttemptOutcome } from '../../../src/domain/platform/webhook-delivery';
import { deliveryScheduleMs, retryDelayMs } from '../../../src/domain/platform/webhook-retries';

const failed: AttemptOutcome = { class: 'http_error', status: 500, retryAfterMs: null };
const seeds = Array.from({ length: 2_000 }, (_, n) => `msg_${n}`);
const delays = (step: number, outcome = failed) => seeds.map((seed) => retryDelayMs(step, seed, outcome)!);
const SECOND = 1_000;
const HOUR = 3_600_000;

it('the pauses are 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h: 27 h 35 min and 5 s in all', () => {
  expect(deliveryScheduleMs.map((ms) => ms / SECOND)).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 36000]);
  expect(deliveryScheduleMs.reduce((a, b) => a + b)).toBe(27 * HOUR + 35 * 60 * SECOND + 5 * SECOND);
});

it.each([0, 1, 2, 3, 4, 5, 6])('the pause after attempt %i is spread over ±20 %% of its plan', (step) => {
  const planned = deliveryScheduleMs[step + 1]!;
  const factors = delays(step).map((ms) => ms / planned);
  expect(Math.min(...factors)).toBeGreaterThanOrEqual(0.8);
  expect(Math.max(...factors)).toBeLessThanOrEqual(1.2);
  expect(Math.min(...factors)).toBeLessThan(0.82);
  expect(Math.max(...factors)).toBeGreaterThan(1.18);
  const mean = factors.reduce((a, b) => a + b) / factors.length;
  expect(mean).toBeGreaterThan(0.99);
  expect(mean).toBeLessThan(1.01);
});

it('the pauses of one delivery are the same whenever they are worked out, and differ from those of others', () => {
  expect(delays(2)).toEqual(delays(2));
  expect(new Set(delays(6)).size).toBeGreaterThan(1_990);
});

it('the eighth attempt is the last', () => {
  expect(retryDelayMs(6, 'msg', failed)).not.toBeNull();
  expect(retryDelayMs(7, 'msg', failed)).toBeNull();
});

it.each([
  ['429', { class: 'http_error', status: 429, retryAfterMs: null }],
  ['a timeout', { class: 'timeout', status: null, retryAfterMs: null }],
] as const)('after %s the receiver is left alone for a minute at least', (_, outcome) => {
  for (const delay of delays(0, outcome)) expect(delay).toBe(60_000);
  expect(delays(2, outcome)).toEqual(delays(2));
});

it.each([
  ['shorter than the plan changes nothing', 1_000, 1],
  ['longer than the plan is honoured', 1.5, null],
  ['of more than twice the plan is cut there', 50 * HOUR, 2],
] as const)('Retry-After %s', (_, asked, factor) => {
  const plain = retryDelayMs(3, 'msg', failed)!;
  const retryAfterMs = factor === null ? plain * asked : asked;
  expect(retryDelayMs(3, 'msg', { ...failed, retryAfterMs })).toBe(
    factor === null ? retryAfterMs : plain * factor,
  );
});
