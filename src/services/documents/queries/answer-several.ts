import { type Hit, type QueryAnswer } from '../../../domain/documents/query';
import { type Caller } from '../../../domain/platform/caller';
import { isRefusal, Refusal } from '../../../domain/platform/refusal';
import { type MergedHit, mergeRankings } from '../../../retrieval';
import { answerQuery, type AnswerDeps, type AnsweredQuery, type AskedQuery } from './answer';
import { type CurrentCollections } from './current-collection';

/** A query over several collections. */
export interface SeveralQuery extends Omit<AskedQuery, 'collectionName'> {
  /** Each once. */
  collectionNames: readonly string[];
}

/** The answer of one of the collections. */
export interface CollectionAnswer {
  collectionName: string;
  answer: QueryAnswer;
}

/** The answer of several collections, not yet in the history. */
export interface SeveralAnswer extends Pick<AskedQuery, 'requestId' | 'text' | 'settings'> {
  /** Hits of all collections, best first; `ranking` is the place of the collection in `collections`. */
  hits: MergedHit<Hit>[];
  /** In the order of the query. */
  collections: CollectionAnswer[];
  /** Milliseconds until the last collection has answered. */
  totalMs: number;
  /** Records a query for each collection; see {@link AnsweredQuery}. */
  record: () => void;
}

/**
 * Answers a query over several collections of the caller, and merges what they find by rank. Each collection
 * answers by its own settings, rules and statistics of words. Collections of one model share the vector of the
 * query.
 *
 * @throws Refusal as {@link answerQuery}, with the name of the first collection in `details` that refuses
 */
export async function answerSeveral(
  deps: AnswerDeps,
  current: CurrentCollections,
  caller: Caller,
  { collectionNames, ...asked }: SeveralQuery,
): Promise<SeveralAnswer> {
  const begun = performance.now();
  const outcomes = await Promise.allSettled(
    collectionNames.map((collectionName) => answerQuery(deps, current, caller, { ...asked, collectionName })),
  );
  const answered = outcomes.map((outcome, at): AnsweredQuery => {
    if (outcome.status === 'fulfilled') return outcome.value;
    throw naming(outcome.reason, collectionNames[at]!);
  });
  const rankings = answered.map(({ answer, model }) => ({
    hits: answer.hits,
    model,
    semanticRatio: answer.semanticRatio.used,
  }));
  const { requestId, text, settings } = asked;
  return {
    requestId,
    text,
    settings,
    hits: mergeRankings(rankings, settings.limit),
    collections: answered.map(({ answer }, at) => ({ collectionName: collectionNames[at]!, answer })),
    totalMs: Math.round(performance.now() - begun),
    record: () => {
      for (const { record } of answered) record();
    },
  };
}

/** An error with the collection that it is about, if it is a refusal. */
function naming(reason: unknown, collectionName: string): unknown {
  if (!isRefusal(reason)) return reason;
  const { code, extra } = reason;
  const details = Array.isArray(extra.details)
    ? extra.details
    : { ...extra.details, collection_name: collectionName };
  return new Refusal<string>(code, { ...extra, details, cause: reason });
}
