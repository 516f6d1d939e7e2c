/**
 * Finds personal data in texts.
 *
 * `createClassifier` makes the whole engine: rules for what has a form, a small local model for persons, addresses,
 * dates of birth, user names and medical record numbers, and the caller's own categories and instructions.
 * `createPatterns` makes one of strict rules alone. Both answer with places and tags of each text.
 *
 * @packageDocumentation
 */
export { createClassifier } from './classifier';
export { type PiiEngine, type PiiSpan, type PiiWarning, type PiiWishes } from './engine';
export { createPatterns } from './patterns';
export { redactText } from './redact-text';
export { type Embed } from './wishes/custom-fields';
