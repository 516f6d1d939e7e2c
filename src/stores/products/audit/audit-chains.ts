import { type Db } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { lightWrite } from '../../mongo/light-write';
import { isDuplicateKey } from '../../mongo/mongo';
import { ownedBy } from '../../mongo/owned-by';
import { type SealedRow } from '../../mongo/sealed-rows';

/** Chain of the audit entries of one tenant. */
export interface AuditChainRow extends Tenant {
  _id: string;
  /** Sealed secret from which the keys of its hashes and fingerprints are derived. */
  sealedSecret: string;
  /** Position of an entry that was certainly written; a chain that ends before it was truncated. */
  last: number;
}

export const auditChainIndexes: CollectionIndexes = { collection: 'audit_chains', indexes: [] };

/** Id of the chain of a tenant, also the context of its sealed secret. */
export function auditChainId({ organizationId, environment }: Tenant): string {
  return `audit/${organizationId}/${environment}`;
}

/** Creates the store of chains, one row for each tenant with entries. */
export function createAuditChainStore(db: Db) {
  const rows = db.collection<AuditChainRow>(auditChainIndexes.collection);
  return {
    async find(tenant: Tenant): Promise<AuditChainRow | null> {
      return rows.findOne({ _id: auditChainId(tenant) });
    },

    /** Begins a chain, or returns an existing one. */
    async begin(tenant: Tenant, sealedSecret: string): Promise<AuditChainRow> {
      const _id = auditChainId(tenant);
      const write = () =>
        rows.findOneAndUpdate(
          { _id },
          { $setOnInsert: { ...ownedBy(tenant), sealedSecret, last: 0 } },
          { upsert: true, returnDocument: 'after' },
        );
      const row = await write().catch((error: unknown) => {
        if (isDuplicateKey(error)) return write();
        throw error;
      });
      return row!;
    },

    /** Records that an entry is written. The next record compensates for a lost one. */
    async saveLast(tenant: Tenant, seq: number): Promise<void> {
      await rows.updateOne(
        { _id: auditChainId(tenant) },
        { $max: { last: seq } },
        { writeConcern: lightWrite },
      );
    },

    /** The next chains with their sealed secrets, in the order of their ids, after `after`. */
    async listSealed(after: string | null, limit: number): Promise<SealedRow[]> {
      const found = await rows
        .find(after === null ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, sealedSecret }) => ({ _id, sealed: [sealedSecret] }));
    },

    /** Replaces a sealed secret; does nothing when the row has another one by now. */
    async replaceSealed(id: string, { from, to }: { from: string; to: string }): Promise<void> {
      await rows.updateOne({ _id: id, sealedSecret: from }, { $set: { sealedSecret: to } });
    },
  };
}
