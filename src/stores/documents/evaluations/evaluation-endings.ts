import { type ClientSession, type Db } from 'mongodb';
import { type NoteFinalJob } from '../../../domain/platform/final-job';
import { type CreditStore } from '../../platform/credits';
import { createNotedEnd, type NotedEnd } from '../noted-end';
import { type EvaluationEnd } from './evaluation-run-writes';
import { type EvaluationRow, type EvaluationStore } from './evaluations';

/** Ends evaluations: the row moves once, and the hold is settled or released. */
export function createEvaluationEndings(
  db: Db,
  {
    evaluations,
    credits,
    noteFinalJob,
  }: { evaluations: EvaluationStore; credits: CreditStore; noteFinalJob: NoteFinalJob },
) {
  async function endIn(
    session: ClientSession,
    evalId: string,
    end: EvaluationEnd,
    { forget, onEnded }: NotedEnd<EvaluationRow>,
  ): Promise<EvaluationRow | null> {
    forget();
    const row = await evaluations.end(evalId, end, { session, onEnded });
    const used = row?.billing?.credits ?? 0;
    if (row?.checkAt !== undefined && used > 0)
      await credits.settleIn(session, row.organizationId, evalId, used);
    return row;
  }

  return {
    /**
     * Ends and charges an evaluation in one transaction: a final one that is seen is charged.
     *
     * @returns as `end` of the evaluations
     */
    async end(evalId: string, end: EvaluationEnd): Promise<EvaluationRow | null> {
      const noted = createNotedEnd<EvaluationRow>('evaluation', noteFinalJob);
      const row = await db.client.withSession((session) =>
        session.withTransaction(() => endIn(session, evalId, end, noted)),
      );
      noted.tell();
      return row;
    },

    /** Charges a final evaluation that has not been charged, or releases its hold. Safe to repeat. */
    async closeHold({ _id: evalId, organizationId, billing }: EvaluationRow): Promise<void> {
      const used = billing?.credits ?? 0;
      if (used > 0) await credits.settle(organizationId, evalId, used);
      else await credits.release(organizationId, evalId);
      await evaluations.noteSettled(evalId);
    },
  };
}
