import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');

/**
 * Beginnings of blocks that are no files of `examples/`, by page: how to start the service itself, what needs
 * a cluster of Kubernetes or a client of another project, bodies of requests, and excerpts of answers.
 */
const otherBlocks: Record<string, string[]> = {
  'README.md': ['npm run try '],
  'docs/assistants.md': ['{', 'npx '],
  'docs/kubernetes.md': ['kubectl '],
  'docs/metrics.md': ['METRICS_PORT=9464 npm start'],
  'docs/products-facets.md': ['{'],
  'docs/products-filters.md': ['{'],
  'docs/products-search.md': ['{'],
  'docs/products-typeahead.md': ['{'],
  'docs/products-units.md': ['"query_understanding"'],
  'docs/traces.md': ['OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start'],
};

const pages = [
  'README.md',
  'packages/client/README.md',
  'packages/document-reader/README.md',
  'packages/personal-data/README.md',
  'packages/spreadsheet-reader/README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const blocks = /(?:^<!-- (?<file>examples\/\S+) -->\n\n)?^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$/gm;

/** Code blocks of a page, with the files that they show; null where they name none. */
const blocksOf = (page: string) =>
  [...textOf(page).matchAll(blocks)].map(({ groups }) => ({
    file: groups!.file ?? null,
    code: groups!.code!,
  }));

test.each(pages)('each block of %s is a file of examples/ (npm run docs)', (page) => {
  const others = otherBlocks[page] ?? [];
  const own = blocksOf(page).filter(({ code }) => !others.some((other) => code.startsWith(other)));
  for (const { file, code } of own) expect([file, code]).toEqual([file, file === null ? null : textOf(file)]);
});

test('each program and script of examples/ stands on a page', () => {
  const shown = pages.flatMap((page) => blocksOf(page).map(({ file }) => file));
  const files = readdirSync(path.join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) =>
      readdirSync(path.join(root, 'examples', folder)).map((name) => `examples/${folder}/${name}`),
    );
  expect(new Set(shown.filter((file) => file !== null))).toEqual(new Set(files));
});
