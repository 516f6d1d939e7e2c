/** How to distinguish an unresponsive server from a slow one. */
interface SilenceWatchOptions {
  /** Milliseconds without any answer after which a server counts as silent. */
  silentAfterMs: number;
  /** A request that a working server answers at once; any answer resolves it, also a refusal. */
  ask: () => Promise<unknown>;
}

/**
 * Watches one call from its start until `release`, which must be called.
 *
 * @param onSilent called at most once, when the server has answered no call since this call began or since
 * its last answer to the probe
 * @returns release
 */
export type SilenceWatch = (onSilent: () => void) => () => void;

/**
 * Creates a watch that distinguishes calls that will not be answered from slow ones. When a call has waited
 * for half of the time, the server is probed; one answer serves all waiting calls. While a server is known to
 * be silent, each call probes at once.
 */
export function createSilenceWatch({ silentAfterMs, ask }: SilenceWatchOptions): SilenceWatch {
  const halfMs = silentAfterMs / 2;
  let asking: Promise<boolean> | null = null;
  let wasSilent = false;

  async function askInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      // Reads an answer that arrived while the process was busy before it decides.
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
