/** What stays as it is, so that files, sockets and turns of the event loop go on. */
const left = [
  ...(['Date', 'hrtime', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

/**
 * From now on `setTimeout` and `performance` know no other time than what a test lets pass by `jest.advanceTimersByTime`, however
 * slow the machine is, until `jest.useRealTimers`.
 */
export function holdTimeouts(): void {
  jest.useFakeTimers({ doNotFake: [...left] });
}
