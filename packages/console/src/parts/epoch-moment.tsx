import { Moment } from './moment';

/** A time in Unix milliseconds, as `Moment` shows it; a dash for none. */
export function EpochMoment({ at, isExact = false }: { at: number | null | undefined; isExact?: boolean }) {
  const iso = at === null || at === undefined ? null : new Date(at).toISOString();
  return <Moment at={iso} isExact={isExact} />;
}
