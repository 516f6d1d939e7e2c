import { type BlockSink, placeless } from 'document-reader';

/** Nesting levels of names that become headings; deeper names become part of a line as a path. */
const headingLevelsMax = 4;
const columnsMax = 40;
const cellCharsMax = 2_000;

type Emit = Pick<BlockSink, 'block'>;
interface Pending {
  value: unknown;
  path: string[];
}

/**
 * Writes JSON as readable blocks: `name: value` lines, objects under their name as a heading, lists of
 * similar flat objects as tables. It uses no recursion, because a JSON file may be nested arbitrarily deep.
 */
export function readJsonBlocks(root: unknown, sink: Emit): void {
  const stack: Pending[] = [{ value: root, path: [] }];
  let lines: string[] = [];

  function flush(): void {
    if (lines.length > 0) sink.block({ ...placeless, kind: 'paragraph', text: lines.join('\n') });
    lines = [];
  }

  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path } = next;
    if (!isContainer(value)) {
      lines.push(lineOf(path, value));
      if (stack.at(-1)?.path.length !== path.length) flush();
      continue;
    }
    if (Array.isArray(value) && value.every((item) => !isContainer(item))) {
      lines.push(lineOf(path, value.map(scalarText).join(', ')));
      continue;
    }
    flush();
    const table = Array.isArray(value) ? tableOf(value) : null;
    if (path.length > 0 && path.length <= headingLevelsMax) {
      sink.block({ ...placeless, kind: 'heading', level: path.length + 1, text: path.at(-1)! });
    }
    if (table !== null) {
      sink.block({ ...placeless, kind: 'table', rows: table, headerRows: 1 });
      continue;
    }
    const entries = Array.isArray(value)
      ? value.map((item, index): Pending => ({
          value: item,
          path: [...path, String(index + 1)].slice(-pathMax),
        }))
      : Object.entries(value).map(([key, item]): Pending => ({
          value: item,
          path: [...path, key].slice(-pathMax),
        }));
    for (let index = entries.length - 1; index >= 0; index--) stack.push(entries[index]!);
  }
  flush();
}

/** Names of a path that are kept: with all names the cost grows with the square of the depth. */
const pathMax = 32;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function lineOf(path: readonly string[], value: unknown): string {
  const name = path.slice(path.length > headingLevelsMax ? headingLevelsMax : -1).join('.');
  return name === '' ? scalarText(value) : `${name}: ${scalarText(value)}`;
}

/**
 * Table with a header row and a row per item where all items are flat objects with mostly the same names;
 * null for other lists.
 */
function tableOf(items: readonly unknown[]): string[][] | null {
  if (items.length < 2) return null;
  const names = new Set<string>();
  let cells = 0;
  for (const item of items) {
    if (!isContainer(item) || Array.isArray(item)) return null;
    for (const [name, value] of Object.entries(item)) {
      if (isContainer(value) && !isFlatList(value)) return null;
      if (cellText(value).length > cellCharsMax) return null;
      names.add(name);
      cells++;
    }
    if (names.size > columnsMax) return null;
  }
  if (cells * 2 < names.size * items.length) return null;
  const columns = [...names];
  const rows = (items as Record<string, unknown>[]).map((item) =>
    columns.map((name) => (Object.hasOwn(item, name) ? cellText(item[name]) : '')),
  );
  return [columns, ...rows];
}

function isFlatList(value: object): boolean {
  return Array.isArray(value) && value.every((item) => !isContainer(item));
}

function cellText(value: unknown): string {
  return Array.isArray(value) ? value.map(scalarText).join(', ') : scalarText(value);
}
