import { type ClientSession } from 'mongodb';
import {
  type Comparison,
  EVALUATION_MOVES,
  evaluationCheckAfterMs,
  type EvaluationVerdict,
  type Scorecard,
} from '../../../domain/documents/evaluation';
import { type EvaluationBilling, type EvaluationCollection, type EvaluationRow } from './evaluations';
import { lightWrite } from '../../mongo/light-write';

export type EvaluationEnd = EvaluationVerdict & {
  message: string | null;
  unitsDone: number;
  scorecards: Record<string, Scorecard>;
  comparisons: Comparison[];
  billing: EvaluationBilling;
};

/** The writes of a run. Each names the states that it may start from. */
export function evaluationRunWrites(rows: EvaluationCollection) {
  const signOfLife = (now = new Date()) => ({
    updatedAt: now,
    checkAt: new Date(now.getTime() + evaluationCheckAfterMs),
  });

  return {
    /**
     * Takes a pending evaluation, or one that a former attempt took, with the units that are through.
     *
     * @returns the row as it is, null when there is none
     */
    async claim(evalId: string, unitsDone: number, now = new Date()): Promise<EvaluationRow | null> {
      const claimed = await rows.findOneAndUpdate(
        { _id: evalId, state: { $in: [...EVALUATION_MOVES.running] } },
        [
          {
            $set: {
              state: 'running',
              startedAt: { $ifNull: ['$startedAt', now] },
              unitsDone,
              ...signOfLife(now),
            },
          },
        ],
        { returnDocument: 'after' },
      );
      return claimed ?? rows.findOne({ _id: evalId });
    },

    /** Number of the evaluations of an organization that run, or that wait and were accepted before one. */
    countAhead: ({ _id, organizationId }: Pick<EvaluationRow, '_id' | 'organizationId'>): Promise<number> =>
      rows.countDocuments({
        organizationId,
        completedAt: null,
        $or: [
          { state: 'running', _id: { $ne: _id } },
          { state: 'pending', _id: { $lt: _id } },
        ],
      }),

    /** Any evaluation, whoever's: for runs, which are given ids by ourselves. */
    async get(evalId: string): Promise<EvaluationRow | null> {
      return rows.findOne({ _id: evalId });
    },

    /**
     * Counts a unit that is done. Counts that a crash loses are put right at the next claim and at the end.
     * False when the evaluation does not run any more.
     */
    async noteUnit(evalId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: evalId, state: 'running' },
        { $inc: { unitsDone: 1 }, $set: signOfLife() },
        { writeConcern: lightWrite },
      );
      return matchedCount === 1;
    },

    /** A batch is through: from now on nothing that was noted of it can be lost any more. */
    async noteBatch(evalId: string): Promise<void> {
      await rows.updateOne({ _id: evalId, state: 'running' }, { $set: signOfLife() });
    },

    /**
     * Ends an evaluation, once: state, scores and bill in one update. One that is final already keeps its
     * end. The caller settles the bill of a row that still has `checkAt`.
     *
     * @param options.session transaction that the end is part of
     * @param options.onEnded is given the row where this call has ended the evaluation
     * @returns the row as it then is, null when there is none
     */
    async end(
      evalId: string,
      end: EvaluationEnd,
      {
        now = new Date(),
        session,
        onEnded,
      }: { now?: Date; session?: ClientSession; onEnded?: (row: EvaluationRow) => void } = {},
    ): Promise<EvaluationRow | null> {
      const inSession = session === undefined ? {} : { session };
      const moved = await rows.findOneAndUpdate(
        { _id: evalId, state: { $in: [...EVALUATION_MOVES[end.state]] } },
        { $set: { ...end, completedAt: now, ...signOfLife(now) } },
        { ...inSession, returnDocument: 'after' },
      );
      if (moved !== null) onEnded?.(moved);
      return moved ?? rows.findOne({ _id: evalId }, inSession);
    },
  };
}
