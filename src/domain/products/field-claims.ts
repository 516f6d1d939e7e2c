import { type KeptBuild } from './product-index';
import { nextView } from './record-log';

/**
 * A field of records that are not in a build yet, and the sequence number of the last write that contains it.
 */
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

/**
 * Whether the fields of the served build still exist: false when a clear or a replacing upload came after its
 * view.
 */
export function keepsServedFields(index: Omit<FieldClaimView, 'former'>): boolean {
  return index.served !== null && index.served.view.stagedThrough > nextView(index).voidThrough;
}

/** Claims that count in addition to the fields of the served build, which has the fields of its view. */
export function countedClaims(index: FieldClaimView, claims: readonly FieldClaim[]): FieldClaim[] {
  const from = keepsServedFields(index) ? index.served!.view.stagedThrough : nextView(index).voidThrough;
  return claims.filter(({ seq }) => seq > from);
}

/** Claims to keep: after a rollback those count again that the former build does not contain. */
export function keptClaims(index: FieldClaimView, claims: readonly FieldClaim[]): FieldClaim[] {
  const builds = [index.served, index.former].flatMap((build) => build?.view.stagedThrough ?? []);
  const from = Math.max(nextView(index).voidThrough, builds.length === 0 ? 0 : Math.min(...builds));
  return claims.filter(({ seq }) => seq > from);
}
