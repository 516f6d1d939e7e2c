export { autoRatio, tellingChunksMax, tellingWords } from './auto-ratio';
export { candidateDepth, isKeywordPage, spareCandidates } from './candidate-depth';
export { fuse, type FusedCandidate, type LegHit } from './fuse';
export { keywordQuery } from './keyword-query';
export { type MergedHit, mergeRankings } from './merge-rankings';
export { matchedSpans } from './matched-spans';
export { isOtherLanguage, queryLanguages } from './query-language';
export { queryWords } from './query-words';
export { stemLanguages } from './stem-languages';
