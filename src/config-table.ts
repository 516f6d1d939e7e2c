import { configSchema } from './config';

/** The configuration as a Markdown table, one row per variable; `npm run docs` writes it into docs/operations.md. */
export function configTable(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const probe = schema.safeParse(undefined);
    const value = probe.success ? probe.data : undefined;
    const fallback = !probe.success ? 'required' : isEmpty(value) ? '' : `\`${String(value)}\``;
    return `| \`${name}\` | ${fallback} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function isEmpty(value: unknown): boolean {
  const isHollow = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || value === '' || isHollow;
}
