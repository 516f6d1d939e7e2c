/** Functions that stay real, so that files, sockets and turns of the event loop work. */
const left = [
  ...(['Date', 'hrtime', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

/**
 * Holds the time of `setTimeout` and `performance` until `jest.useRealTimers`: it passes only when the test
 * calls `jest.advanceTimersByTime`, however slow the machine is.
 */
export function holdTimeouts(): void {
  jest.useFakeTimers({ doNotFake: [...left] });
}
