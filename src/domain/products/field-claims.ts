import { type KeptBuild } from './product-index';
import { nextView } from './record-log';

/** A field of records that wait for the next build, and the number of the last write that has it. */
export interface FieldClaim {
  field: string;
  seq: number;
}

/** Facts of an index that decide which fields its next build has. */
export interface FieldClaimView {
  served: Pick<KeptBuild, 'view'> | null;
  former: Pick<KeptBuild, 'view'> | null;
  voidThrough: number;
  replaceFrom: number;
}

/** Whether fields of the served build count: not where a clear or a replacing upload came after its view. */
export function keepsServedFields(index: Omit<FieldClaimView, 'former'>): boolean {
  return index.served !== null && index.served.view.stagedThrough > nextView(index).voidThrough;
}

/** Claims that count beside the fields of the served build, which has those of its view. */
export function countedClaims(index: FieldClaimView, claims: readonly FieldClaim[]): FieldClaim[] {
  const from = keepsServedFields(index) ? index.served!.view.stagedThrough : nextView(index).voidThrough;
  return claims.filter(({ seq }) => seq > from);
}

/** Claims that may count again: those that the former build has not count after a rollback. */
export function keptClaims(index: FieldClaimView, claims: readonly FieldClaim[]): FieldClaim[] {
  const builds = [index.served, index.former].flatMap((build) => build?.view.stagedThrough ?? []);
  const from = Math.max(nextView(index).voidThrough, builds.length === 0 ? 0 : Math.min(...builds));
  return claims.filter(({ seq }) => seq > from);
}
