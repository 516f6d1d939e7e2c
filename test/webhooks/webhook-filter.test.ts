import { jobEvent } from '../../src/domain/documents/ended-job';
import {
  type EndpointFilter,
  endpointWants,
  filterFault,
  isSlow,
} from '../../src/domain/platform/webhook-endpoint';
import { type JobSource } from '../../src/domain/platform/webhook-event';

const filter = (parts: Partial<EndpointFilter> = {}): EndpointFilter => ({
  collectionIds: [],
  syncIds: [],
  sources: [],
  ...parts,
});
const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`);

it.each([
  ['nothing', filter(), null],
  ['ten collections', filter({ collectionIds: ids(10) }), null],
  ['eleven collections', filter({ collectionIds: ids(11) }), 'filter_list_too_long'],
  ['five collections, two syncs', filter({ collectionIds: ids(5), syncIds: ids(2) }), null],
  [
    'five collections, three syncs',
    filter({ collectionIds: ids(5), syncIds: ids(3) }),
    'too_many_filter_combinations',
  ],
  [
    'five collections, one sync, both sources',
    filter({ collectionIds: ids(5), syncIds: ids(1), sources: ['api', 'sync'] }),
    null,
  ],
  [
    'six collections, both sources',
    filter({ collectionIds: ids(6), sources: ['api', 'sync'] }),
    'too_many_filter_combinations',
  ],
  ['syncs and only api', filter({ syncIds: ids(1), sources: ['api'] }), 'sync_filter_requires_sync_source'],
  ['syncs and sync', filter({ syncIds: ids(1), sources: ['sync'] }), null],
])('a filter of %s', (_, value, code) => {
  expect(filterFault(value)?.code ?? null).toBe(code);
});

it('the refusal of too many combinations says how many', () => {
  expect(filterFault(filter({ collectionIds: ids(5), syncIds: ids(3) }))).toMatchObject({ combinations: 15 });
});

const job = { state: 'completed', collectionId: 'col_1', syncId: null } as const;
const syncJob = { ...job, syncId: 'sync_1' } as const;

it.each([
  ['no filter', filter(), job, true],
  ['one of two collections', filter({ collectionIds: ['col_0', 'col_1'] }), job, true],
  ['another collection', filter({ collectionIds: ['col_0'] }), job, false],
  ['collection fits, source does not', filter({ collectionIds: ['col_1'], sources: ['sync'] }), job, false],
  ['a sync filter never meets a job of the API', filter({ syncIds: ['sync_1'] }), job, false],
  ['a sync filter meets the job of its sync', filter({ syncIds: ['sync_1'] }), syncJob, true],
  [
    'the sync fits, the collection does not',
    filter({ syncIds: ['sync_1'], collectionIds: ['col_0'] }),
    syncJob,
    false,
  ],
  ['either source', filter({ sources: ['api', 'sync'] as JobSource[] }), syncJob, true],
])('%s', (_, value, ended, wanted) => {
  expect(endpointWants({ eventTypes: [], filter: value }, jobEvent(ended))).toBe(wanted);
});

it('hears only of the chosen events', () => {
  const wants = (state: 'completed' | 'failed') =>
    endpointWants(
      { eventTypes: ['job.failed', 'job.timed_out'], filter: filter() },
      jobEvent({ ...job, state }),
    );
  expect([wants('completed'), wants('failed')]).toEqual([false, true]);
});

it.each([
  [[], false],
  [[6_000], true],
  [[...Array<number>(18).fill(10), 6_000, 6_000], true],
  [[...Array<number>(19).fill(10), 6_000], false],
])('of attempts that took %j ms: slow is %s', (recent, slow) => {
  expect(isSlow(recent)).toBe(slow);
});
