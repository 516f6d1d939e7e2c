import { type BoostRule } from '../../domain/documents/query';
import { isNamed, ruleValues } from './boost-rules';
import { type Candidate } from './candidates';
import { type ConfirmedRow } from './confirmed-rows';
import { type Ranked, rankSegments } from './ranked-pool';
import { type Surroundings } from './surroundings';

/** Facts of a candidate that were read from the stores. */
export interface CandidateFacts {
  /** Null when the collection does not show the candidate. */
  row: ConfirmedRow | null;
  /** Indexes of the boost rules that name the candidate. */
  rules: readonly number[];
  /** Null when the candidate has none, or none was requested. */
  vector: Float32Array | null;
  /** Null when they were not requested. */
  surroundings: Surroundings | null;
}

/** All candidates of one query, with the facts that were read so far. */
export interface CandidatePool {
  /**
   * Appends candidates; those that it has already keep their place.
   *
   * @returns the number of new ones
   */
  add(candidates: readonly Candidate[]): number;
  /** Stores the facts of a candidate. One that the collection does not show leaves the ranking. */
  note(id: string, read: Omit<CandidateFacts, 'rules'>): void;
  /** The facts of a candidate; undefined before they are read. */
  factsOf(id: string): CandidateFacts | undefined;
  /** The number of candidates whose facts were read. */
  readonly readCount: number;
  /**
   * Candidates in ranked order, without those that the collection does not show.
   *
   * @param reranked scores of a reranker by candidate; empty when none ran
   */
  rank(reranked: ReadonlyMap<string, number>): Ranked[];
}

/** Creates an empty pool, which ranks by the weights of these rules. */
export function createCandidatePool(boost: readonly BoostRule[]): CandidatePool {
  const segments: Candidate[][] = [];
  const facts = new Map<string, CandidateFacts>();
  const rules = boost.map(ruleValues);
  const weights = boost.map(({ weight }) => weight);
  let goneCount = 0;

  const rulesNaming = (row: ConfirmedRow): readonly number[] =>
    rules.length === 0 ? noRules : rules.flatMap((rule, place) => (isNamed(rule, row) ? [place] : []));
  const rulesOf = (id: string) => facts.get(id)?.rules ?? noRules;
  const isGone = ({ id }: Candidate) => facts.get(id)?.row === null;

  return {
    add(candidates) {
      const known = new Set(segments.flat().map(({ id }) => id));
      const more = candidates.filter(({ id }) => !known.has(id));
      if (more.length > 0) segments.push(more);
      return more.length;
    },
    note(id, { row, vector, surroundings }) {
      facts.set(id, { row, rules: row === null ? noRules : rulesNaming(row), vector, surroundings });
      if (row === null) goneCount++;
    },
    factsOf: (id) => facts.get(id),
    get readCount() {
      return facts.size;
    },
    rank(reranked) {
      const shown =
        goneCount === 0
          ? segments
          : segments.map((segment) => segment.filter((candidate) => !isGone(candidate)));
      return rankSegments(shown, { rulesOf, weights, reranked });
    },
  };
}

const noRules: readonly number[] = [];
