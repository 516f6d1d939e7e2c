import { type Collection, type Db } from 'mongodb';
import {
  type Comparison,
  evaluationCheckAfterMs,
  type EvaluationConfig,
  type EvaluationError,
  evaluationPrepareGraceMs,
  type EvaluationSize,
  evaluationStartGraceMs,
  type Scorecard,
  type StoredEvaluationState,
} from '../../../domain/documents/evaluation';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { evaluationHousekeeping } from './evaluation-housekeeping';
import { evaluationPages } from './evaluation-pages';
import { evaluationRunWrites } from './evaluation-run-writes';
import { isDuplicateKey } from '../../mongo/mongo';
import { ownedBy } from '../../mongo/owned-by';

export interface EvaluationBilling {
  /** Units that were answered, each a query. */
  billableUnits: number;
  /** Units that were not asked. */
  skippedUnits: number;
  /** Configurations under which cases were asked and none was answered. */
  failedConfigs: string[];
  credits: number;
}

/** An evaluation. This row is the truth about it; its run in Temporal only moves the row on. */
export interface EvaluationRow extends Tenant, EvaluationSize {
  _id: string;
  state: StoredEvaluationState;
  collectionId: string;
  /** As it was called when the evaluation was accepted. */
  collectionName: string;
  /** File of its cases, which no other evaluation has. */
  uploadId: string;
  /** JSON text of `EvaluationConfig[]`: keys of filters are the caller's. */
  configs: string;
  /** How many there are. */
  configCount: number;
  /** Units that are done; about right while it runs, exact at its end. */
  unitsDone: number;
  /** Null until the end. */
  scorecards: Record<string, Scorecard> | null;
  comparisons: Comparison[] | null;
  billing: EvaluationBilling | null;
  error: EvaluationError | null;
  message: string | null;
  /** When a caller asked to cancel it; the run then ends it. */
  cancelRequestedAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  updatedAt: Date;
  completedAt: Date | null;
  /** When the sweep looks at the row; absent when it is final and its bill is settled. */
  checkAt?: Date;
}

export type EvaluationCollection = Collection<EvaluationRow>;

export const evaluationIndexes: CollectionIndexes = {
  collection: 'evals',
  indexes: [
    { key: { organizationId: 1, environment: 1, createdAt: -1, _id: -1 } },
    { key: { organizationId: 1, _id: 1 }, partialFilterExpression: { completedAt: null } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { uploadId: 1 }, unique: true, sparse: true },
  ],
};

/** How a new row was taken. */
export type Preparing = 'inserted' | 'id_taken' | 'upload_taken';

/** Evaluations. States move in one conditional update each, so that two writers cannot both win. */
export function createEvaluationStore(db: Db) {
  const rows: EvaluationCollection = db.collection<EvaluationRow>(evaluationIndexes.collection);

  return {
    ...evaluationRunWrites(rows),
    ...evaluationHousekeeping(rows),
    ...evaluationPages(rows),

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
      const { configs, ...row } = evaluation;
      try {
        await rows.insertOne({
          ...row,
          state: 'preparing',
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
          checkAt: new Date(now.getTime() + evaluationPrepareGraceMs),
        });
        return 'inserted';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const isKnown = (await rows.countDocuments({ _id: row._id }, { limit: 1 })) > 0;
        return isKnown ? 'id_taken' : 'upload_taken';
      }
    },

    /** The cases are written and paid for: from now on the evaluation is there. Null when the row is gone. */
    async accept(
      evalId: string,
      { cases, casesError }: EvaluationSize,
      now = new Date(),
    ): Promise<EvaluationRow | null> {
      const checkAt = new Date(now.getTime() + evaluationStartGraceMs);
      return rows.findOneAndUpdate(
        { _id: evalId, state: 'preparing' },
        { $set: { state: 'pending', cases, casesError, createdAt: now, updatedAt: now, checkAt } },
        { returnDocument: 'after' },
      );
    },

    /**
     * Makes an accepted evaluation invisible again. False when a run has it already, or there is no
     * such evaluation.
     */
    async withdraw(evalId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: evalId, state: { $in: ['preparing', 'pending'] } },
        { $set: { state: 'preparing' } },
      );
      return matchedCount === 1;
    },

    /** Forgets an evaluation that was never accepted, and on which nothing hangs any more. */
    async removePreparing(evalId: string): Promise<void> {
      await rows.deleteOne({ _id: evalId, state: 'preparing' });
    },

    /** A tenant's evaluation, null for anybody else's id and for one that is still being prepared. */
    async find(tenant: Tenant, evalId: string): Promise<EvaluationRow | null> {
      return rows.findOne({ _id: evalId, ...ownedBy(tenant), state: { $ne: 'preparing' } });
    },

    /**
     * Asks for the end of an evaluation that has not ended; its run, or the sweep, ends it.
     *
     * @returns the row afterwards, null when there is none
     */
    async requestCancel(evalId: string, now = new Date()): Promise<EvaluationRow | null> {
      const asked = await rows.findOneAndUpdate(
        { _id: evalId, state: { $in: ['pending', 'running'] }, cancelRequestedAt: null },
        {
          $set: {
            cancelRequestedAt: now,
            updatedAt: now,
            checkAt: new Date(now.getTime() + evaluationCheckAfterMs),
          },
        },
        { returnDocument: 'after' },
      );
      return asked ?? rows.findOne({ _id: evalId });
    },
  };
}

/** The configurations of an evaluation, in the order in which they were given. */
export function configsOf({ configs }: Pick<EvaluationRow, 'configs'>): EvaluationConfig[] {
  return JSON.parse(configs) as EvaluationConfig[];
}

export type EvaluationStore = ReturnType<typeof createEvaluationStore>;
