import { type Db } from 'mongodb';
import {
  type Comparison,
  evaluationCheckAfterMs,
  type EvaluationConfig,
  evaluationPrepareGraceMs,
  type EvaluationSize,
  evaluationStartGraceMs,
  type EvaluationVerdict,
  type Scorecard,
} from '../../../domain/documents/evaluation';
import { type Tenant } from '../../../domain/platform/tenancy';
import { createJobRows, type JobRowsDeps } from '../../../job-rows/job-rows';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { ownedBy } from '../../mongo/owned-by';
import {
  type EvaluationBilling,
  type EvaluationCollection,
  evaluationKind,
  type EvaluationMachine,
  type EvaluationRow,
} from './evaluation-kind';
import { evaluationPages } from './evaluation-pages';
import { lightWrite } from '../../mongo/light-write';

export const evaluationIndexes: CollectionIndexes = {
  collection: evaluationKind.collection,
  indexes: [
    { key: { organizationId: 1, environment: 1, createdAt: -1, _id: -1 } },
    { key: { organizationId: 1, _id: 1 }, partialFilterExpression: { completedAt: null } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { uploadId: 1 }, unique: true, sparse: true },
  ],
};

export type EvaluationEnd = EvaluationVerdict & {
  message: string | null;
  unitsDone: number;
  scorecards: Record<string, Scorecard>;
  comparisons: Comparison[];
  billing: EvaluationBilling;
};

/** How a new row was taken. */
export type Preparing = 'inserted' | 'id_taken' | 'upload_taken';

/** Evaluations: their own fields on top of the machine for job rows. */
export function createEvaluationStore(db: Db, deps: JobRowsDeps) {
  const machine: EvaluationMachine = createJobRows<EvaluationRow>(db, evaluationKind, deps);
  const { dueForCheck, postponeCheck, makeDue } = machine;
  const rows: EvaluationCollection = db.collection<EvaluationRow>(evaluationKind.collection);

  return {
    ...evaluationRunWrites(machine),
    ...evaluationPages(rows),

    /** Evaluations are due that showed no sign of life, have an open bill, or were left half accepted. */
    dueForCheck,
    postponeCheck,
    makeDue,

    /**
     * Writes a row that is not shown yet, before anything that depends on it. As long as the row is there, no
     * other takes its upload.
     */
    async insertPreparing(
      evaluation: Tenant & {
        _id: string;
        collectionId: string;
        collectionName: string;
        uploadId: string;
        configs: readonly EvaluationConfig[];
      },
      now = new Date(),
    ): Promise<Preparing> {
      const { configs, ...facts } = evaluation;
      const row = {
        ...facts,
        configs: JSON.stringify(configs),
        configCount: configs.length,
        cases: 0,
        casesError: 0,
        unitsDone: 0,
        scorecards: null,
        comparisons: null,
        billing: null,
        error: null,
        message: null,
        cancelRequestedAt: null,
        createdAt: now,
        startedAt: null,
        updatedAt: now,
        completedAt: null,
      };
      const asPreparing = { state: 'preparing', checkAfterMs: evaluationPrepareGraceMs } as const;
      if (await machine.insertOnce(row, asPreparing)) return 'inserted';
      return (await machine.stateOf(row._id)) === null ? 'upload_taken' : 'id_taken';
    },

    /** The cases are written and paid for: from now on the evaluation is there. Null when the row is gone. */
    accept(
      evalId: string,
      { cases, casesError }: EvaluationSize,
      now = new Date(),
    ): Promise<EvaluationRow | null> {
      const checkAt = new Date(now.getTime() + evaluationStartGraceMs);
      return machine.enter(evalId, 'pending', { cases, casesError, createdAt: now, updatedAt: now, checkAt });
    },

    /**
     * Makes an accepted evaluation invisible again. False when a run has it already, or there is no
     * such evaluation.
     */
    async withdraw(evalId: string): Promise<boolean> {
      return (await machine.enter(evalId, 'preparing')) !== null;
    },

    /** Forgets an evaluation that was never accepted, and on which nothing hangs any more. */
    async removePreparing(evalId: string): Promise<void> {
      await machine.withdraw(evalId, 'preparing');
    },

    /** A tenant's evaluation, null for the id of another tenant and for one that is still being prepared. */
    async find(tenant: Tenant, evalId: string): Promise<EvaluationRow | null> {
      return rows.findOne({ _id: evalId, ...ownedBy(tenant), state: { $ne: 'preparing' } });
    },

    /**
     * Asks for the end of an evaluation that has not ended; its run, or the sweep, ends it.
     *
     * @returns the row afterwards, null when there is none
     */
    requestCancel: (evalId: string, now = new Date()): Promise<EvaluationRow | null> =>
      machine.requestCancel(evalId, {
        now,
        set: { updatedAt: now, checkAt: new Date(now.getTime() + evaluationCheckAfterMs) },
      }),

    /**
     * Ends an evaluation, once: state, scores, bill and charge in one transaction. One that is final keeps
     * its end. The caller settles a row that still has `checkAt`.
     *
     * @returns the row as it then is, null when there is none
     */
    async end(evalId: string, { state, ...set }: EvaluationEnd): Promise<EvaluationRow | null> {
      return (await machine.end(evalId, { state, set })).row;
    },

    /** Charges a final evaluation that has not been charged, or releases its hold. Safe to repeat. */
    settle: (row: EvaluationRow): Promise<void> => machine.settle(row),
  };
}

/** The writes of a run. Each names the states that it may start from. */
function evaluationRunWrites({ claim, countAhead, get, write }: EvaluationMachine) {
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
