import { Linter, type Rule } from 'eslint';

const { ownLines } = jest.requireActual<{ ownLines: Rule.RuleModule }>('../../lint/own-lines.cjs');
const linter = new Linter();

/** Faults of a text in which no function may have more than five own lines. */
function faultsOf(code: string): string[] {
  const plugins = { own: { rules: { lines: ownLines } } };
  const messages = linter.verify(code, { plugins, rules: { 'own/lines': ['error', 5] } });
  return messages.map(({ line, message }) => `${line}: ${message}`);
}

const fault = (line: number, lines: number) =>
  `${line}: The function has ${lines} own lines, at most 5 are readable: name its steps.`;

test.each([
  ['a function of five lines', 'function f() {\n a();\n b();\n c();\n}'],
  ['blank lines and comments', 'function f() {\n\n a();\n // why\n /*\n why\n */\n b();\n\n}'],
  [
    'the insides of functions in it',
    'function f() {\n const g = () => {\n  a();\n  b();\n };\n return g;\n}',
  ],
  ['a returned list', 'function f() {\n a();\n return [\n 1,\n 2,\n 3,\n 4,\n ];\n}'],
  ['a returned record', 'const f = () => ({\n a,\n b,\n c,\n d,\n e,\n g,\n});'],
  ['a list that a returned call takes', 'function f() {\n return g(a, [\n 1,\n 2,\n 3,\n 4,\n ]);\n}'],
])('%s is readable', (_, code) => {
  expect(faultsOf(code)).toEqual([]);
});

test.each([
  ['six lines', 'function f() {\n a();\n b();\n c();\n d();\n}', [fault(1, 6)]],
  ['a method', 'const o = {\n f() {\n  a();\n  b();\n  c();\n  d();\n },\n};', [fault(2, 6)]],
  [
    'a function in another one, but not that one',
    'function f() {\n const g = () => {\n  a();\n  b();\n  c();\n  d();\n };\n return g;\n}',
    [fault(2, 6)],
  ],
  [
    'a literal that is not returned',
    'function f() {\n const t = [\n  1,\n  2,\n  3,\n ];\n return t;\n}',
    [fault(1, 8)],
  ],
])('%s: too long', (_, code, faults) => {
  expect(faultsOf(code)).toEqual(faults);
});
