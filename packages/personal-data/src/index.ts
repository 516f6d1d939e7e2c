/**
 * Finds personal data in texts.
 *
 * `createClassifier` creates the full engine: rules for values with a fixed form; a small local model for
 * persons, addresses, dates of birth, user names and medical record numbers; and the caller's own categories
 * and instructions. `createPatterns` creates an engine of strict rules alone. Both return offsets and tags
 * for each text.
 *
 * @packageDocumentation
 */
export { createClassifier } from './classifier';
export {
  ASKED_TAGS,
  GRADED_TAGS,
  type NearSpan,
  PII_BOUNDS,
  type PiiBound,
  type PiiBounds,
  type PiiEngine,
  type PiiSpan,
  type PiiWarning,
  type PiiWishes,
} from './engine';
export { createPatterns } from './patterns';
export { redactText } from './redact-text';
export { type Embed } from './wishes/custom-fields';
