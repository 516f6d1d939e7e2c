import { gainAt10, mean } from '../quality/score';
import { type Ask } from './ask-judged';
import { type JudgedQuery } from './judged-set';

const hitsAsked = 200;
const recallDepth = 50;
/** Products of this mean grade are relevant. */
const relevantMin = 3;

/** Figures of a ranking over judged queries. */
export interface Judgement {
  /** nDCG@10 with a gain of 2^(grade - 1) - 1; products without a grade count nothing. */
  gain: number;
  /** The same over the order of the judged products alone. */
  judgedGain: number;
  /** Share of the relevant products among the first 50. */
  recall: number;
  /** Queries without a hit. */
  unanswered: number;
}

/** Asks judged queries, changed as wanted. */
export async function judge(
  ask: Ask,
  queries: readonly JudgedQuery[],
  textOf: (query: JudgedQuery) => string,
): Promise<Judgement> {
  const gains: number[] = [];
  const judgedGains: number[] = [];
  const recalls: number[] = [];
  let unanswered = 0;
  for (const query of queries) {
    const ids = await ask(textOf(query), hitsAsked);
    const above = new Map([...query.grades].map(([id, grade]) => [id, grade - 1]));
    gains.push(gainAt10(ids, above));
    judgedGains.push(
      gainAt10(
        ids.filter((id) => above.has(id)),
        above,
      ),
    );
    const relevant = [...query.grades].filter(([, grade]) => grade >= relevantMin);
    const first = new Set(ids.slice(0, recallDepth));
    if (relevant.length > 0) recalls.push(relevant.filter(([id]) => first.has(id)).length / relevant.length);
    if (ids.length === 0) unanswered++;
  }
  return { gain: mean(gains), judgedGain: mean(judgedGains), recall: mean(recalls), unanswered };
}
