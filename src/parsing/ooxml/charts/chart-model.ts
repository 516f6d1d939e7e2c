/** One series of a chart. */
export interface ChartSeries {
  name: string | null;
  /** References as the file has them, `Sheet1!$B$2:$B$9`; null for literal values. */
  categories: string | null;
  values: string | null;
  /** First cached points, label and value as text. */
  points: { label: string; value: string }[];
  /** Points of the series, cached or not. */
  pointCount: number;
}

/** What a chart shows. */
export interface ChartModel {
  /** In words: `stacked column chart`; several for a combination. */
  types: string[];
  title: string | null;
  /** Titles of the axes that have one. */
  axes: string[];
  series: ChartSeries[];
}

/** Cached points that are kept of one series. */
export const CHART_POINTS_MAX = 24;

/** Label of a point; its number where the chart has none for it. */
export function labelAt(labels: ReadonlyMap<number, string>, index: number): string {
  const label = labels.get(index) ?? '';
  return label === '' ? String(index + 1) : label;
}
