import { type Db } from 'mongodb';
import { type CaseFault, type EvaluationCase, type UnitResult } from '../../../domain/documents/evaluation';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { lightWrite } from '../../mongo/light-write';

export interface EvaluationCaseRow {
  /** `<evaluation>/<index>`: writing the same list again writes the same rows. */
  _id: string;
  evalId: string;
  /** Its place in the file, from 0. */
  index: number;
  /** The caller's. */
  caseId: string;
  query: string;
  /** JSON text; null for none. */
  filters: string | null;
  /** Documents that answer it; without those that could not be told where there is a fault. */
  expectedDocumentIds: string[];
  fault: CaseFault | null;
  /** By the order of the configurations; null where the case was not asked (yet). */
  results: (UnitResult | null)[];
}

/** A case whose expected files were looked up. */
export type ResolvedCase = Omit<EvaluationCase, 'expectedFiles'> &
  Pick<EvaluationCaseRow, 'expectedDocumentIds' | 'fault'>;

/** Fields that scores are computed from. */
export type CaseResults = Pick<EvaluationCaseRow, 'fault' | 'results'>;

export const evaluationCaseIndexes: CollectionIndexes = {
  collection: 'eval_items',
  indexes: [
    { key: { evalId: 1, index: 1 }, unique: true },
    { key: { evalId: 1, caseId: 1 }, unique: true },
  ],
};

const rowsPerRead = 500;

/** Cases of evaluations. The result of a unit is written once. */
export function createEvaluationCaseStore(db: Db) {
  const rows = db.collection<EvaluationCaseRow>(evaluationCaseIndexes.collection);

  return {
    /** Writes cases, the first of them at place `from`. @throws MongoServerError for ids that are taken */
    async insert(
      evalId: string,
      from: number,
      cases: readonly ResolvedCase[],
      configCount: number,
    ): Promise<void> {
      await rows.insertMany(
        cases.map(({ id, query, filters, expectedDocumentIds, fault }, offset) => ({
          _id: `${evalId}/${from + offset}`,
          evalId,
          index: from + offset,
          caseId: id,
          query,
          expectedDocumentIds,
          fault,
          filters: filters === null ? null : JSON.stringify(filters),
          results: Array.from({ length: configCount }, () => null),
        })),
      );
    },

    /** At most `limit` cases from place `from` on, in order. */
    async page(evalId: string, from: number, limit: number): Promise<EvaluationCaseRow[]> {
      return rows
        .find({ evalId, index: { $gte: from } })
        .sort({ index: 1 })
        .limit(limit)
        .toArray();
    },

    /** The case with the caller's id, null when there is none. */
    async find(evalId: string, caseId: string): Promise<EvaluationCaseRow | null> {
      return rows.findOne({ evalId, caseId });
    },

    /** All cases, a bounded number in memory at once, without the documents that were found. */
    results(evalId: string): AsyncIterable<CaseResults> {
      return rows
        .find({ evalId })
        .project<CaseResults>({
          _id: 0,
          fault: 1,
          'results.state': 1,
          'results.score': 1,
          'results.latencyMs': 1,
        })
        .batchSize(rowsPerRead);
    },

    /** How many results there are. */
    async countResults(evalId: string): Promise<number> {
      const [counted] = await rows
        .aggregate<{ done: number }>([
          { $match: { evalId } },
          {
            $project: {
              done: { $size: { $filter: { input: '$results', cond: { $ne: ['$$this', null] } } } },
            },
          },
          { $group: { _id: null, done: { $sum: '$done' } } },
        ])
        .toArray();
      return counted?.done ?? 0;
    },

    /**
     * Writes the result of a unit; the next write of the run with majority makes
     * it durable. False when that is known already.
     */
    async saveResult(id: string, config: number, result: UnitResult): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: id, [`results.${config}`]: null },
        { $set: { [`results.${config}`]: result } },
        { writeConcern: lightWrite },
      );
      return matchedCount === 1;
    },

    /** Removes all cases of an evaluation. */
    async removeOf(evalId: string): Promise<void> {
      await rows.deleteMany({ evalId });
    },
  };
}
