/** Deadline that can be paused while another component works. */
export interface Deadline {
  pause(): void;
  resume(): void;
  cancel(): void;
}

/**
 * Starts a deadline, which calls `reached` once, after `milliseconds` of running.
 *
 * @param now clock in milliseconds; it may stand still at times
 */
export function startDeadline(
  milliseconds: number,
  reached: () => void,
  now: () => number = () => performance.now(),
): Deadline {
  let remainingMs = milliseconds;
  let since = 0;
  let timer: NodeJS.Timeout | null = null;

  function pause(): void {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    remainingMs -= now() - since;
  }

  function check(): void {
    pause();
    if (remainingMs > 0) resume();
    else reached();
  }

  function resume(): void {
    if (timer !== null) return;
    since = now();
    timer = setTimeout(check, Math.max(0, remainingMs));
  }

  resume();
  return { pause, resume, cancel: pause };
}

/** Elapsed time that a waiting thread may take, as a multiple of its deadline. */
const waitingFactor = 10;

/**
 * Starts a deadline for the processor time of a thread. A thread that waits for a processor or a disk reaches
 * it after `waitingFactor` times as long.
 *
 * @param busyMs returns the processor time of the thread in milliseconds
 */
export function startBusyDeadline(
  milliseconds: number,
  reached: () => void,
  { busyMs }: { busyMs: () => number },
): Deadline {
  const both = [
    startDeadline(milliseconds, reached, busyMs),
    startDeadline(milliseconds * waitingFactor, reached),
  ];
  const each = (act: keyof Deadline) => () => {
    for (const deadline of both) deadline[act]();
  };
  return { pause: each('pause'), resume: each('resume'), cancel: each('cancel') };
}
