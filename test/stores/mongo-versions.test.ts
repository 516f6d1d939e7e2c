import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { COMMANDS, OPERATORS } from './mongo-operators';

const root = path.join(__dirname, '../..');
/** Oldest server that the docs name, and the one that tests run against by themselves. */
const oldest = [6, 0];

/** Files that build what MongoDB is asked. */
const files = ['src/stores', 'src/admin', 'src/retrieval/filter']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((file) => file.endsWith('.ts'));

/** Names of members that begin with `$`, as written: `$set`, or the source of one that is computed. */
function operatorsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) || ts.isPropertySignature(node)) {
      const { name } = node;
      if (ts.isIdentifier(name) || ts.isStringLiteral(name)) found.push(name.text);
      else if (ts.isComputedPropertyName(name) && /^[`'"]\$\$?[{\w]/.test(name.expression.getText()))
        found.push(name.getText());
    } else if (ts.isShorthandPropertyAssignment(node)) found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((name) => name.startsWith('$') || name.startsWith('[`$$'));
}

const used = new Map(files.map((file) => [file, operatorsIn(file)]));
const names = new Set([...used.values()].flat());

const numbersOf = (version: string) => version.split('.').map(Number);
const isNewer = ([major = 0, minor = 0]: number[], [ofMajor = 0, ofMinor = 0]: number[]) =>
  major > ofMajor || (major === ofMajor && minor > ofMinor);

test('every operator and stage that MongoDB is asked for is in the list, and the list has no other', () => {
  const computed = '[`$${leaf.operator}`]';
  // A filter of a query has these, and each of them is named in other files as well.
  expect([...names].filter((name) => name.startsWith('['))).toEqual([computed]);
  expect([...names].filter((name) => name !== computed).sort()).toEqual(Object.keys(OPERATORS).sort());
});

test.each([...Object.entries(OPERATORS), ...Object.entries(COMMANDS)])(
  '%s is there in the oldest server (since %s)',
  (_, since) => {
    expect(isNewer(numbersOf(since), oldest)).toBe(false);
  },
);

test('docker-compose.yml has a server of the versions that the docs name', () => {
  const { services } = parse(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as {
    services: Record<string, { image: string }>;
  };
  const [, version = ''] = /:([^@]+)/.exec(services.mongo!.image)!;
  const docs = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  expect(docs).toContain(`MongoDB ${version}`);
  expect(docs).toContain(`MongoDB ${oldest.join('.')}`);
  expect(isNewer(numbersOf(version), oldest)).toBe(true);
});
