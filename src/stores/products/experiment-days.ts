import { randomBytes } from 'node:crypto';
import { type Db } from 'mongodb';
import {
  EVENT_TYPES,
  type ExperimentCounts,
  experimentDayMs,
  type ExperimentGroup,
} from '../../domain/products/experiment';
import { experimentDaysMax, sampledShoppersMax } from '../../domain/products/limits';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { ownedBy } from '../mongo/owned-by';

export interface GroupDay extends Tenant, ExperimentGroup {
  indexId: string;
  /** Midnight UTC. */
  day: Date;
}

export interface SearchCounts extends GroupDay {
  searches: number;
  /** Searches without a hit. */
  empty: number;
  /** Hashes of their shoppers, numbers from 0 (inclusive) to 1 (exclusive). */
  shoppers: readonly number[];
}

/** Counts of a group on one day. Members are absent while nothing was counted. */
export interface ExperimentDayRow extends GroupDay {
  /** Derived from group and day. */
  _id: string;
  searches?: number;
  empty?: number;
  /** The smallest hashes of shoppers, sorted, at most `sampledShoppersMax`. */
  shoppers?: number[];
  searchesWith?: Partial<ExperimentCounts['searchesWith']>;
  positions?: Partial<ExperimentCounts['positions']>;
  value?: number;
  /** Number of the last batch of searches, by process. */
  batches?: Record<string, number>;
  expiresAt: Date;
}

export const experimentDayIndexes: CollectionIndexes = {
  collection: 'experiment_days',
  indexes: [{ key: { indexId: 1, layer: 1, day: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

export function experimentDayId({ indexId, day, layer, group }: GroupDay): string {
  return `${indexId}/${day.getTime()}/${JSON.stringify([layer, group])}`;
}

/** Fields that identify a new row. */
export function namesOf(counted: GroupDay): Omit<ExperimentDayRow, '_id'> {
  const { indexId, day, layer, group } = counted;
  const expiresAt = new Date(day.getTime() + (experimentDaysMax + 1) * experimentDayMs);
  return { ...ownedBy(counted), indexId, day, layer, group, expiresAt };
}

/** Creates the store of the counts, one row for each group and day. */
export function createExperimentDayStore(db: Db) {
  const rows = db.collection<ExperimentDayRow>(experimentDayIndexes.collection);
  const processId = randomBytes(8).toString('hex');

  return {
    /**
     * Adds searches to the counts. A batch that is repeated with the same number counts once; batches of a
     * process are sequential, with ascending numbers.
     */
    async addSearches(batch: number, counts: readonly SearchCounts[]): Promise<void> {
      if (counts.length === 0) return;
      const mark = `batches.${processId}`;
      await rows.bulkWrite(
        counts.map((counted) => ({
          updateOne: {
            filter: { _id: experimentDayId(counted) },
            update: [
              {
                $set: {
                  // Names are the caller's, and may begin with a dollar sign.
                  ...literals(namesOf(counted)),
                  searches: added('searches', counted.searches, { mark, batch }),
                  empty: added('empty', counted.empty, { mark, batch }),
                  shoppers: smallest('shoppers', counted.shoppers),
                  [mark]: batch,
                },
              },
            ],
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** Rows of a layer on days from `from` (inclusive) to `to` (exclusive), unsorted. */
    read(indexId: string, layer: string, { from, to }: { from: Date; to: Date }) {
      return rows.find({ indexId, layer, day: { $gte: from, $lt: to } }, { projection: { batches: 0 } });
    },

    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}

export type ExperimentDayStore = ReturnType<typeof createExperimentDayStore>;

/** Counts of a row; absent ones are zero. */
export function countsOf(row: ExperimentDayRow): ExperimentCounts {
  const { searches = 0, empty = 0, searchesWith = {}, positions = {}, value = 0 } = row;
  const counts = EVENT_TYPES.map((type) => [type, searchesWith[type] ?? 0] as const);
  return {
    searches,
    empty,
    searchesWith: Object.fromEntries(counts) as ExperimentCounts['searchesWith'],
    positions: { clicks: positions.clicks ?? 0, sum: positions.sum ?? 0, squares: positions.squares ?? 0 },
    value,
  };
}

function literals(members: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, { $literal: value as unknown }]),
  );
}

/** A count plus that of a batch, unless the batch is included already. */
function added(field: string, count: number, { mark, batch }: { mark: string; batch: number }) {
  const before = { $ifNull: [`$${field}`, 0] };
  return { $cond: [{ $gte: [{ $ifNull: [`$${mark}`, 0] }, batch] }, before, { $add: [before, count] }] };
}

/** The smallest of a row's hashes and the given ones, each once. */
function smallest(field: string, hashes: readonly number[]) {
  const all = { $setUnion: [{ $ifNull: [`$${field}`, []] }, [...hashes]] };
  return { $slice: [{ $sortArray: { input: all, sortBy: 1 } }, sampledShoppersMax] };
}
