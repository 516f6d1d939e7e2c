import './interval.css';

const widthPx = 160;
const heightPx = 18;

/** An interval on a line from `-bound` to `bound`, with a mark at zero, next to its numbers. */
export function Interval(props: { low: number; high: number; value: number; bound: number }) {
  const { low, high, value, bound } = props;
  const at = (share: number) => ((share + bound) / (2 * bound)) * (widthPx - 12) + 6;
  const middle = heightPx / 2;
  const isClear = low > 0 || high < 0;
  return (
    <svg
      className={isClear ? 'interval clear' : 'interval'}
      width={widthPx}
      height={heightPx}
      role="img"
      aria-label={isClear ? 'The interval leaves zero out' : 'The interval holds zero'}
    >
      <line className="zero" x1={at(0)} x2={at(0)} y1={0} y2={heightPx} />
      <line className="range" x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      <circle cx={at(value)} cy={middle} r={4} />
    </svg>
  );
}
