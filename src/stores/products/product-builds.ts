import { type Db } from 'mongodb';
import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type Tenant } from '../../domain/platform/tenancy';
import { codedGroupsMax } from '../../domain/products/group-code';
import { type FieldTable } from '../../domain/products/field-table';
import { type LogView } from '../../domain/products/record-log';
import { type ObjectSettings } from '../../domain/products/settings';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';

/** A build: what it was made from, and its field table. */
export interface ProductBuildRow extends Tenant {
  _id: string;
  indexId: string;
  jobId: string;
  /** Name of its index in Elasticsearch. */
  physical: string;
  view: LogView;
  idField: string | null;
  /** JSON text of `ObjectSettings`, as they were when the build began. */
  settings: string;
  settingsVersion: number;
  /** Ids of the records at which ranges end; the last range has no end. Null until they are planned. */
  rangeEnds: string[] | null;
  /** Records of the view; null until they are counted. */
  records: number | null;
  /** JSON text of `FieldTable`: names of fields are the caller's. Null until the schema is made. */
  table: string | null;
  /** Field by which records are grouped and their groups have codes; absent or null without such. */
  groupField?: string | null;
  /** Numbers of groups that were given; absent before the first. */
  groupNumbers?: number;
  /** Whether counts of coded groups were found right; absent until they are checked. */
  areGroupsExact?: boolean;
  /** Space of the vectors of titles; absent or null without such. */
  vectors?: EmbeddingSpace | null;
  /** Its physical index is made: what the mapping depends on is decided. Absent before. */
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
  | 'isOpen'
  | 'createdAt';

export const productBuildIndexes: CollectionIndexes = {
  collection: 'product_builds',
  indexes: [{ key: { indexId: 1, _id: 1 } }],
};

/** Builds of indexes. */
export function createProductBuildStore(db: Db) {
  const rows = db.collection<ProductBuildRow>(productBuildIndexes.collection);

  return {
    /** Writes a new build; one with this id stays as it is, and is answered. */
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

    /** Decides what the mapping of the physical index depends on; nothing once the build is open. */
    async decide(
      buildId: string,
      change: Partial<Pick<ProductBuildRow, 'records' | 'table' | 'groupField' | 'vectors'>>,
    ): Promise<void> {
      await rows.updateOne({ _id: buildId, isOpen: { $ne: true } }, { $set: change });
    },

    /** Every build of an index, oldest first. */
    async listOf(indexId: string): Promise<ProductBuildRow[]> {
      return rows.find({ indexId }).sort({ _id: 1 }).toArray();
    },

    async remove(buildId: string): Promise<void> {
      await rows.deleteOne({ _id: buildId });
    },
  };
}

/** Settings that a build was made with. */
export function settingsOfBuild({ settings }: Pick<ProductBuildRow, 'settings'>): ObjectSettings {
  return JSON.parse(settings) as ObjectSettings;
}

/** Field table of a build; null before its schema is made. */
export function tableOf({ table }: Pick<ProductBuildRow, 'table'>): FieldTable | null {
  return table === null ? null : (JSON.parse(table) as FieldTable);
}

/** The field by whose values a build counts groups exactly; null when it has no such field. */
export function codedGroupField({
  groupField = null,
  groupNumbers = 0,
  areGroupsExact = false,
}: ProductBuildRow): string | null {
  return areGroupsExact && groupNumbers <= codedGroupsMax ? groupField : null;
}
