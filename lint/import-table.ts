import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Layer, LAYERS, type Wing, WINGS } from './import-rule';

/** The tables of layers and wings in `ARCHITECTURE.md`, in Markdown. */
export function importTables(): string {
  const composition = `Composition: ${compositionFiles()}, programs and tools.`;
  return [...layerTable(), '', ...wingTable(), '', composition].join('\n');
}

function layerTable(): string[] {
  const rows = LAYERS.map((layer) =>
    row([layer.name, folders(layer), layer.holds, layers(layer), packages(layer)]),
  );
  return [
    row(['layer', 'files', 'holds', 'may import of the other layers', 'packages']),
    row(Array(5).fill('---')),
    ...rows,
  ];
}

function wingTable(): string[] {
  const wings = Object.keys(WINGS) as Wing[];
  const rows = wings.map((from) => row([from, ...wings.map((to) => wingCell(from, to))]));
  return [row(['from ↓ may import →', ...wings]), row(Array(5).fill('---')), ...rows];
}

function wingCell(from: Wing, to: Wing): string {
  if (WINGS[from].imports.includes(to)) return 'yes';
  return WINGS[from].types.includes(to) ? 'types' : 'never';
}

/** Top folders and files of a layer, without those that do not exist yet. */
function folders({ files }: Layer): string {
  const tops = Object.values(files)
    .flat()
    .map((entry) => /^(src\/|packages\/[^/]+\/)?[^/]+\/?/.exec(entry)![0])
    .filter((entry) => existsSync(path.join(__dirname, '..', entry)));
  return code([...new Set(tops)].sort());
}

/** The files that join both products; programs and tools are all of this wing. */
function compositionFiles(): string {
  const joining = LAYERS.filter(({ name }) => name !== 'programs' && name !== 'tools');
  return code(joining.flatMap(({ files }) => files.composition ?? []));
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function layers({ name, imports, types = [] }: Layer): string {
  if (name === 'programs' || name === 'tools') return 'all';
  return [...imports, ...types.map((type) => `types of ${type}`)].join(', ') || 'nothing';
}

function packages({ packages: list }: Layer): string {
  const names = (listed: readonly string[]) =>
    listed.map((name) => (name === 'node:' ? 'Node' : `\`${name}\``)).join(', ');
  if (!('except' in list)) return names(list) || 'none';
  return list.except.length === 0 ? 'all' : `all but ${names(list.except)}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
