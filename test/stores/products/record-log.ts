import { randomBytes } from 'node:crypto';
import { type Tenant } from '../../../src/domain/platform/tenancy';
import { everythingStaged, type LogView, nextView } from '../../../src/domain/products/record-log';
import { type EndedBuild } from '../../../src/stores/products/build-hold';
import { type WrittenFields } from '../../../src/stores/products/field-claims';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type RecordChange } from '../../../src/stores/products/record-entries';
import { type TestDatabase } from '../../setup/database';

/** Owner of the indexes of tests. */
const tenant: Tenant = { organizationId: 'org', environment: 'production' };

/** A short random name. */
export const hex = () => randomBytes(6).toString('hex');

/** Replaces a record. */
export const put = (recordId: string, record: object): RecordChange => ({
  recordId,
  op: 'put',
  text: JSON.stringify(record),
});

/** Merges members into a record. */
export const patch = (recordId: string, record: object): RecordChange => ({
  ...put(recordId, record),
  op: 'patch',
});

/** Removes a record. */
export const remove = (recordId: string): RecordChange => ({ recordId, op: 'delete', text: '' });

/** A build that has ended well. */
export const endedBuild = (indexId: string, jobId: string): EndedBuild => ({
  _id: jobId,
  indexId,
  state: 'succeeded',
  errorCode: null,
  isRollback: false,
});

/** The view that sees all entries. */
export const everything: LogView = { stagedThrough: everythingStaged, voidThrough: 0 };

/** Indexes and their records over the stores of a test database. */
export function recordLog(database: TestDatabase) {
  async function newIndex(idField: string | null = 'id'): Promise<string> {
    const row = await database.stores.productIndexes.create({
      ...tenant,
      _id: `idx_${hex()}`,
      name: `n${hex()}`,
      idField,
      settings: {},
    });
    return row!._id;
  }

  const rowOf = async (indexId: string): Promise<ProductIndexRow> =>
    (await database.stores.productIndexes.get(indexId))!;

  /** Writes the entries of an upload. */
  async function staged(indexId: string, records: Readonly<Record<string, object>>): Promise<string> {
    const { stagedUploads, recordEntries } = database.stores;
    const uploadId = `stg_${hex()}`;
    await stagedUploads.begin({ ...tenant, uploadId, indexId });
    const entries = Object.entries(records).map(([recordId, record], place) => ({
      recordId,
      place,
      text: JSON.stringify(record),
    }));
    await recordEntries.stage({ indexId, uploadId }, entries);
    return uploadId;
  }

  function commit(
    indexId: string,
    uploadId: string,
    ids: readonly string[],
    replacesAll = false,
    fields?: WrittenFields,
  ) {
    return database.stores.commitUpload({
      uploadId,
      indexId,
      ids: new Set(ids),
      idField: 'id',
      idOrigin: 'builtin',
      replacesAll,
      received: ids.length,
      staged: ids.length,
      rejected: 0,
      commitId: `job_${hex()}`,
      ...(fields === undefined ? {} : { fields }),
    });
  }

  async function upload(indexId: string, records: Readonly<Record<string, object>>, replacesAll = false) {
    const uploadId = await staged(indexId, records);
    return commit(indexId, uploadId, Object.keys(records), replacesAll);
  }

  const write = (indexId: string, ...changes: RecordChange[]) =>
    database.stores.writeLive(indexId, { changes, allOrNothing: true });

  async function records(indexId: string, view: LogView, limit = 3): Promise<Record<string, unknown>> {
    const found: [string, unknown][] = [];
    for (let after: string | null = null; ;) {
      const page = await database.stores.recordPages.page(indexId, { after, through: null, limit }, view);
      found.push(...page.items.map(({ recordId, text }): [string, unknown] => [recordId, JSON.parse(text)]));
      if (page.next === null) break;
      after = page.next;
    }
    expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
    return Object.fromEntries(found);
  }

  /** Serves everything that is staged now, as a build does. */
  async function serve(indexId: string, buildId = 'bld'): Promise<LogView> {
    const { sequence, ...row } = await rowOf(indexId);
    const view = { ...nextView(row), stagedThrough: sequence };
    await database.mongo.db.collection<ProductIndexRow>('product_indexes').updateOne(
      { _id: indexId },
      {
        $set: {
          served: {
            buildId,
            physical: 'p',
            view,
            appliedThrough: sequence,
            builtAt: 0,
            builtRecords: 0,
            records: 0,
          },
          staged: 0,
        },
      },
    );
    return view;
  }

  /** Says that every live write so far is applied. */
  const applied = async (indexId: string) =>
    database.mongo.db
      .collection<ProductIndexRow>('product_indexes')
      .updateOne({ _id: indexId }, [{ $set: { appliedThrough: '$sequence' } }]);

  /** Gives an index to a build. */
  const hold = async (indexId: string, jobId: string) =>
    database.mongo.db
      .collection<ProductIndexRow>('product_indexes')
      .updateOne({ _id: indexId }, { $set: { holder: { jobId, type: 'index.build' } } });

  const countEntries = (indexId: string): Promise<number> =>
    database.mongo.db.collection('product_entries').countDocuments({ indexId });

  return { newIndex, rowOf, staged, commit, upload, write, records, serve, applied, hold, countEntries };
}
