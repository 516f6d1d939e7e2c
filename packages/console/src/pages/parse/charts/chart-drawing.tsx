import { formatNumber } from '../../../parts/format';
import { type Chart } from './read-chart';
import { ticksOf } from './scale';
import './chart.css';

/** Size of the drawing in its own units. */
const width = 480;
const height = 240;
const edge = { left: 62, right: 8, top: 8, bottom: 26 };
const plotWidth = width - edge.left - edge.right;
const plotHeight = height - edge.top - edge.bottom;
const labelsMax = 12;
const labelCharsMax = 11;
/** Share of a label's place that its columns take. */
const columnsShare = 0.72;

interface Plot {
  chart: Chart;
  /** Middle of the place of a label. */
  x: (at: number) => number;
  y: (value: number) => number;
}

/** Drawing of a chart: columns, lines or points. The values are told elsewhere, so screen readers skip it. */
export function ChartDrawing({ chart }: { chart: Chart }) {
  const { labels, series, shape } = chart;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const fromZero = shape === 'columns' ? [0, ...values] : values;
  const ticks = ticksOf(Math.min(...fromZero), Math.max(...fromZero));
  const [least, greatest] = [ticks[0]!, ticks.at(-1)!];
  const plot: Plot = {
    chart,
    x: (at) => edge.left + xShare(chart, at) * plotWidth,
    y: (value) => edge.top + (1 - (value - least) / (greatest - least)) * plotHeight,
  };
  const everyLabel = Math.ceil(labels.length / labelsMax);
  return (
    <svg className="chart" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="grid" x1={edge.left} x2={width - edge.right} y1={plot.y(tick)} y2={plot.y(tick)} />
          <text x={edge.left - 6} y={plot.y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {labels.map((label, at) =>
        at % everyLabel === 0 ? (
          <text key={at} x={plot.x(at)} y={height - 8} textAnchor="middle">
            {label.length > labelCharsMax ? `${label.slice(0, labelCharsMax - 1)}…` : label}
          </text>
        ) : null,
      )}
      {shape === 'columns' ? <Columns {...plot} /> : <Lines {...plot} />}
    </svg>
  );
}

/** Place of a label along the axis, from 0 to 1. Points stand at their number where all labels are numbers. */
function xShare({ labels, shape }: Chart, at: number): number {
  const even = (at + 0.5) / labels.length;
  if (shape !== 'points') return even;
  const numbers = labels.map(Number);
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.some(Number.isNaN) || least === greatest) return even;
  return 0.03 + (0.94 * (numbers[at]! - least)) / (greatest - least);
}

function Columns({ chart: { series, labels }, x, y }: Plot) {
  const group = (plotWidth / labels.length) * columnsShare;
  const column = group / series.length;
  return series.map(({ values }, index) => (
    <g key={index} className={`series s${index % 6}`}>
      {values.map((value, at) =>
        value === null ? null : (
          <rect
            key={at}
            x={x(at) - group / 2 + column * index}
            y={Math.min(y(value), y(0))}
            width={Math.max(column - 1, 1)}
            height={Math.max(Math.abs(y(value) - y(0)), 1)}
          />
        ),
      )}
    </g>
  ));
}

function Lines({ chart: { series, shape }, x, y }: Plot) {
  return series.map(({ values }, index) => {
    const points = values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)] as const]));
    return (
      <g key={index} className={`series s${index % 6}`}>
        {shape === 'lines' && <polyline points={points.map((point) => point.join()).join(' ')} />}
        {points.map(([left, top], at) => (
          <circle key={at} cx={left} cy={top} r={3} />
        ))}
      </g>
    );
  });
}
