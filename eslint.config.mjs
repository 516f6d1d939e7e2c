import { readFileSync } from 'node:fs';
import eslint from '@eslint/js';
import { require as load } from 'tsx/cjs/api';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { ownLines } from './eslint/own-lines.cjs';

const lanes = JSON.parse(readFileSync(new URL('./test/lanes.json', import.meta.url), 'utf8'));
const { importPlugin } = load('./eslint/import-plugin.ts', import.meta.url);

/** Packages of their own: they know the service by its API only. */
const packages = ['client', 'cli', 'console'];
const packageFiles = packages.map((name) => `${name}/**`);

/** Modules of `test/setup` that start programs or servers. */
const ownPrograms = ['own-stack', 'program-process'];
const ownServers = ['own-cluster', 'own-servers', 'own-temporal'];

/** What suites of a lane may not import of `test/setup`: the place of a suite says what it starts. */
function laneRules([name, { folders, stack }]) {
  const isQuick = name === 'fast' || name === 'journeys';
  const banned = stack
    ? [...ownServers, ...(isQuick ? ownPrograms : [])]
    : ['stack', ...(isQuick ? [...ownServers, ...ownPrograms] : [])];
  const elsewhere = Object.values(lanes).flatMap((lane) => lane.folders.map((folder) => `test/${folder}/**`));
  return {
    files:
      folders.length === 0 ? ['test/**/*.test.ts'] : folders.map((folder) => `test/${folder}/**/*.test.ts`),
    ignores: folders.length === 0 ? elsewhere : [],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: banned.map((module) => `**/setup/${module}`),
              message: `Suites of the lane "${name}" do not start this: see docs/tests.md.`,
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  };
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'node_modules/**',
      '.cache/**',
      '.data/**',
      'test/replay/histories/**',
      'bench/results/**',
      'client/src/openapi.ts',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // About enums and classes, of which there are none: a fifth of the linter's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a const object and a union type.' },
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'ExportAllDeclaration', message: 'Re-export by name.' },
        {
          selector: "MemberExpression[object.name='AbortSignal'][property.name='any']",
          message: 'Use withJoinedSignal: Node may collect the sources of a joined signal.',
        },
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties plainly; the formatter decides about lines.',
        },
      ],
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['src/config.ts', 'test/**', 'bench/**', 'embedded/**', ...packageFiles],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'src/config.ts is the only reader of the environment.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: packageFiles,
    plugins: { imports: importPlugin },
    rules: { 'imports/layers': 'error', 'imports/circles': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs'],
    ignores: ['test/**'],
    plugins: { 'own-lines': { rules: { max: ownLines } } },
    rules: { 'own-lines/max': ['error', 60] },
  },
  ...Object.entries(lanes).map(laneRules),
  ...packages.map((name) => ({
    files: [`${name}/**/*.ts`, `${name}/**/*.tsx`],
    languageOptions: { parserOptions: { project: `./${name}/tsconfig.json` } },
  })),
  { files: ['console/**/*.ts', 'console/**/*.tsx'], ...reactHooks.configs.flat.recommended },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        Buffer: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
