import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const stages = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1);

/** Files that a stage copies from below `prefix`, as paths of the repository. */
function copiedBy(stage: string, prefix: string): string[] {
  return [...stage.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
    .flatMap(([, sources]) => sources!.split(' '))
    .filter((source) => source.startsWith(prefix))
    .map((source) => path.normalize(source.slice(prefix.length)));
}

const isFolder = (name: string) =>
  statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory() === true;

/** Whether the build does not see a file of a package: `.dockerignore`. */
const isIgnored = (name: string) => /(^|\/)(node_modules|dist|test)\//.test(name);

/** Paths of the repository that the sources of a folder import by relative paths. */
function importsOf(folder: string): string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.ts') && !isIgnored(name))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/(?:from|import\(|require\() ?'(\.[^']*)'/g)].map(([, target]) =>
        path.join(path.dirname(file), target!),
      );
    });
}

it.each([
  ['is built from', 0, ''],
  ['has', 1, '/app/dist/'],
])('the container image %s every file of the project that its programs import', (_, stage, prefix) => {
  const copied = copiedBy(stages[stage]!, prefix);
  const folders = copied.filter(isFolder);
  expect(folders).toEqual(expect.arrayContaining(['src', 'api', 'workflows', 'activities']));
  const isCopied = (target: string) =>
    copied.some((one) => target === one || target.startsWith(`${one}${path.sep}`));
  const missing = folders.flatMap(importsOf).filter((target) => !isCopied(target));
  expect([...new Set(missing)]).toEqual([]);
});

it('the container image has the command line of operators on its path', () => {
  expect(stages[1]).toContain(
    'chmod +x dist/src/admin.js && ln -s /app/dist/src/admin.js /usr/local/bin/admin\n',
  );
  expect(readFileSync(path.join(root, 'src/admin.ts'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('the container image has the packages of the workspace that the service imports, as they are built', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const own = Object.keys(dependencies).filter((name) => isFolder(`packages/${name}`));
  expect(own).toContain('spreadsheet-reader');
  expect(copiedBy(stages[1]!, '/app/packages/')).toEqual(
    own.flatMap((name) => [`${name}/package.json`, `${name}/dist`]),
  );
});
