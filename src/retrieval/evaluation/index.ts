export { scoreRanking } from './score-ranking';
export { createEvaluationTally } from './tally';
