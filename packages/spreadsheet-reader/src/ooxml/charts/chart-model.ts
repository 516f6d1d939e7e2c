/** A series of a chart. */
export interface ChartSeries {
  name: string | null;
  /** References as in the file, `Sheet1!$B$2:$B$9`; null for literal values. */
  categories: string | null;
  values: string | null;
  /** First cached points; label and value as text. */
  points: { label: string; value: string }[];
  /** Number of points of the series, cached or not. */
  pointCount: number;
}

/** Content of a chart. */
export interface ChartModel {
  /** Chart types in words: `stacked column chart`; several for a combination. */
  types: string[];
  title: string | null;
  /** Titles of axes, without untitled ones. */
  axes: string[];
  series: ChartSeries[];
}

/** Cached points kept of one series. */
export const CHART_POINTS_MAX = 24;

/** Label of a point; its number where the chart has no label for it. */
export function labelAt(labels: ReadonlyMap<number, string>, index: number): string {
  const label = labels.get(index) ?? '';
  return label === '' ? String(index + 1) : label;
}
