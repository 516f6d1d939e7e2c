import { readTraceParent, spanIdOfRun } from '../../../src/domain/platform/run-trace';

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

it('a traceparent is taken apart', () => {
  const parts = { traceId, spanId };
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({ ...parts, flags: '01', isSampled: true });
  expect(readTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ ...parts, flags: '02', isSampled: false });
});

it.each([undefined, null, 7, '', 'x', `01-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01\n`, traceId])(
  '%j is no traceparent',
  (text) => {
    expect(readTraceParent(text)).toBeUndefined();
  },
);

it('the span id of a run is 16 digits of its run id', () => {
  expect(spanIdOfRun('01a1fbf2-a940-7c6f-a4b6-a27b48562ede')).toBe('a4b6a27b48562ede');
});
