import { formatMoment } from './format';

/** A time of the API; a dash for none. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <>–</>;
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
