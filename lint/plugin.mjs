import { builtinRules } from 'eslint/use-at-your-own-risk';
import { require as load } from 'tsx/cjs/api';
import { ownLines } from './own-lines.cjs';

const { importRules } = load('./import-plugin.ts', import.meta.url);

/** Rules of the project's own, and the one of ESLint that Oxlint does not have. */
export default {
  meta: { name: 'sheaf' },
  rules: {
    ...importRules,
    'own-lines': ownLines,
    'no-restricted-syntax': builtinRules.get('no-restricted-syntax'),
  },
};
