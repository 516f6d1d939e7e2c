import { type ClientSession, type Db } from 'mongodb';
import { type Tenant } from '../../domain/platform/tenancy';
import { createTransact } from '../mongo/transactions';

/** Names of one tenant, for changes that must not come between each other. */
interface NameChangesRow {
  /** `<organization>/<environment>`. */
  _id: string;
  changes: number;
}

/** Text that tells tenants apart. */
function tenantKey({ organizationId, environment }: Tenant): string {
  return `${organizationId}/${environment}`;
}

/** Changes names within a transaction that other changes of names of the tenant wait for. */
export type ChangeNames = <T>(tenant: Tenant, work: (session: ClientSession) => Promise<T>) => Promise<T>;

/**
 * Creates the function that changes names. Indexes and aliases share one space of names, and an alias points at
 * an index that is there: whoever makes or removes either does it in such a transaction.
 */
export function createNameChanges(db: Db): ChangeNames {
  const rows = db.collection<NameChangesRow>('product_name_changes');
  const transact = createTransact(db.client);

  return async (tenant, work) => {
    const _id = tenantKey(tenant);
    // Outside of the transaction: two that insert one row would fail for good.
    await rows.updateOne({ _id }, { $setOnInsert: { changes: 0 } }, { upsert: true });
    return transact(_id, async (session) => {
      await rows.updateOne({ _id }, { $inc: { changes: 1 } }, { session });
      return work(session);
    });
  };
}
