import type { PiiEngine } from './engine';
import { findByRules } from './rules';

/** The engine `patterns`: rules with check digits or a fixed syntax, and nothing else. */
export function createPatterns(): PiiEngine {
  return {
    id: 'patterns',
    model: 'pii-patterns-1',
    warnings: [],
    find: (texts, signal) => {
      signal.throwIfAborted();
      return Promise.resolve(texts.map((text) => findByRules(text, 'strict')));
    },
  };
}
