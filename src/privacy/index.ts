export { createClassifier } from './classifier';
export type { PiiEngine, PiiSpan, PiiWishes } from './engine';
export { createPatterns } from './patterns';
export { redactText } from './redact-text';
