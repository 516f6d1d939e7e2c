import { type Db } from 'mongodb';
import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type Tenant } from '../../domain/platform/tenancy';
import { codedGroupsMax } from '../../domain/products/group-code';
import { type FieldTable } from '../../domain/products/field-table';
import { type LaterVectors } from '../../domain/products/later-vectors';
import { type LogView } from '../../domain/products/record-log';
import { type ObjectSettings } from '../../domain/products/settings';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';

/** A build: its inputs and its field table. */
export interface ProductBuildRow extends Tenant {
  _id: string;
  indexId: string;
  jobId: string;
  /** Name of its index in Elasticsearch. */
  physical: string;
  view: LogView;
  idField: string | null;
  /** JSON text of `ObjectSettings` at the start of the build. */
  settings: string;
  settingsVersion: number;
  /** Ids of the records at which ranges end; the last range has no end. Null before they are planned. */
  rangeEnds: string[] | null;
  /** Number of records in the view; null before they are counted. */
  records: number | null;
  /** JSON text of `FieldTable`: names of fields are the caller's. Null before the schema is inferred. */
  table: string | null;
  /** Field by which records are grouped, whose groups have codes; absent or null for none. */
  groupField?: string | null;
  /** Number of assigned group codes; absent before the first. */
  groupNumbers?: number;
  /** Whether counts of coded groups were verified as exact; absent before the check. */
  areGroupsExact?: boolean;
  /** Embedding space of the vectors of titles; absent or null for none. */
  vectors?: EmbeddingSpace | null;
  /** Vectors that are made after its publication, for the next build; absent or null for none. */
  laterVectors?: LaterVectors | null;
  /** Whether its physical index exists, which fixes all inputs of the mapping. Absent before. */
  isOpen?: boolean;
  createdAt: Date;
}

type NotYetKnown =
  | 'rangeEnds'
  | 'records'
  | 'table'
  | 'groupField'
  | 'groupNumbers'
  | 'areGroupsExact'
  | 'vectors'
  | 'laterVectors'
  | 'isOpen'
  | 'createdAt';

export const productBuildIndexes: CollectionIndexes = {
  collection: 'product_builds',
  indexes: [{ key: { indexId: 1, _id: 1 } }],
};

export function createProductBuildStore(db: Db) {
  const rows = db.collection<ProductBuildRow>(productBuildIndexes.collection);

  return {
    /** Writes a new build, or returns an existing one with this id. */
    async insert(build: Omit<ProductBuildRow, NotYetKnown>) {
      const row: ProductBuildRow = {
        ...build,
        rangeEnds: null,
        records: null,
        table: null,
        createdAt: new Date(),
      };
      try {
        await rows.insertOne(row);
        return row;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await rows.findOne({ _id: row._id }))!;
      }
    },

    async get(buildId: string): Promise<ProductBuildRow | null> {
      return rows.findOne({ _id: buildId });
    },

    async set(
      buildId: string,
      change: Partial<Pick<ProductBuildRow, 'rangeEnds' | 'areGroupsExact' | 'isOpen'>>,
    ): Promise<void> {
      await rows.updateOne({ _id: buildId }, { $set: change });
    },

    /** Sets inputs of the mapping of the physical index; does nothing once the build is open. */
    async decide(
      buildId: string,
      change: Partial<Pick<ProductBuildRow, 'records' | 'table' | 'groupField' | 'vectors' | 'laterVectors'>>,
    ): Promise<void> {
      await rows.updateOne({ _id: buildId, isOpen: { $ne: true } }, { $set: change });
    },

    /** Notes progress of vectors that are made later, unless another attempt has gone on from `after`. */
    async noteLaterVectors(
      buildId: string,
      after: string | null,
      change: Partial<Pick<LaterVectors, 'after' | 'done' | 'state'>>,
    ): Promise<void> {
      const set = Object.fromEntries(
        Object.entries(change).map(([member, value]) => [`laterVectors.${member}`, value]),
      );
      await rows.updateOne(
        { _id: buildId, 'laterVectors.state': 'making', 'laterVectors.after': after },
        { $set: set },
      );
    },

    /** Builds by their ids; those that are gone are left out. */
    async getMany(buildIds: readonly string[]): Promise<Map<string, ProductBuildRow>> {
      if (buildIds.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...buildIds] } }).toArray();
      return new Map(found.map((row) => [row._id, row]));
    },

    /** All builds of an index, oldest first. */
    async listOf(indexId: string): Promise<ProductBuildRow[]> {
      return rows.find({ indexId }).sort({ _id: 1 }).toArray();
    },

    async remove(buildId: string): Promise<void> {
      await rows.deleteOne({ _id: buildId });
    },
  };
}

/** Settings with which a build began. */
export function settingsOfBuild({ settings }: Pick<ProductBuildRow, 'settings'>): ObjectSettings {
  return JSON.parse(settings) as ObjectSettings;
}

/** Field table of a build; null before its schema is inferred. */
export function tableOf({ table }: Pick<ProductBuildRow, 'table'>): FieldTable | null {
  return table === null ? null : (JSON.parse(table) as FieldTable);
}

/** The field whose groups a build counts exactly; null for none. */
export function codedGroupField({
  groupField = null,
  groupNumbers = 0,
  areGroupsExact = false,
}: ProductBuildRow): string | null {
  return areGroupsExact && groupNumbers <= codedGroupsMax ? groupField : null;
}
