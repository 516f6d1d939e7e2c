import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const unwatched = new Set(['node_modules', 'dist']);
const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !unwatched.has(entry.name))
  .map(({ name }) => name);
const files = [
  ...readdirSync(root),
  ...topFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  ),
].filter((file) => !file.split(path.sep).some((part) => unwatched.has(part)));
const fileNames = new Set(files.map((file) => path.basename(file)));
const pages = files.filter((file) => file.endsWith('.md')).sort();

const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');
const isThere = (target: string) => existsSync(path.join(root, target));

/** Ids that headings of a page have in rendered Markdown. */
const anchorsOf = (page: string) =>
  [...withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Targets of the relative links of a page, and whether each leads to a file and a heading that exist. */
function brokenLinks(page: string): string[] {
  return [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file, anchor] = target.split('#') as [string, string?];
      const linked = file === '' ? page : path.join(path.dirname(page), file);
      return !isThere(linked) || (anchor !== undefined && !anchorsOf(linked).includes(anchor));
    });
}

/**
 * Whether a word in backticks names a file of the repository that does not exist: a path below one of its
 * folders, or the bare name of a source file or a page. `<wing>` stands for a wing that has the file. Of a
 * name with another placeholder, such as `<noun>.ts`, the folder has to exist.
 */
function isMissing(word: string): boolean {
  if (/^[a-z][\w.-]*\.(ts|mjs|cjs|md)$/i.test(word)) return !fileNames.has(word);
  if (!topFolders.some((folder) => word.startsWith(`${folder}/`))) return false;
  const known = word.replace(/[^/]*<(?!wing>).*$/, '');
  return !['platform', 'documents', 'products'].some((wing) => isThere(known.replace('<wing>', wing)));
}

/** Words of the inline code of a page that look like paths of the repository and are none. */
const brokenPaths = (page: string) =>
  [...withoutCode(textOf(page)).matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code]) => code!.split(/\s+/))
    .filter(isMissing);

test.each(pages)('every relative link of %s leads to a file and a heading', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test.each(pages)('every path of the repository that %s names exists', (page) => {
  expect(brokenPaths(page)).toEqual([]);
});

test('every page that comments of the sources name exists', () => {
  const sources = files.filter((file) => /\.(ts|mjs|cjs)$/.test(file) && !file.startsWith('test/'));
  const named = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:docs\/[\w/-]+|ARCHITECTURE|CONTRIBUTING|README)\.md\b/g)].map(
      ([page]) => page,
    ),
  );
  expect([...new Set(named)].filter((page) => !isThere(page))).toEqual([]);
});
