import type { Child, Children } from '../processes/children';

/** Members of a cluster as their processes are called. */
export interface Members {
  /** Starts children as `children` do; each end that nobody asked for is told to `onEnd`. */
  children: Children;
  /** Process id of a member; undefined while it is down. */
  pidOf(name: string): number | undefined;
  /** Ends a member without a chance to write anything, and waits until it has ended. */
  kill(name: string): Promise<void>;
}

/**
 * Children that may end while the others go on.
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
    pidOf(name) {
      const child = running.get(name);
      return child === undefined || child.hasEnded() ? undefined : child.pid;
    },
    async kill(name) {
      const child = running.get(name);
      if (child === undefined || child.hasEnded()) throw new Error(`${name} is not running`);
      process.kill(-child.pid, 'SIGKILL');
      await child.ended;
    },
  };
}
