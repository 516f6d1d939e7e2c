import { statusLines } from '../../src/admin/commands/deployment';

it('the status of a deployment tells which workers can be stopped', () => {
  const builds = [
    { build_id: 'release-4', state: 'current', pinned_runs: 1 },
    { build_id: 'release-3', state: 'draining', pinned_runs: 12 },
    { build_id: 'release-2', state: 'draining', pinned_runs: 0 },
    { build_id: 'release-1', state: 'drained', pinned_runs: 0 },
  ] as const;
  expect(statusLines({ deployment: 'sheaf', builds: [...builds] })).toEqual([
    'BUILD      STATE     PINNED RUNS  WORKERS',
    'release-4  current   1            -',
    'release-3  draining  12           keep',
    'release-2  draining  0            keep until Temporal has looked again',
    'release-1  drained   0            can be stopped',
  ]);
});
