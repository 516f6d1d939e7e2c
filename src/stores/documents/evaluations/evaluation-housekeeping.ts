import { type EvaluationCollection, type EvaluationRow } from './evaluations';
import { hastenChecks } from '../../mongo/hasten-checks';

/** Reads and writes of the sweep. */
export function evaluationHousekeeping(rows: EvaluationCollection) {
  return {
    /**
     * Evaluations that showed no sign of life, final ones whose bill may be open, and what a crash left of an
     * acceptance, by id after `after`.
     */
    async dueForCheck(now: Date, after: string | null, limit: number): Promise<EvaluationRow[]> {
      return rows
        .find({ checkAt: { $lte: now }, ...(after === null ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** Lets the sweep look at evaluations now whose check is not closed. */
    hastenChecks: (evalIds: readonly string[], now: Date): Promise<void> => hastenChecks(rows, evalIds, now),

    /** The evaluation was looked at and is fine; a sign of life in the meantime stays as it is. */
    async postponeCheck(evalId: string, until: Date): Promise<void> {
      await rows.updateOne({ _id: evalId, checkAt: { $exists: true } }, { $max: { checkAt: until } });
    },

    /** The bill of a final evaluation is settled. */
    async noteSettled(evalId: string): Promise<void> {
      await rows.updateOne({ _id: evalId, completedAt: { $ne: null } }, { $unset: { checkAt: 1 } });
    },
  };
}
