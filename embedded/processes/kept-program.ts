import type { Report } from '../report';
import type { Child, ChildProgram, Children } from './children';

/** A program that is started again when it ends by itself. */
export interface KeptProgram {
  /** Its first start. */
  first: Child;
  /** Settles with what happened when it ended and is not started again. */
  failed: Promise<string>;
}

/** How a program is kept. */
export interface KeepOptions {
  report: Report;
  /** Asked at each end; a program that ends before the stack is up is not started again. */
  mayRestart: () => boolean;
}

const restartsMax = 3;
const withinMs = 60_000;

/**
 * Starts a program, and again when it ends by itself: three times within a minute at most. Each end is
 * reported.
 */
export async function startKept(
  children: Children,
  program: ChildProgram,
  { report, mayRestart }: KeepOptions,
): Promise<KeptProgram> {
  let ends: number[] = [];
  let giveUp: (description: string) => void;
  const failed = new Promise<string>((resolve) => (giveUp = resolve));

  const startOnce = (): Promise<Child> => children.start({ ...program, onEnd });
  function onEnd(description: string): void {
    const nowMs = performance.now();
    ends = [...ends.filter((endMs) => endMs > nowMs - withinMs), nowMs];
    if (!mayRestart()) giveUp(description);
    else if (ends.length > restartsMax)
      giveUp(`${description}\n${program.name} ended ${ends.length} times within a minute.`);
    else {
      report(`${description}\n${program.name} is started again.`);
      startOnce().catch((error: unknown) => {
        giveUp(String(error));
      });
    }
  }
  return { first: await startOnce(), failed };
}
