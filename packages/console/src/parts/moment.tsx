import { formatMoment, formatRelative } from './format';
import { useNow } from './use-now';

/** A time of the API as a distance from now, with the exact time on hover; a dash for none. */
export function Moment({ at, isExact = false }: { at: string | null; isExact?: boolean }) {
  if (at === null) return <>–</>;
  if (isExact) return <time dateTime={at}>{formatMoment(at)}</time>;
  return <RelativeMoment at={at} />;
}

function RelativeMoment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
