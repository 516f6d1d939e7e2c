import { configSchema } from './config';

/**
 * The configuration as a Markdown table, one row per variable; `npm run docs` writes it into
 * docs/operations.md.
 */
export function configTable(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const probe = schema.safeParse(undefined);
    const value = probe.success ? textOf(probe.data) : '';
    const fallback = !probe.success ? 'required' : value === '' ? '' : `\`${value}\``;
    return `| \`${name}\` | ${fallback} | ${(schema.description ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** Lists and tables are empty by default. */
function textOf(value: unknown): string {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : '';
}
