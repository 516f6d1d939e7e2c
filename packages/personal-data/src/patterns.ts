import type { PiiEngine } from './engine';
import { findByRules } from './rules';

/** Creates the engine `patterns`, which consists of rules with check digits or a fixed syntax. */
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
