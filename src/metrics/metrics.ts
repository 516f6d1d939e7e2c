import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type KeyOf, type LabelsOf, type MetricKey, METRICS } from './metric-table';

/** A value of a gauge with its labels. */
export interface Reading<Key extends KeyOf<'gauge'>> {
  labels: LabelsOf<Key>;
  value: number;
}

/** Records metrics of this process; never throws. */
export interface Metrics {
  /** False when metrics are off: callers then skip measurements that cost time. */
  isOn: boolean;
  count<Key extends KeyOf<'counter'>>(key: Key, labels: LabelsOf<Key>, by?: number): void;
  /** Records a duration. Negative ones, which different clocks of two machines cause, count as 0. */
  observeMs<Key extends KeyOf<'histogram'>>(key: Key, labels: LabelsOf<Key>, ms: number): void;
  /** Sets the function that reads a gauge at each scrape. */
  gauge<Key extends KeyOf<'gauge'>>(key: Key, read: () => Reading<Key>[]): void;
}

/** Metrics that record nothing. */
export const noMetrics: Metrics = {
  isOn: false,
  count: () => undefined,
  observeMs: () => undefined,
  gauge: () => undefined,
};

/** Creates the metrics of the table in an empty registry. */
export function createMetrics(registry: Registry): Metrics {
  const counters = new Map<MetricKey, Counter>();
  const histograms = new Map<MetricKey, Histogram>();
  const readings = new Map<MetricKey, () => Reading<KeyOf<'gauge'>>[]>();

  for (const [key, metric] of Object.entries(METRICS) as [MetricKey, (typeof METRICS)[MetricKey]][]) {
    const { name, help } = metric;
    const declared = { name, help, labelNames: Object.keys(metric.labels), registers: [registry] };
    if (metric.type === 'counter') counters.set(key, new Counter(declared));
    else if (metric.type === 'histogram')
      histograms.set(key, new Histogram({ ...declared, buckets: [...metric.buckets] }));
    else
      new Gauge({
        ...declared,
        collect() {
          for (const { labels, value } of readings.get(key)?.() ?? []) this.set(labels, value);
        },
      });
  }

  return {
    isOn: true,
    count: (key, labels, by = 1) => {
      counters.get(key)!.inc(labels, by);
    },
    observeMs: (key, labels, ms) => {
      histograms.get(key)!.observe(labels, Math.max(0, ms) / 1_000);
    },
    gauge: (key, read) => {
      readings.set(key, read);
    },
  };
}
