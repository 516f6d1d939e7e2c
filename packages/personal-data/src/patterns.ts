import type { PiiBounds, PiiEngine, PiiSpan } from './engine';
import { plainText } from './plain-text';
import { findByRules } from './rules';
import { findAges } from './rules/ages';
import { withoutOverlaps } from './spans';

/**
 * Creates the engine `patterns`, which consists of rules with check digits or a fixed syntax.
 *
 * @param options.bounds only that of `AGE` applies, which is found where it is set and not `off`; default none
 */
export function createPatterns({ bounds = {} }: { bounds?: PiiBounds } = {}): PiiEngine {
  const withAges = (bounds.AGE ?? 'off') !== 'off';
  return {
    id: 'patterns',
    model: 'pii-patterns-1',
    warnings: [],
    find: (texts, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(texts.map((text) => findStrict(text, withAges)));
    },
    findNear: null,
  };
}

function findStrict(text: string, withAges: boolean): PiiSpan[] {
  const plain = plainText(text);
  const found = findByRules(plain.text, 'strict');
  return plain.toOriginal(withAges ? withoutOverlaps([...found, ...findAges(plain.text, [])]) : found);
}
