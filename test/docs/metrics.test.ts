import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS } from '../../src/metrics/metric-table';
import { metricsTable } from '../../src/metrics/metrics-page';
import { unpadded } from './unpadded';

/** Words of a text, whatever its lines. */
const words = (text: string) => unpadded(text).trim().split(/\s+/);

test('the table of docs/metrics.md is the one that is declared (npm run docs)', () => {
  const text = readFileSync(join(__dirname, '../../docs/metrics.md'), 'utf8');
  const between = /<!-- metrics:begin -->([\s\S]*)<!-- metrics:end -->/.exec(text)?.[1] ?? '';
  expect(words(between)).toEqual(words(metricsTable()));
});

/** Parts of names that say what only a customer knows. */
const customers =
  /collection|index|organi[sz]ation|tenant|environment|key|path|url|host|query|user|file|job_?id/;

test.each(Object.values(METRICS))(
  '$name is named as Prometheus has it',
  ({ name, type, labels, ...more }) => {
    expect(name).toMatch(/^sheaf_[a-z]+(_[a-z]+)+$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(name.endsWith('_seconds')).toBe(type === 'histogram');
    for (const label of Object.keys(labels)) {
      expect(label).toMatch(/^[a-z]+$/);
      expect(label).not.toMatch(customers);
    }
    const { buckets = [] } = more as { buckets?: readonly number[] };
    expect(buckets.length > 0).toBe(type === 'histogram');
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  },
);
