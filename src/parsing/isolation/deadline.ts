/** A clock that can be stopped while somebody else is at work. */
export interface Deadline {
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** Calls `reached` once, after `milliseconds` of running; starts running. */
export function startDeadline(milliseconds: number, reached: () => void): Deadline {
  let left = milliseconds;
  let since = 0;
  let timer: NodeJS.Timeout | null = null;

  function pause(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    left -= performance.now() - since;
  }

  function resume(): void {
    if (timer !== null) return;
    since = performance.now();
    timer = setTimeout(reached, Math.max(0, left));
  }

  resume();
  return { pause, resume, cancel: pause };
}
