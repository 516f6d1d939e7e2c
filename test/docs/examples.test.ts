import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Pages whose programs and scripts are files, each with its blocks of other languages and purposes. */
const pages: [page: string, others: string[]][] = [
  // How to start the service itself.
  ['README.md', ['npm run try ']],
  ['client/README.md', []],
  ['docs/cli.md', []],
  ['docs/masking-requests.md', []],
  ['docs/products.md', []],
  // Commands of operators, which have tests of their own, and excerpts of answers.
  ['docs/products-access.md', ['npm run --silent keys ']],
  ['docs/products-audit.md', ['npm run --silent operators ']],
  ['docs/products-experiments.md', []],
  ['docs/products-migration.md', []],
  ['docs/products-search.md', []],
  ['docs/products-typeahead.md', ['{']],
  ['docs/syncs.md', []],
  ['docs/products-units.md', ['"query_understanding"']],
  ['docs/webhooks.md', []],
];

const blocks = /(?:^<!-- (?<file>examples\/\S+) -->\n\n)?^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$/gm;

/** Code blocks of a page, with the files that they show; null where they name none. */
const blocksOf = (page: string) =>
  [...textOf(page).matchAll(blocks)].map(({ groups }) => ({
    file: groups!.file ?? null,
    code: groups!.code!,
  }));

test.each(pages)('each block of %s is a file of examples/ (npm run docs)', (page, others) => {
  const own = blocksOf(page).filter(({ code }) => !others.some((other) => code.startsWith(other)));
  expect(own.length).toBeGreaterThan(0);
  for (const { file, code } of own) expect([file, code]).toEqual([file, file === null ? null : textOf(file)]);
});

test('each program and script of examples/ stands on a page', () => {
  const shown = pages.flatMap(([page]) => blocksOf(page).map(({ file }) => file));
  const folders = ['cli', 'client', 'documents', 'products', 'requests', 'webhooks'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, 'examples', folder)).map((name) => `examples/${folder}/${name}`),
  );
  expect(shown.filter((file) => file !== null).sort()).toEqual(files.sort());
});
