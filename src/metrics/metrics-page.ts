import { METRICS } from './metric-table';

/** The metrics of the service as a Markdown table; `npm run docs` writes it into docs/metrics.md. */
export function metricsTable(): string {
  const rows = Object.values(METRICS).map(({ type, name, help, labels }) => {
    const shown = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${values}`);
    return `| \`${name}\` | ${type} | ${help} | ${shown.join('; ')} |`;
  });
  return ['| Metric | Type | Meaning | Labels |', '|---|---|---|---|', ...rows].join('\n');
}
