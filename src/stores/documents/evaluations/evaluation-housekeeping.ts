import { type EvaluationCollection } from './evaluations';
import { rowChecks } from '../../mongo/row-checks';

/** Reads and writes of the sweep. */
export function evaluationHousekeeping(rows: EvaluationCollection) {
  return {
    /** Evaluations are due that showed no sign of life, have an open bill, or were left half accepted. */
    ...rowChecks(rows),

    /** The bill of a final evaluation is settled. */
    async noteSettled(evalId: string): Promise<void> {
      await rows.updateOne({ _id: evalId, completedAt: { $ne: null } }, { $unset: { checkAt: 1 } });
    },
  };
}
