import pino from 'pino';
import { JobsUnavailable } from '../../../../src/jobs/runs';
import { orLeaveToSweep } from '../../../../src/services/platform/jobs/leave-to-sweep';

function logOf() {
  const lines: { jobId?: string; level: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as { level: number });
  return { log: pino({}, { write }), lines };
}

it('a call that arrives is not left to the sweep', async () => {
  const { log, lines } = logOf();
  expect(await orLeaveToSweep(Promise.resolve(), log)).toBe(true);
  expect(lines).toEqual([]);
});

it('a call that Temporal cannot take is left to the sweep, with a warning that names its facts', async () => {
  const { log, lines } = logOf();
  const call = Promise.reject(new JobsUnavailable('away'));
  expect(await orLeaveToSweep(call, log, { jobId: 'job_1' })).toBe(false);
  expect(lines).toEqual([expect.objectContaining({ level: 40, jobId: 'job_1' })]);
});

it('any other fault of a call is the fault of the request', async () => {
  const fault = new Error('wrong');
  await expect(orLeaveToSweep(Promise.reject(fault), logOf().log)).rejects.toBe(fault);
});
