import { type ChartModel, type ChartSeries } from './chart-model';

const TEXT_CHARS_MAX = 4_000;
const LABEL_CHARS_MAX = 200;

/**
 * Text of a chart, one fact per line: type and title, axes, then each series with its ranges and first
 * points. Series that exceed 4,000 characters are only counted.
 */
export function describeChart(chart: ChartModel): string {
  const type = capitalised(chart.types.join(' and ') || 'chart');
  const lines = [chart.title === null ? type : `${type}: ${shortened(chart.title)}`];
  if (chart.axes.length > 0) lines.push(`Axes: ${chart.axes.map(shortened).join('; ')}`);
  let length = lines.join('\n').length;
  for (const [index, series] of chart.series.entries()) {
    const line = describeSeries(series, index);
    length += line.length + 1;
    if (length > TEXT_CHARS_MAX) {
      lines.push(`and ${chart.series.length - index} more series`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

function describeSeries(series: ChartSeries, index: number): string {
  const ranges = [
    series.values === null ? null : `values ${shortened(series.values)}`,
    series.categories === null ? null : `categories ${shortened(series.categories)}`,
  ].filter((range) => range !== null);
  const name = series.name === null ? `Series ${index + 1}` : `Series ${shortened(series.name)}`;
  const points = series.points.map(
    ({ label, value }) => `${shortened(shortestNumber(label))} = ${shortened(shortestNumber(value))}`,
  );
  const missing = series.pointCount - points.length;
  if (missing > 0 && points.length > 0) points.push(`and ${missing} more`);
  return [
    name,
    ranges.length > 0 ? ` (${ranges.join(', ')})` : '',
    points.length > 0 ? `: ${points.join('; ')}` : '',
  ].join('');
}

/** Shortest form of a cached number; caches have 17 digits: `0.16400000000000001` for 0.164. */
function shortestNumber(text: string): string {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? String(number) : text;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LABEL_CHARS_MAX ? `${line.slice(0, LABEL_CHARS_MAX - 1)}…` : line;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
