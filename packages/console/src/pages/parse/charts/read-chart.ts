/** Shape in which a chart is drawn. */
export type ChartShape = 'columns' | 'lines' | 'points';

export interface ChartSeries {
  name: string;
  /** A value for each label; null for none, and for a text such as an error. */
  values: (number | null)[];
  /** Cells of the values as the file names them, such as `Overview!$B$4:$B$6`; null for none. */
  cells: string | null;
  /** Points beyond those that the text has. */
  missing: number;
}

/** A chart as the text of its chunk describes it. */
export interface Chart {
  /** Type in words, such as `Column chart`. */
  type: string;
  title: string | null;
  axes: string | null;
  shape: ChartShape;
  labels: string[];
  series: ChartSeries[];
}

interface SeriesLine extends Omit<ChartSeries, 'values'> {
  points: { label: string; value: number | null }[];
}

/**
 * Reads a chart from the text of its chunk: type and title, axes, and a line for each series. Null where the
 * text has no series with a number.
 */
export function readChart(text: string): Chart | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => /^(?:Axes: |Series )/.test(line));
  const head = lines[first - 1];
  if (head === undefined) return null;
  const series = lines.slice(first).flatMap(readSeries);
  if (!series.some(({ points }) => points.some(({ value }) => value !== null))) return null;
  const [type, title = null] = splitOnce(head, ': ');
  const longest = series.reduce((most, one) => (one.points.length > most.points.length ? one : most));
  const axes = lines.find((line) => line.startsWith('Axes: '));
  return {
    type,
    title,
    axes: axes?.slice('Axes: '.length) ?? null,
    shape: shapeOf(type),
    labels: longest.points.map(({ label }) => label),
    series: series.map(({ points, ...rest }) => ({
      ...rest,
      values: longest.points.map((_, at) => points[at]?.value ?? null),
    })),
  };
}

function shapeOf(type: string): ChartShape {
  if (/scatter|bubble/i.test(type)) return 'points';
  return /line|area|radar|stock/i.test(type) ? 'lines' : 'columns';
}

/** A series of a line such as `Series Target (values B2:B3): July = 5; August = 6; and 4 more`. */
function readSeries(line: string): SeriesLine[] {
  const match =
    /^Series (.*?) \(((?:values|categories) .*?)\)(?:: (.*))?$/.exec(line) ??
    /^Series (.*?)()(?:: (.*))?$/.exec(line);
  if (match === null) return [];
  const [, name = '', ranges = '', points = ''] = match;
  return [
    {
      name,
      cells: /values (.+?)(?:, categories |$)/.exec(ranges)?.[1] ?? null,
      missing: Number(/(?:^|; )and (\d+) more$/.exec(points)?.[1] ?? 0),
      points: readPoints(points.replace(/(?:^|; )and \d+ more$/, '')),
    },
  ];
}

/** Points of a series. A value ends before `; `; a label may hold one. */
function readPoints(text: string): SeriesLine['points'] {
  if (text === '') return [];
  const points: SeriesLine['points'] = [];
  let label = '';
  for (const part of text.split('; ')) {
    const at = part.lastIndexOf(' = ');
    if (at < 0) {
      label += `${part}; `;
      continue;
    }
    const value = part.slice(at + 3);
    const number = Number(value);
    points.push({
      label: label + part.slice(0, at),
      value: value.trim() === '' || Number.isNaN(number) ? null : number,
    });
    label = '';
  }
  return points;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
