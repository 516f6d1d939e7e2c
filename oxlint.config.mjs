import { readFileSync } from 'node:fs';

const lanes = JSON.parse(readFileSync(new URL('./test/lanes.json', import.meta.url), 'utf8'));

/** Packages of their own: they know the service by its API only. */
const packageFiles = ['packages/client/**', 'packages/cli/**', 'packages/console/**'];

/** Modules of `test/setup` that start programs or servers. */
const ownPrograms = ['own-stack', 'program-process'];
const ownServers = ['own-cluster', 'own-servers', 'own-temporal'];

/** Lanes whose suites start no program of their own. */
const withoutPrograms = ['fast', 'steps'];

/** What suites of a lane may not import of `test/setup`: the place of a suite says what it starts. */
function laneRules([name, { folders, stack }]) {
  const own = [...ownServers, ...ownPrograms];
  const banned = stack ? own : ['stack', ...(withoutPrograms.includes(name) ? own : [])];
  const elsewhere = Object.values(lanes).flatMap((lane) => lane.folders.map((folder) => `${folder}/**`));
  return {
    files:
      folders.length === 0
        ? ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts']
        : folders.map((folder) => `${folder}/**/*.test.ts`),
    excludeFiles: folders.length === 0 ? elsewhere : [],
    rules: {
      'no-restricted-imports': [
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

const errors = (prefix, names) => Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']));

/** Rules for every file, of ESLint's recommended set. */
const javascript = errors('', [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-unused-vars',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
]);

/** Faults that the compiler finds in TypeScript. */
const untypedJavascript = errors('', [
  'constructor-super',
  'getter-return',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-func-assign',
  'no-import-assign',
  'no-new-native-nonconstructor',
  'no-obj-calls',
  'no-redeclare',
  'no-setter-return',
  'no-this-before-super',
  'no-undef',
  'no-unreachable',
  'no-unsafe-negation',
  'no-with',
]);

/** The strict and the stylistic set of typescript-eslint, with types, but for enums and classes. */
const typescript = {
  ...errors('', [
    'no-array-constructor',
    'no-empty-function',
    'no-unused-expressions',
    'no-useless-constructor',
    'no-var',
    'prefer-const',
    'prefer-rest-params',
    'prefer-spread',
  ]),
  ...errors('typescript/', [
    'adjacent-overload-signatures',
    'array-type',
    'await-thenable',
    'ban-tslint-comment',
    'class-literal-property-style',
    'consistent-generic-constructors',
    'consistent-indexed-object-style',
    'consistent-type-assertions',
    'dot-notation',
    'no-array-delete',
    'no-base-to-string',
    'no-confusing-non-null-assertion',
    'no-confusing-void-expression',
    'no-deprecated',
    'no-duplicate-enum-values',
    'no-duplicate-type-constituents',
    'no-dynamic-delete',
    'no-empty-object-type',
    'no-explicit-any',
    'no-extra-non-null-assertion',
    'no-extraneous-class',
    'no-floating-promises',
    'no-for-in-array',
    'no-implied-eval',
    'no-inferrable-types',
    'no-invalid-void-type',
    'no-meaningless-void-operator',
    'no-misused-new',
    'no-misused-promises',
    'no-misused-spread',
    'no-mixed-enums',
    'no-namespace',
    'no-non-null-asserted-nullish-coalescing',
    'no-non-null-asserted-optional-chain',
    'no-redundant-type-constituents',
    'no-require-imports',
    'no-this-alias',
    'no-unnecessary-boolean-literal-compare',
    'no-unnecessary-template-expression',
    'no-unnecessary-type-arguments',
    'no-unnecessary-type-assertion',
    'no-unnecessary-type-constraint',
    'no-unnecessary-type-conversion',
    'no-unnecessary-type-parameters',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-declaration-merging',
    'no-unsafe-enum-comparison',
    'no-unsafe-function-type',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'no-unsafe-unary-minus',
    'no-useless-default-assignment',
    'no-wrapper-object-types',
    'non-nullable-type-assertion-style',
    'only-throw-error',
    'prefer-as-const',
    'prefer-find',
    'prefer-for-of',
    'prefer-function-type',
    'prefer-includes',
    'prefer-literal-enum-member',
    'prefer-namespace-keyword',
    'prefer-nullish-coalescing',
    'prefer-promise-reject-errors',
    'prefer-reduce-type-parameter',
    'prefer-regexp-exec',
    'prefer-return-this-type',
    'prefer-string-starts-ends-with',
    'related-getter-setter-pairs',
    'require-await',
    'triple-slash-reference',
    'unbound-method',
    'unified-signatures',
    'use-unknown-in-catch-callback-variable',
  ]),
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/consistent-type-definitions': ['error', 'interface'],
  'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
};

const bannedSyntax = [
  {
    selector:
      "CallExpression[callee.object.name='fc'][callee.property.name=/^(assert|check|sample)$/]" +
      ":not(:has(ObjectExpression.arguments > Property[key.name='seed']))",
    message:
      'Give it the seed of the suite (test/setup/suite-seed.ts), and the seed to the name of the test.',
  },
  {
    selector: "CallExpression[callee.object.name='jest'][callee.property.name=/^(do)?[mM]ock$/]",
    message: 'Sources and packages are loaded outside of the registry of Jest, so that this has no effect.',
  },
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
];

export default {
  plugins: ['typescript', 'react'],
  jsPlugins: ['./lint/plugin.mjs'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: [
    '**/dist/**',
    'node_modules/**',
    '.cache/**',
    '.data/**',
    'test/replay/histories/**',
    'bench/results/**',
    'packages/client/src/openapi.ts',
  ],
  rules: javascript,
  overrides: [
    {
      files: ['**/*.mjs', '**/*.cjs'],
      env: { node: true },
      rules: untypedJavascript,
    },
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...typescript,
        'max-lines': ['error', { max: 400 }],
        'sheaf/no-restricted-syntax': ['error', ...bannedSyntax],
      },
    },
    {
      files: ['**/*.ts'],
      excludeFiles: [
        'src/config.ts',
        'test/**',
        'packages/*/test/**',
        'bench/**',
        'packages/*/bench/**',
        'embedded/**',
        ...packageFiles,
      ],
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
      excludeFiles: packageFiles,
      rules: { 'sheaf/layers': 'error', 'sheaf/circles': 'error' },
    },
    {
      files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs'],
      excludeFiles: ['test/**', 'packages/*/test/**'],
      rules: { 'sheaf/own-lines': ['error', 60] },
    },
    ...Object.entries(lanes).map(laneRules),
    {
      files: ['packages/console/**/*.ts', 'packages/console/**/*.tsx'],
      rules: {
        ...errors('react/', [
          'rules-of-hooks',
          'static-components',
          'use-memo',
          'preserve-manual-memoization',
          'immutability',
          'globals',
          'refs',
          'set-state-in-effect',
          'error-boundaries',
          'purity',
          'set-state-in-render',
        ]),
        'react/exhaustive-deps': 'warn',
      },
    },
  ],
};
