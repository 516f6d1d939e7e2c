import {
  errorOfJob,
  isSuspiciousListing,
  mayPass,
  nextSyncAt,
  syncInterval,
} from '../../../src/domain/documents/sync';

const scheduledFrom = new Date('2026-11-20T10:00:00.000Z');
const timing = { status: 'active', intervalMinutes: 60, scheduledFrom } as const;
const at = (time: string) => new Date(`2026-11-20T${time}.000Z`);

test('an interval below five minutes is five, and none stays none', () => {
  expect([null, -3, 0, 4, 5, 61].map(syncInterval)).toEqual([null, 5, 5, 5, 5, 61]);
});

test.each([
  ['10:00:00', '11:00:00'],
  ['10:59:59', '11:00:00'],
  ['11:00:00', '12:00:00'],
  ['09:00:00', '11:00:00'],
])('at %s the next run is due at %s', (now, next) => {
  expect(nextSyncAt(timing, at(now))).toEqual(at(next));
});

test('what is paused, deleted or only asked for has no next run', () => {
  for (const other of [{ status: 'paused' }, { status: 'inactive' }, { intervalMinutes: null }] as const)
    expect(nextSyncAt({ ...timing, ...other }, at('10:30:00'))).toBeNull();
});

test('an empty listing is suspicious behind more than ten objects', () => {
  expect(isSuspiciousListing(0, 11)).toBe(true);
  expect(isSuspiciousListing(0, 10)).toBe(false);
  expect(isSuspiciousListing(0, null)).toBe(false);
  expect(isSuspiciousListing(1, 1_000)).toBe(false);
});

test('files that fail by their bytes are not tried again, jobs that were stopped are an error', () => {
  expect(mayPass('encrypted_file')).toBe(false);
  expect(mayPass('insufficient_credits')).toBe(true);
  expect(errorOfJob('completed', null)).toBeNull();
  expect(errorOfJob('failed', 'all_files_failed')).toBeNull();
  expect(errorOfJob('failed', 'embedding_stalled')).toBe('indexing_failed');
  expect(errorOfJob('timed_out', null)).toBe('indexing_failed');
  expect(errorOfJob('cancelled', null)).toBeNull();
});
