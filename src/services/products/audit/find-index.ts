import { type Tenant } from '../../../domain/platform/tenancy';
import { auditDefaults } from '../../../domain/products/audit';
import { indexNamePattern } from '../../../domain/products/product-index';
import { type AuditSetting, type ObjectSettings } from '../../../domain/products/settings';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';

/** An index as the audit log sees it. */
export interface AuditedIndex {
  /** Null for an index that is not there, and for actions that belong to none. */
  id: string | null;
  /** Name of the index behind an alias; the name that was sent where there is no index. */
  name: string | null;
  rule: Required<AuditSetting>;
  /** Whether searches, browses and reads of records are recorded: the settings of the index have `audit`. */
  recordsReads: boolean;
}

/** How an index has its requests recorded. @param name of the index that was asked */
export function auditedIndex(
  row: ProductIndexRow,
  name = row.name,
  { audit }: ObjectSettings = settingsOf(row),
): AuditedIndex {
  return { id: row._id, name, rule: { ...auditDefaults, ...audit }, recordsReads: audit !== undefined };
}

/** An index by its name or by that of an alias. */
export async function findAuditedIndex(
  { stores }: Pick<ServiceDeps, 'stores'>,
  tenant: Tenant,
  name: string | null,
): Promise<AuditedIndex> {
  const unknown = { id: null, name: null, rule: auditDefaults, recordsReads: true };
  if (name === null || !indexNamePattern.test(name)) return unknown;
  const named = await stores.productIndexes.find(tenant, name);
  if (named !== null) return auditedIndex(named);
  const alias = await stores.productAliases.find(tenant, name);
  const row = alias === null ? null : await stores.productIndexes.get(alias.indexId);
  return row === null ? { ...unknown, name } : auditedIndex(row);
}
