import { parseRecord } from '../../../src/domain/products/raw-object';
import { activityInfo } from '@temporalio/activity';
import { type PreparingStage } from '../../../src/domain/products/activities';
import { type LaterVectors } from '../../../src/domain/products/later-vectors';
import { ModelError } from '../../../src/models';
import {
  createGroupKeys,
  createVectorTexts,
  defaultGroupField,
  fieldName,
} from '../../../src/product-search';
import { type ViewedRecord } from '../../../src/stores/products/record-pages';
import { type ActivityDeps } from '../../deps';
import { hasMoreNewTexts, prepareVectors, spaceOf } from '../title-vectors';
import { type BuildLease, tableOfLease } from './build-lease';
import { rangePages, recordsPerPage } from './range-pages';

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
  | 'embedder'
  | 'embeddings'
  | 'productBuilds'
  | 'productLaterVectorsMax'
  | 'productVectorsMax'
  | 'recordGroups'
  | 'recordPages'
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
  const { embedder, productBuilds, productLaterVectorsMax, productVectorsMax } = deps;

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
    const recordsMax = Math.max(productVectorsMax, productLaterVectorsMax);
    return lease.build.records! > recordsMax ? `more than ${recordsMax} records` : null;
  }

  /** Texts of all records of a build, in pages. */
  async function* textsOf(lease: BuildLease, signal: AbortSignal): AsyncGenerator<string[]> {
    const textOf = createVectorTexts(tableOfLease(lease))!;
    const { indexId, view } = lease.build;
    for await (const records of rangePages(deps, { indexId, view, ends: [], range: 0 })) {
      signal.throwIfAborted();
      yield records.flatMap(({ text }) => textOf(parseRecord(text)) ?? []);
    }
  }

  return {
    recordsPerPage: textsPerPage,
    async open(lease, signal) {
      const { build } = lease;
      const space = spaceOf(embedder);
      const reason = reasonAgainst(lease);
      const isLater =
        reason === null &&
        build.records! > productVectorsMax &&
        (await hasMoreNewTexts(deps, build, textsOf(lease, signal), productVectorsMax));
      if (isLater) {
        const laterVectors: LaterVectors = { space, state: 'making', done: 0, after: null };
        await productBuilds.decide(build._id, { vectors: null, laterVectors });
        return { skipped: `more than ${productVectorsMax} new titles: made in the background` };
      }
      const isUsable =
        reason === null && (await isAnswered(() => embedder.embed([probe], 'document', signal)));
      const vectors = isUsable ? space : null;
      await productBuilds.decide(build._id, { vectors, laterVectors: null });
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
