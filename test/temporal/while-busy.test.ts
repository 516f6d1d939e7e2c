import { ServiceError } from '@temporalio/client';
import { JobsUnavailable } from '../../src/domain/platform/jobs-unavailable';
import { callTemporal } from '../../src/temporal/temporal-call';
import { whileBusy } from '../../src/temporal/while-busy';

/** An error of gRPC, as the client of Temporal wraps it. */
function grpcError(code: number): Error {
  const cause = Object.assign(new Error(`${code}`), { code, details: '', metadata: {} });
  return new ServiceError('Failed to describe schedule', { cause });
}

/** A step that fails with the codes one after the other, then succeeds. */
function stepAfter(...codes: number[]) {
  const done = { tries: 0 };
  const step = () =>
    callTemporal(() => {
      const code = codes[done.tries++];
      return code === undefined ? Promise.resolve() : Promise.reject(grpcError(code));
    });
  return { done, step };
}

it('repeats a step while Temporal is too busy to answer', async () => {
  const { done, step } = stepAfter(4, 8);
  await whileBusy(step);
  expect(done.tries).toBe(3);
});

it('fails at once when Temporal is not there', async () => {
  const { done, step } = stepAfter(14);
  await expect(whileBusy(step)).rejects.toThrow(JobsUnavailable);
  expect(done.tries).toBe(1);
});
