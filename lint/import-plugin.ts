import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Rule } from 'eslint';
import { importFault, LAYERS, zoneOf } from './import-rule';
import { importsOf, resolveImport } from './source-imports';

const root = path.join(__dirname, '..');
const relativeName = (file: string) => path.relative(root, file).replaceAll(path.sep, '/');

/** Reports files of no layer, and imports that the table of layers and wings forbids. */
const layers: Rule.RuleModule = {
  create: (context) => ({
    Program(node) {
      const { filename, sourceCode } = context;
      const file = relativeName(filename);
      if (zoneOf(file) === null) {
        context.report({
          node,
          message: `${file} belongs to no layer: name its folder in lint/import-rule.ts.`,
        });
        return;
      }
      for (const { specifier, typesOnly, start, end } of importsOf(filename, sourceCode.text)) {
        const hasIndex = (folder: string) => existsSync(path.join(root, folder, 'index.ts'));
        const message = importFault(file, resolveImport(root, filename, specifier), { typesOnly, hasIndex });
        if (message !== null) context.report({ loc: rangeOf(sourceCode, start, end), message });
      }
    },
  }),
};

/** Reports imports by value that lead back to the file itself. Imported types are no circle. */
const circles: Rule.RuleModule = {
  create: (context) => ({
    Program() {
      const { filename, sourceCode } = context;
      const file = relativeName(filename);
      for (const { specifier, typesOnly, start, end } of importsOf(filename, sourceCode.text)) {
        const target = resolveImport(root, filename, specifier);
        if (typesOnly || 'package' in target || !leadsTo(target.file, file)) continue;
        const message = `${target.file} leads back to ${file}.`;
        context.report({ loc: rangeOf(sourceCode, start, end), message });
      }
    },
  }),
};

function rangeOf(sourceCode: Rule.RuleContext['sourceCode'], start: number, end: number) {
  return { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) };
}

let components: ReadonlyMap<string, number> | null = null;

/**
 * Whether two files import each other by value, directly or through others. The graph is read once per
 * process.
 */
function leadsTo(from: string, to: string): boolean {
  components ??= componentsOf(readGraph());
  const component = components.get(from);
  return component !== undefined && component === components.get(to);
}

function readGraph(): Map<string, string[]> {
  const folders = new Set(
    LAYERS.flatMap(({ files }) =>
      Object.values(files)
        .flat()
        .map((name) => name.split('/')[0]!),
    ),
  );
  const graph = new Map<string, string[]>();
  for (const folder of folders) {
    if (!existsSync(path.join(root, folder))) continue;
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = path.join(root, folder, name);
      const targets = importsOf(file, readFileSync(file, 'utf8'))
        .filter(({ typesOnly }) => !typesOnly)
        .map(({ specifier }) => resolveImport(root, file, specifier));
      graph.set(
        relativeName(file),
        targets.flatMap((target) => ('file' in target ? [target.file] : [])),
      );
    }
  }
  return graph;
}

/**
 * Numbers the strongly connected components of a graph (Tarjan 1972): files of one number reach each other.
 */
export function componentsOf(graph: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const component = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): void => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (!component.has(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== number) return;
    for (let last: string | undefined; last !== file;) {
      last = open.pop()!;
      component.set(last, number);
    }
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return component;
}

/** The lint rules of imports: `layers` and `circles`. */
export const importRules = { layers, circles };
