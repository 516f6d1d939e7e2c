export { createClassifier } from 'personal-data';
export type { NearSpan, PiiSpan, PiiWishes } from 'personal-data';
export { redactText } from 'personal-data';
export {
  type ChainRecord,
  chainWarnings,
  createEngineChain,
  type EngineChain,
  type EngineDeps,
  type EngineOrder,
  EnginesFailed,
  engineUseOf,
} from './engine-chain';
