import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';
import { ownLines } from './eslint/own-lines.cjs';

/** Import rule of ARCHITECTURE.md: per folder, what it must not import. `types: true` lets type-only imports through. */
function ban(files, groups) {
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: groups.map(({ types = false, ...pattern }) => ({ ...pattern, allowTypeImports: types })),
        },
      ],
    },
  };
}

const layer = (...names) => names.flatMap((name) => [`**/${name}`, `**/${name}/**`]);

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.cache/**',
      '.data/**',
      'test/replay/histories/**',
      'bench/results/**',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
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
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties plainly; the formatter decides about lines.',
        },
      ],
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['src/config.ts', 'test/**', 'bench/**', 'embedded/**'],
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
  ban(
    ['src/domain/**/*.ts'],
    [
      {
        regex: String.raw`^(?!\./|\.\./(platform|documents|products)/|\.\./\.\./)`,
        message: 'The domain imports itself only.',
      },
    ],
  ),
  ban(
    ['workflows/**/*.ts'],
    [
      {
        regex: String.raw`^(?!\./|\.\./(activity-proxies|job-run|patches|batches)$|(\.\./)+src/domain/|@temporalio/(workflow|common)$)`,
        message: 'Workflows import the domain and Temporal only.',
      },
    ],
  ),
  ban(
    ['src/stores/**/*.ts'],
    [
      {
        group: layer('api', 'activities', 'workflows', 'embedded'),
        message: 'Stores know the domain and their drivers.',
      },
      { group: ['@temporalio/*', 'koa', '@koa/*'], message: 'Stores know the domain and their drivers.' },
    ],
  ),
  ban(
    ['src/parsing/**/*.ts', 'src/net/**/*.ts', 'src/models/**/*.ts', 'src/object-stores/**/*.ts'],
    [
      {
        group: layer('api', 'activities', 'workflows', 'embedded', 'stores'),
        message: 'A capability is callable without HTTP, Temporal or a store.',
      },
      {
        group: ['@temporalio/*', 'koa', '@koa/*', 'mongodb'],
        message: 'A capability is callable without HTTP, Temporal or a store.',
      },
    ],
  ),
  ban(
    ['src/retrieval/**/*.ts'],
    [
      {
        group: layer('api', 'activities', 'workflows', 'embedded'),
        message: 'Retrieval reads stores; it is callable without HTTP or Temporal.',
      },
      {
        group: ['@temporalio/*', 'koa', '@koa/*'],
        message: 'Retrieval reads stores; it is callable without HTTP or Temporal.',
      },
    ],
  ),
  ban(
    ['activities/**/*.ts'],
    [
      {
        group: layer('api', 'workflows', 'embedded'),
        message: 'Activities know the domain, capabilities and stores.',
      },
      {
        group: ['koa', '@koa/*', '@temporalio/workflow', '@temporalio/client'],
        message: 'Activities know the domain, capabilities and stores.',
      },
    ],
  ),
  ban(
    ['src/jobs/**/*.ts'],
    [
      { group: layer('workflows'), message: 'Only the types of workflows.', types: true },
      {
        group: layer('api', 'activities', 'embedded', 'stores'),
        message: 'Jobs start and steer workflows, nothing else.',
      },
    ],
  ),
  ban(
    ['api/**/*.ts'],
    [
      {
        group: layer('activities', 'workflows', 'embedded'),
        message: 'The API reaches workflows through src/jobs.',
      },
      {
        group: ['@temporalio/*', 'mongodb', '@elastic/*', '@aws-sdk/*'],
        message: 'The API reaches stores and workflows through their modules.',
      },
    ],
  ),
  {
    files: ['**/*.ts', '**/*.mjs', '**/*.cjs'],
    ignores: ['test/**'],
    plugins: { 'own-lines': { rules: { max: ownLines } } },
    rules: { 'own-lines/max': ['error', 60] },
  },
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
