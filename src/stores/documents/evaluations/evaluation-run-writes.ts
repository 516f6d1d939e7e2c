import { lightWrite } from '../../mongo/light-write';
import { type EvaluationMachine, type EvaluationRow } from './evaluation-kind';

/** The writes of a run. Each names the states that it may start from. */
export function evaluationRunWrites({ claim, countAhead, get, write }: EvaluationMachine) {
  return {
    /**
     * Claims a pending evaluation, or one that a former attempt has claimed, with the units that are through.
     *
     * @returns the row as it is, null when there is none
     */
    claim: (evalId: string, unitsDone: number): Promise<EvaluationRow | null> =>
      claim(evalId, { set: { unitsDone } }),

    countAhead: (row: Pick<EvaluationRow, '_id' | 'organizationId'>): Promise<number> => countAhead(row),

    get,

    /**
     * Counts a unit that is done. Counts that a crash loses are put right at the next claim and at the end.
     * False when the evaluation does not run any more.
     */
    saveUnit: (evalId: string): Promise<boolean> =>
      write(evalId, { $inc: { unitsDone: 1 } }, { writeConcern: lightWrite }),

    /** A batch is through: from now on nothing that was noted of it can be lost any more. */
    async saveBatch(evalId: string): Promise<void> {
      await write(evalId, {});
    },
  };
}
