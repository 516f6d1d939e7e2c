import { useRef, useState } from 'react';
import { SheafError } from 'sheaf-client';
import { useLeaving } from '../data/use-leaving';

/** A thing that is deleted, as a dialog names it. */
export interface Removable {
  id: string;
  name: string;
  /** Text beside the name, such as a count. */
  note?: string;
}

/** Progress of a run that deletes several things. */
export interface Removals {
  total: number;
  gone: number;
  failures: readonly { item: Removable; reason: string }[];
  hasEnded: boolean;
}

/** Statuses after which no other deletion succeeds either. */
const endingStatuses: readonly number[] = [401, 403];

/**
 * Deletes things one after the other. A failure is kept with its reason, and the next one is tried; what is
 * gone already counts as deleted.
 *
 * @param remove deletes the thing with an id
 */
export function useRemovals(remove: (id: string) => Promise<unknown>) {
  const leaving = useLeaving();
  const isStopped = useRef(false);
  const [removals, setRemovals] = useState<Removals | null>(null);

  async function run(items: readonly Removable[]) {
    const failures: { item: Removable; reason: string }[] = [];
    let gone = 0;
    const tell = (hasEnded: boolean) => {
      setRemovals({ total: items.length, gone, failures: [...failures], hasEnded });
    };
    tell(false);
    for (const item of items) {
      if (isStopped.current || leaving.current.signal.aborted) break;
      try {
        await remove(item.id);
        gone++;
      } catch (error) {
        const status = error instanceof SheafError ? error.status : null;
        if (status === 404) gone++;
        else failures.push({ item, reason: error instanceof Error ? error.message : String(error) });
        if (status !== null && endingStatuses.includes(status)) break;
      }
      tell(false);
    }
    tell(true);
  }

  return {
    /** Null before the run. */
    removals,
    run,
    /** Ends the run after the deletion that is under way. */
    stop: () => {
      isStopped.current = true;
    },
  };
}
