import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const source = path.join(__dirname, '../src');
/** Page around the tabs of an index. */
const indexPage = path.join(source, 'pages/products/index/index-page.tsx');

const textOf = (file: string): string => readFileSync(file, 'utf8');
const filesOf = (ending: RegExp): string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.join(source, file));

/** Files of this console that a file names by this pattern, whose only group is the path. */
function named(file: string, pattern: RegExp): string[] {
  return [...textOf(file).matchAll(pattern)].flatMap(([, to]) => {
    const target = path.resolve(path.dirname(file), to!);
    return ['', '.tsx', '.ts']
      .map((ending) => target + ending)
      .filter((one) => /\.\w+$/.test(one) && existsSync(one));
  });
}

/** A file with all that it imports at once. */
function withImports(start: string): Set<string> {
  const found = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...named(file, /^(?:import|\} from|export)\b[^;'()]*'(\.[^']+)'/gm));
  }
  return found;
}

/** Style sheets by the classes that they have rules for. */
const sheetsOfClass = new Map<string, Set<string>>();
for (const sheet of filesOf(/\.css$/))
  for (const [, name] of textOf(sheet)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(/\.([a-z][\w-]*)/g))
    sheetsOfClass.set(name!, (sheetsOfClass.get(name!) ?? new Set()).add(sheet));

/** Classes of the elements of a file, as far as they are written out. */
const classesOf = (file: string): string[] =>
  [...textOf(file).matchAll(/className=(?:"([^"]+)"|\{([^}]*)\})/g)].flatMap(([, plain, computed]) =>
    (plain ?? [...computed!.matchAll(/'([^']*)'/g)].map(([, text]) => text).join(' ')).split(/\s+/),
  );

test('each page loads the style sheets of the classes that it uses', () => {
  const frame = withImports(path.join(source, 'main.tsx'));
  const pages = filesOf(/\.tsx?$/).flatMap((file) => named(file, /import\('(\.[^']+)'\)/g));
  expect(pages.length).toBeGreaterThan(20);
  const missing = pages.flatMap((page) => {
    const own = withImports(page);
    const around = page.endsWith('-tab.tsx') ? withImports(indexPage) : [];
    const loaded = new Set([...frame, ...around, ...own]);
    return [...own].flatMap((file) =>
      classesOf(file)
        .filter((name) => [...(sheetsOfClass.get(name) ?? [])].every((sheet) => !loaded.has(sheet)))
        .filter((name) => sheetsOfClass.has(name))
        .map((name) => `${path.relative(source, page)}: .${name} of ${path.basename(file)}`),
    );
  });
  expect(missing).toEqual([]);
});
