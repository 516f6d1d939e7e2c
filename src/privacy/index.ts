export { createClassifier } from './classifier';
export type { PiiEngine, PiiSpan, PiiWishes } from './engine';
export { createPatterns } from './patterns';
export { redactText } from './redact-text';
export {
  type ChainRecord,
  chainWarnings,
  createEngineChain,
  type EngineChain,
  type EngineDeps,
  EnginesFailed,
  engineUseOf,
} from './engine-chain';
