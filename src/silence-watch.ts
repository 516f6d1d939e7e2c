/** How a server is told from one that is only slow. */
interface SilenceWatchOptions {
  /** A server that answers no call for so long is silent. */
  silentAfterMs: number;
  /** A question that a server answers at once if it answers at all; any answer resolves it, a refusal too. */
  ask: () => Promise<unknown>;
}

/**
 * Watches one call from its beginning until `release` is called, which has to happen.
 *
 * @param onSilent is called at most once, when the server has answered no call since the call began or since
 *   it last answered the question
 * @returns release
 */
export type SilenceWatch = (onSilent: () => void) => () => void;

/**
 * Tells calls that a server will not answer from those that take long. A call that has waited for half of the
 * time has the server asked a question beside it; one answer serves all calls that wait. While a server is
 * known to be silent, calls ask at once.
 */
export function createSilenceWatch({ silentAfterMs, ask }: SilenceWatchOptions): SilenceWatch {
  const halfMs = silentAfterMs / 2;
  let asking: Promise<boolean> | null = null;
  let wasSilent = false;

  async function askInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      // An answer that came while the process was busy is read before the verdict.
      timer = setTimeout(() => setImmediate(resolve, true), halfMs);
    });
    const answered = ask().then(
      () => false,
      () => true,
    );
    wasSilent = await Promise.race([answered, timeout]);
    clearTimeout(timer);
    asking = null;
    return wasSilent;
  }

  return (onSilent) => {
    let released = false;
    let timer: NodeJS.Timeout | undefined;

    const check = (): void => {
      asking ??= askInTime();
      void asking.then((silent) => {
        if (released) return;
        if (silent) onSilent();
        else timer = setTimeout(check, halfMs);
      });
    };

    timer = setTimeout(check, wasSilent ? 0 : halfMs);
    return () => {
      released = true;
      clearTimeout(timer);
    };
  };
}
