import { configSchema } from './config-schema';

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

/**
 * The variables as lines of an .env file, commented out, each with its default; `npm run docs` writes them
 * into .env.example.
 *
 * @param compose text of docker-compose.yml; its own variables are left out
 */
export function configExample(compose: string): string {
  const [programs = ''] = compose.split(/^services:/m);
  const isSet = new Set([...programs.matchAll(/^ +([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name));
  return Object.entries(configSchema.shape)
    .filter(([name]) => !isSet.has(name))
    .map(
      ([name, schema]) =>
        `# ${schema.description ?? ''}\n#${name}=${textOf(schema.safeParse(undefined).data)}`,
    )
    .join('\n');
}

/** Formats a default: lists joined by commas; tables are empty. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? String(value) : '';
}
