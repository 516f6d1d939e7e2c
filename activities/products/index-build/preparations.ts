import { parseRecord } from '../../../src/domain/products/raw-object';
import { activityInfo } from '@temporalio/activity';
import { type PreparingStage } from '../../../src/domain/products/activities';
import { ModelError } from '../../../src/models';
import {
  createGroupKeys,
  createVectorTexts,
  defaultGroupField,
  fieldName,
} from '../../../src/product-search';
import { type ViewedRecord } from '../../../src/stores/products/record-pages';
import { type ActivityDeps } from '../../deps';
import { prepareVectors, spaceOf } from '../title-vectors';
import { type BuildLease, tableOfLease } from './build-lease';
import { recordsPerPage } from './range-pages';

/** How a preparing stage begins: it prepares records, is done already, or is skipped for a reason. */
type StageOpening = 'prepares' | 'done' | { skipped: string };

/** The work of a preparing stage; it is idempotent. */
export interface Preparation {
  /** Records that are prepared together; progress is recorded after each page. */
  recordsPerPage: number;
  open: (lease: BuildLease, signal: AbortSignal) => Promise<StageOpening>;
  /** Creates the function that prepares records and returns the number of its results. */
  start: (lease: BuildLease) => (records: readonly ViewedRecord[], signal: AbortSignal) => Promise<number>;
}

/** Attempts for a model that does not answer, about two minutes; the build then continues without it. */
const modelAttemptsMax = 12;
const probe = 'title';
/** Texts of about one second of the local model. */
const textsPerPage = 100;

export type PreparationDeps = Pick<
  ActivityDeps,
  'embedder' | 'embeddings' | 'productBuilds' | 'productVectorsMax' | 'recordGroups'
>;

/** Reason of a stage that goes through ranges and has given up. */
export const modelAway = 'no embedding model answers';

const preparations: Record<PreparingStage, (deps: PreparationDeps) => Preparation> = {
  dense: vectorPreparation,
  tables: groupPreparation,
};

/** The work of a preparing stage of builds. */
export function preparationOf(deps: PreparationDeps, stage: PreparingStage): Preparation {
  return preparations[stage](deps);
}

function vectorPreparation(deps: PreparationDeps): Preparation {
  const { embedder, productBuilds, productVectorsMax } = deps;

  /** Does work with the model. False when it is of no use. */
  async function isAnswered(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.retryable && activityInfo().attempt < modelAttemptsMax) throw error;
      return false;
    }
  }

  function reasonAgainst(lease: BuildLease): string | null {
    if (productVectorsMax === 0) return 'disabled';
    if (createVectorTexts(tableOfLease(lease)) === null) return 'no text fields';
    return lease.build.records! > productVectorsMax ? `more than ${productVectorsMax} records` : null;
  }

  return {
    recordsPerPage: textsPerPage,
    async open(lease, signal) {
      const reason = reasonAgainst(lease);
      const isUsable =
        reason === null && (await isAnswered(() => embedder.embed([probe], 'document', signal)));
      await productBuilds.decide(lease.build._id, { vectors: isUsable ? spaceOf(embedder) : null });
      return isUsable ? 'prepares' : { skipped: reason ?? modelAway };
    },
    start(lease) {
      const textOf = createVectorTexts(tableOfLease(lease))!;
      const { build } = lease;
      let isGivenUp = (build.vectors ?? null) === null;
      return async (records, signal) => {
        if (isGivenUp) return 0;
        const texts = records.flatMap(({ text }) => textOf(parseRecord(text)) ?? []);
        isGivenUp = !(await isAnswered(() => prepareVectors(deps, build, texts, signal)));
        if (isGivenUp) await productBuilds.decide(build._id, { vectors: null });
        return isGivenUp ? 0 : texts.length;
      };
    },
  };
}

function groupPreparation({ productBuilds, recordGroups }: PreparationDeps): Preparation {
  return {
    recordsPerPage,
    // The `schema` stage has made the field table and the facet report.
    async open(lease) {
      const field = defaultGroupField(tableOfLease(lease), lease.settings);
      const groupField = field === null ? null : fieldName(field.path);
      await productBuilds.decide(lease.build._id, { groupField });
      return field === null ? 'done' : 'prepares';
    },
    start(lease) {
      const groupKeyOf = createGroupKeys(tableOfLease(lease), lease.settings)!;
      return async (records) => {
        const keys = records.map(({ recordId, text }) => groupKeyOf(parseRecord(text), recordId));
        return (await recordGroups.numbersOf(lease.build._id, keys)).size;
      };
    },
  };
}
