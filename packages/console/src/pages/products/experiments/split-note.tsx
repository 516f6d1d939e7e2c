import { type components } from 'sheaf-client';
import { formatScore, formatShare, formatThings } from '../../../parts/format';

/** Note on whether the numbers of shoppers match the shares of the groups. */
export function SplitNote({ ratio }: { ratio: components['schemas']['ProductSampleRatio'] }) {
  const { expected, observed, users, p_value: p, flagged } = ratio;
  const list = (shares: readonly number[]) => shares.map(formatShare).join(', ');
  if (flagged)
    return (
      <p role="alert" className="notice">
        Shoppers are missing in a group: the groups have {list(observed)} of them, and should have{' '}
        {list(expected)}
        {p !== null && ` (p = ${formatScore(p)})`}. The figures mislead. A copy may have been unable to serve,
        or the shares or the salt were changed within these days.
      </p>
    );
  if (expected.length < 2) return null;
  return (
    <p className="hint">
      {p === null
        ? `There are too few shoppers to tell whether they come to the groups as the shares say (${formatThings(users, 'shopper')}).`
        : `${formatThings(users, 'shopper')} came to the groups, ${list(observed)} of them: no more off the shares than chance explains (p = ${formatScore(p)}).`}
    </p>
  );
}
