import { type Tenant } from '../../../domain/platform/tenancy';
import { auditDefaults } from '../../../domain/products/audit';
import { indexNamePattern } from '../../../domain/products/product-index';
import { type AuditSetting, type ObjectSettings } from '../../../domain/products/settings';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';

/** Index in the view of the audit log. */
export interface AuditedIndex {
  /** Null for an unknown index, and for actions without an index. */
  id: string | null;
  /** Name of the index behind an alias; the name as sent where there is no index. */
  name: string | null;
  rule: Required<AuditSetting>;
  /**
   * Whether searches, browses and reads of records are recorded, because the settings of the index have
   * `audit`.
   */
  recordsReads: boolean;
}

/** How requests to an index are recorded. @param name name of the index as sent */
export function auditedIndex(
  row: ProductIndexRow,
  name = row.name,
  { audit }: ObjectSettings = settingsOf(row),
): AuditedIndex {
  return { id: row._id, name, rule: { ...auditDefaults, ...audit }, recordsReads: audit !== undefined };
}

/** Finds an index by its name or by that of an alias. */
export async function findAuditedIndex(
  { stores }: Pick<ServiceDeps, 'stores'>,
  tenant: Tenant,
  name: string | null,
): Promise<AuditedIndex> {
  const unknown = { id: null, name: null, rule: auditDefaults, recordsReads: true };
  if (name === null || !indexNamePattern.test(name)) return unknown;
  const byName = await stores.productIndexes.find(tenant, name);
  if (byName !== null) return auditedIndex(byName);
  const alias = await stores.productAliases.find(tenant, name);
  const row = alias === null ? null : await stores.productIndexes.get(alias.indexId);
  return row === null ? { ...unknown, name } : auditedIndex(row);
}
