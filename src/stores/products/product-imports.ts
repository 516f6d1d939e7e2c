import { type Db } from 'mongodb';
import {
  type IgnoredSetting,
  type ImportedField,
  type ImportParts,
  type ImportProvider,
  type MappedSetting,
} from '../../domain/products/import';
import { type RecordFault } from '../../domain/products/record-fault';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';

/** Source of the records of an import. */
export type ImportSource =
  | { kind: 'app'; appId: string; index: string }
  /** `primaryKey` names the id of the records, for providers that let it differ. */
  | { kind: 'file'; uploadId: string; primaryKey: string | null };

/** Progress of reading records, and the position to continue from. */
export interface ImportReading {
  page: number;
  /** Number of records of the page that are read. */
  inPage: number;
  read: number;
  staged: number;
  rejected: number;
}

/** Progress of an import, next to the row of its job. */
export interface ProductImportRow extends Tenant {
  /** Id of the job. */
  _id: string;
  indexId: string;
  provider: ImportProvider;
  source: ImportSource;
  parts: ImportParts;
  /** Whether a build follows. */
  build: boolean;
  /** JSON text of the source's settings or schema; null before they are known, or without any. */
  settings: string | null;
  /** Number of pages in the blob store, and the provider's cursor to continue from. */
  pages: number;
  cursor: string | null;
  isPulled: boolean;
  /** Total number of records in the source; null when it gives none. */
  total: number | null;
  /** Id field of the index; null before the first record is read, unless the request named one. */
  idField: string | null;
  /** The staged upload of the records; null before the first. */
  uploadId: string | null;
  reading: ImportReading;
  /** The first invalid records. */
  errors: RecordFault[];
  fields: ImportedField[];
  /** JSON text of the mapped `ObjectSettings`; null before they are mapped. */
  mappedSettings: string | null;
  mapped: MappedSetting[];
  ignored: IgnoredSetting[];
  /** Id of the build that follows; null before it starts. */
  buildJobId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Facts of a new import. */
export type NewProductImport = Pick<
  ProductImportRow,
  '_id' | 'indexId' | 'provider' | 'source' | 'parts' | 'build' | 'settings'
> &
  Tenant;

/** Retention of the row, longer than that of its job, which ends within days and is kept for 90 more. */
const keptMs = 100 * 24 * 3_600_000;

export const productImportIndexes: CollectionIndexes = {
  collection: 'product_imports',
  indexes: [{ key: { indexId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

const unread: ImportReading = { page: 0, inPage: 0, read: 0, staged: 0, rejected: 0 };

/**
 * Creates the store of progress and reports of imports. A step advances only from its own starting point, so
 * that concurrent attempts are not both counted.
 */
export function createProductImportStore(db: Db) {
  const rows = db.collection<ProductImportRow>(productImportIndexes.collection);

  /** Changes a row in the given state; null when it is in another state. */
  const change = (where: Partial<ProductImportRow> & { _id: string }, set: Partial<ProductImportRow>) =>
    rows.findOneAndUpdate(where, { $set: set }, { returnDocument: 'after' });

  return {
    /** Writes a new import; an existing one with this id stays unchanged. */
    async insert(wanted: NewProductImport): Promise<void> {
      const createdAt = new Date();
      const row: ProductImportRow = {
        ...wanted,
        pages: 0,
        cursor: null,
        isPulled: false,
        total: null,
        idField: null,
        uploadId: null,
        reading: unread,
        errors: [],
        fields: [],
        mappedSettings: null,
        mapped: [],
        ignored: [],
        buildJobId: null,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + keptMs),
      };
      try {
        await rows.insertOne(row);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    async get(jobId: string): Promise<ProductImportRow | null> {
      return rows.findOne({ _id: jobId });
    },

    /** Records the settings of the source. */
    async saveSettings({ _id }: ProductImportRow, settings: string): Promise<void> {
      await rows.updateOne({ _id }, { $set: { settings } });
    },

    /** Records another page of records. Null when another attempt has. */
    savePage: (
      { _id, pages }: ProductImportRow,
      page: Partial<Pick<ProductImportRow, 'cursor' | 'isPulled' | 'total'>>,
    ): Promise<ProductImportRow | null> =>
      change({ _id, pages, isPulled: false }, { ...page, pages: pages + 1 }),

    /** Records that all pages are copied. */
    async endPull({ _id }: ProductImportRow): Promise<void> {
      await rows.updateOne({ _id }, { $set: { isPulled: true } });
    },

    /**
     * Begins reading the records from the first one, into a staged upload. Null when another attempt has
     * begun.
     */
    beginReading: ({ _id, uploadId: former }: ProductImportRow, uploadId: string) =>
      change({ _id, uploadId: former }, { uploadId, reading: unread, errors: [], fields: [] }),

    /** Sets the id field, once. */
    async decideIdField({ _id }: ProductImportRow, idField: string): Promise<void> {
      await rows.updateOne({ _id, idField: null }, { $set: { idField } });
    },

    /** Records the records that were read. Null when another attempt has. */
    saveReading: async (
      { _id, uploadId, reading: { read } }: ProductImportRow,
      progress: Pick<ProductImportRow, 'reading' | 'errors' | 'fields'>,
    ): Promise<ProductImportRow | null> =>
      rows.findOneAndUpdate(
        { _id, uploadId, 'reading.read': read },
        { $set: progress },
        { returnDocument: 'after' },
      ),

    async saveMapping(
      { _id }: ProductImportRow,
      mapping: Pick<ProductImportRow, 'mappedSettings' | 'mapped' | 'ignored'>,
    ): Promise<void> {
      await rows.updateOne({ _id }, { $set: mapping });
    },

    /** Sets the id of the following build, once; returns it. */
    async nameBuild({ _id }: ProductImportRow, buildJobId: string): Promise<string> {
      await rows.updateOne({ _id, buildJobId: null }, { $set: { buildJobId } });
      return (await rows.findOne({ _id }))!.buildJobId!;
    },

    /** Removes the imports of a deleted index. */
    async removeOf(indexId: string): Promise<void> {
      await rows.deleteMany({ indexId });
    },
  };
}
