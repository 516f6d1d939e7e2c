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

/** Origin of the records of an import. */
export type ImportSource =
  | { kind: 'app'; appId: string; index: string }
  /** `primaryKey` names the id of the records where the provider lets it differ. */
  | { kind: 'file'; uploadId: string; primaryKey: string | null };

/** Records that an import has read so far, and where it continues. */
export interface ImportReading {
  page: number;
  /** Records of the page that are read. */
  inPage: number;
  read: number;
  staged: number;
  rejected: number;
}

/** Progress of an import, beside the row of its job. */
export interface ProductImportRow extends Tenant {
  /** Id of the job. */
  _id: string;
  indexId: string;
  provider: ImportProvider;
  source: ImportSource;
  parts: ImportParts;
  /** Whether a build follows. */
  build: boolean;
  /** JSON text of the settings or the schema of the source; null until they are known, or without them. */
  settings: string | null;
  /** Pages of records that lie in the blob store, and where the provider continues. */
  pages: number;
  cursor: string | null;
  isPulled: boolean;
  /** Records of the source in all; null where it does not say. */
  total: number | null;
  /** Field of the ids in the index; null until the first record was read, where the request named none. */
  idField: string | null;
  /** The staged upload that takes the records; null before the first. */
  uploadId: string | null;
  reading: ImportReading;
  /** The first wrong records. */
  errors: RecordFault[];
  fields: ImportedField[];
  /** JSON text of the mapped `ObjectSettings`; null until they are mapped. */
  mappedSettings: string | null;
  mapped: MappedSetting[];
  ignored: IgnoredSetting[];
  /** Id of the build that follows; null until it is about to start. */
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

/** The row stays longer than that of its job, which ends within days and stays for 90 more. */
const keptMs = 100 * 24 * 3_600_000;

export const productImportIndexes: CollectionIndexes = {
  collection: 'product_imports',
  indexes: [{ key: { indexId: 1 } }, { key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

const unread: ImportReading = { page: 0, inPage: 0, read: 0, staged: 0, rejected: 0 };

/** Progress and reports of imports. A step moves on only from where it began, so that two cannot both count. */
export function createProductImportStore(db: Db) {
  const rows = db.collection<ProductImportRow>(productImportIndexes.collection);

  /** Changes a row in a given state; null when it is not in that state any more. */
  const change = (where: Partial<ProductImportRow> & { _id: string }, set: Partial<ProductImportRow>) =>
    rows.findOneAndUpdate(where, { $set: set }, { returnDocument: 'after' });

  return {
    /** Writes a new import; one with this id stays as it is. */
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

    /** Notes the settings of the source. */
    async noteSettings({ _id }: ProductImportRow, settings: string): Promise<void> {
      await rows.updateOne({ _id }, { $set: { settings } });
    },

    /** Notes one more page of records. Null when another attempt has noted it. */
    notePage: (
      { _id, pages }: ProductImportRow,
      page: Partial<Pick<ProductImportRow, 'cursor' | 'isPulled' | 'total'>>,
    ): Promise<ProductImportRow | null> =>
      change({ _id, pages, isPulled: false }, { ...page, pages: pages + 1 }),

    /** Notes that there are no pages to wait for. */
    async endPull({ _id }: ProductImportRow): Promise<void> {
      await rows.updateOne({ _id }, { $set: { isPulled: true } });
    },

    /** Begins the records with a staged upload, from the first one. Null when another attempt has begun. */
    beginReading: ({ _id, uploadId: former }: ProductImportRow, uploadId: string) =>
      change({ _id, uploadId: former }, { uploadId, reading: unread, errors: [], fields: [] }),

    /** Names the field of the ids, once. */
    async decideIdField({ _id }: ProductImportRow, idField: string): Promise<void> {
      await rows.updateOne({ _id, idField: null }, { $set: { idField } });
    },

    /** Notes records that were read. Null when another attempt has noted them. */
    noteReading: async (
      { _id, uploadId, reading: { read } }: ProductImportRow,
      progress: Pick<ProductImportRow, 'reading' | 'errors' | 'fields'>,
    ): Promise<ProductImportRow | null> =>
      rows.findOneAndUpdate(
        { _id, uploadId, 'reading.read': read },
        { $set: progress },
        { returnDocument: 'after' },
      ),

    async noteMapping(
      { _id }: ProductImportRow,
      mapping: Pick<ProductImportRow, 'mappedSettings' | 'mapped' | 'ignored'>,
    ): Promise<void> {
      await rows.updateOne({ _id }, { $set: mapping });
    },

    /** Names the build that follows, once; answers its id. */
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
