import type { PiiEngine, PiiSpan } from './engine';
import { plainText } from './plain-text';
import { findByRules } from './rules';

/** Creates the engine `patterns`, which consists of rules with check digits or a fixed syntax. */
export function createPatterns(): PiiEngine {
  return {
    id: 'patterns',
    model: 'pii-patterns-1',
    warnings: [],
    find: (texts, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(texts.map(findStrict));
    },
    findNear: null,
  };
}

function findStrict(text: string): PiiSpan[] {
  const plain = plainText(text);
  return plain.toOriginal(findByRules(plain.text, 'strict'));
}
