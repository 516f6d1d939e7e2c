import { readFileSync } from 'node:fs';

/** The version of the package, as its `package.json` names it. */
export function programVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
