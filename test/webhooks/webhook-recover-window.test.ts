import { isWithinRecoverWindow } from '../../src/domain/platform/webhook-delivery';

const now = new Date('2026-11-21T12:00:00.000Z');
const DAY = 24 * 3_600_000;

it.each([
  ['now', 0, true],
  ['exactly 7 days ago', 7 * DAY, true],
  ['7 days ago, asked by a request that took most of a second', 7 * DAY + 999, true],
  ['7 days and a second ago', 7 * DAY + 1_000, false],
  ['in less than a second', -999, true],
  ['in a second', -1_000, false],
])('a recovery since %s: %d ms, allowed: %s', (_, ageMs, allowed) => {
  expect(isWithinRecoverWindow(new Date(now.getTime() - ageMs), now)).toBe(allowed);
});
