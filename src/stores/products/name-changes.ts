import { type ClientSession, type Db } from 'mongodb';
import { type Tenant } from '../../domain/platform/tenancy';
import { type Transact } from '../mongo/transactions';

/** Row of a tenant that serialises changes of names. */
interface NameChangesRow {
  /** `<organization>/<environment>`. */
  _id: string;
  changes: number;
}

/** Text that identifies a tenant. */
function tenantKey({ organizationId, environment }: Tenant): string {
  return `${organizationId}/${environment}`;
}

/**
 * Changes names within a transaction that excludes other changes of names of the tenant. Indexes and aliases
 * share one name space, and an alias points to an existing index: both are created and removed in such
 * transactions.
 */
export async function changeNames<T>(
  { db, transact }: { db: Db; transact: Transact },
  tenant: Tenant,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const rows = db.collection<NameChangesRow>('product_name_changes');
  const _id = tenantKey(tenant);
  // Outside of the transaction, since two transactions that insert the same row would fail.
  await rows.updateOne({ _id }, { $setOnInsert: { changes: 0 } }, { upsert: true });
  return transact(_id, async (session) => {
    await rows.updateOne({ _id }, { $inc: { changes: 1 } }, { session });
    return work(session);
  });
}
