import type { Child, Children } from '../processes/children';

/** Members of a cluster as their processes are called. */
export interface Members {
  /** Starts children as `children` do; each end that was not asked for is told to `onEnd`. */
  children: Children;
  /** Process ids of those of `names` that run. */
  pidsOf<T extends string>(names: readonly T[]): Map<T, number>;
  /** Ends a member without a chance to write anything, and waits until it has ended. */
  kill(name: string): Promise<void>;
}

/**
 * Children that may end while the others run.
 *
 * @param onEnd called with the name of a member that ended and with what happened
 */
export function createMembers(
  children: Children,
  onEnd: (name: string, description: string) => void,
): Members {
  const running = new Map<string, Child>();
  return {
    children: {
      ...children,
      async start(program) {
        const child = await children.start({
          ...program,
          onEnd: (description) => {
            onEnd(program.name, description);
          },
        });
        running.set(program.name, child);
        return child;
      },
    },
    pidsOf(names) {
      const children = names.map((name) => [name, running.get(name)] as const);
      return new Map(
        children.flatMap(([name, child]) =>
          child === undefined || child.hasEnded() ? [] : [[name, child.pid] as const],
        ),
      );
    },
    async kill(name) {
      const child = running.get(name);
      if (child === undefined || child.hasEnded()) throw new Error(`${name} is not running`);
      process.kill(-child.pid, 'SIGKILL');
      await child.ended;
    },
  };
}
