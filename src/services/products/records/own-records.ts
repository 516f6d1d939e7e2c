import { parseRecord } from '../../../domain/products/raw-object';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type EntryOp } from '../../../domain/products/record-log';
import { type OwnRecords, ownRecords, SearchRefused } from '../../../product-search';
import { type OwnershipTest } from '../../../stores/products/live-writes';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { scopeOf } from '../../../domain/products/key-scope';

/** Records of an index that a caller may write; null for all. @throws Refusal `ACCESS_DENIED` */
export function ownRecordsOf(caller: Caller, index: ProductIndexRow): OwnRecords | null {
  try {
    return ownRecords(scopeOf(caller), settingsOf(index));
  } catch (error) {
    if (!(error instanceof SearchRefused)) throw error;
    throw new Refusal<ProductErrorCode>(error.code, { message: error.message });
  }
}

/** Test of the same records by their texts; null for all. */
export function ownershipTest(own: OwnRecords | null): OwnershipTest | null {
  return own === null ? null : (text) => own.owns(parseRecord(text));
}

/** Reason why a record, or the members of a patch, may not be written; null where it may. */
export function foreignRecord(
  own: OwnRecords | null,
  op: EntryOp,
  record: object,
): { field: string; message: string } | null {
  if (own === null || op === 'delete') return null;
  const { field, owns } = own;
  if (op === 'patch' && !Object.hasOwn(record, field)) return null;
  return owns(record) ? null : { field, message: 'is not the tenant of the API key' };
}

/**
 * Refuses a caller that may write only some records, for requests that change records of several tenants at
 * once.
 *
 * @throws Refusal `ACCESS_DENIED`
 */
export function refusePartialWriters(caller: Caller, index: ProductIndexRow): void {
  if (ownRecordsOf(caller, index) === null) return;
  const message = 'The API key writes the records of its tenant only, and this would change all.';
  throw new Refusal<ProductErrorCode>('ACCESS_DENIED', { message });
}
