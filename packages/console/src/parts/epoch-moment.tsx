import { Moment } from './moment';

/** A time in Unix milliseconds; a dash for none. */
export function EpochMoment({ at }: { at: number | null | undefined }) {
  return <Moment at={at === null || at === undefined ? null : new Date(at).toISOString()} />;
}
