import { type BiffText, readText } from '../biff-text';
import { RecordType } from '../record-type';
import { ChartRecord } from './chart-record';

/** Cached cell values of a chart: cell records whose row is the point and whose column is the series. */
export interface ChartCache {
  add(type: number, data: Buffer): void;
  pointCount(series: number): number;
  points(series: number, max: number): { label: string; value: string }[];
}

const valuesKind = 1;
const labelsKind = 2;
/** Points that are kept of one chart. */
const pointsMax = 1_000_000;

export function createChartCache(text: BiffText): ChartCache {
  const values = new Map<number, Map<number, string>>();
  const labels = new Map<number, Map<number, string>>();
  let into: Map<number, Map<number, string>> | null = null;
  let seen = 0;

  return {
    add(type, data) {
      if (type === ChartRecord.cacheKind && data.length >= 2) {
        const kind = data.readUInt16LE(0);
        into = kind === valuesKind ? values : kind === labelsKind ? labels : null;
        return;
      }
      const value = into && valueOf(type, data, text);
      if (!into || value === null || ++seen > pointsMax) return;
      const [point, series] = [data.readUInt16LE(0), data.readUInt16LE(2)];
      const points = into.get(series) ?? new Map<number, string>();
      into.set(series, points.set(point, value));
    },
    pointCount: (series) => values.get(series)?.size ?? 0,
    points: (series, max) =>
      [...(values.get(series) ?? [])]
        .sort(([a], [b]) => a - b)
        .slice(0, max)
        .map(([point, value]) => ({ label: labels.get(series)?.get(point) ?? String(point + 1), value })),
  };
}

function valueOf(type: number, data: Buffer, text: BiffText): string | null {
  if (type === RecordType.number && data.length >= 14) return String(data.readDoubleLE(6));
  return type === RecordType.label && data.length >= 8 ? readText(data, 6, data.length, 2, text) : null;
}
