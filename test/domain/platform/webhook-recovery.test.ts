import { isWithinRecoverWindow } from '../../../src/domain/platform/webhook-recovery';

const now = new Date('2026-11-21T12:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it.each([
  ['now', 0, true],
  ['exactly 7 days ago', 7 * DAY, true],
  ['7 days and 5 minutes ago', 7 * DAY + 5 * MINUTE, true],
  ['more than 7 days and 5 minutes ago', 7 * DAY + 5 * MINUTE + 1, false],
  ['in 5 minutes', -5 * MINUTE, true],
  ['in more than 5 minutes', -5 * MINUTE - 1, false],
])('a recovery since %s: %d ms, allowed: %s', (_, ageMs, allowed) => {
  expect(isWithinRecoverWindow(new Date(now.getTime() - ageMs), now)).toBe(allowed);
});
