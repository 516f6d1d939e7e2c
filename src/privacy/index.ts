export { createClassifier } from 'personal-data';
export type { PiiSpan, PiiWishes } from 'personal-data';
export { redactText } from 'personal-data';
export {
  type ChainRecord,
  chainWarnings,
  createEngineChain,
  type EngineChain,
  type EngineDeps,
  EnginesFailed,
  engineUseOf,
} from './engine-chain';
