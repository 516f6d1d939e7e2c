/**
 * Parts of the tagger that the training of the model uses: words, features, weights and the model file. They
 * may change with every version.
 *
 * @packageDocumentation
 */
export { findByRules } from './rules';
export { CUE_KINDS, CUES } from './rules/cues';
export { characterTable } from './tagger/characters';
export { featureCount, writeFeatures } from './tagger/features';
export { createLexicon, hashWord, WORD } from './tagger/lexicon';
export { findPath, labelCount, LABELS, weightCount } from './tagger/linear-model';
export { readModel, writeModel } from './tagger/model-file';
export { SHAPE } from './tagger/shapes';
export { describeSurroundings } from './tagger/surroundings';
export { createTagger } from './tagger/tagger';
export { createTokenizer, type Tokens, unknownWord } from './tagger/tokens';
