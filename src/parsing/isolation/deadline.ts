/** A deadline that can be paused while another side works. */
export interface Deadline {
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** Starts a deadline, which calls `reached` once, after `milliseconds` of running. */
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
