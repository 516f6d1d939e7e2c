import { foldAll } from './fold-request';
import { type ProductIndexRow } from './product-index-row';
import { type ProductJobRow } from './product-job-kind';

/** The fields of an ended build that its index needs. */
export type EndedBuild = Pick<ProductJobRow, '_id' | 'errorCode' | 'indexId' | 'isRollback' | 'state'>;

/**
 * Changes of an index when a build ends: live writes no longer reach the build, and the entries that its view
 * kept may be folded. `hasFailed` records whether it failed, other than in a rollback or by a cancellation.
 */
export function afterBuild(
  { errorCode, isRollback, state }: EndedBuild,
  now = new Date(),
): Partial<Pick<ProductIndexRow, 'building' | 'checkAt' | 'foldAfter' | 'foldRequest' | 'hasFailed'>> {
  return {
    building: null,
    ...foldAll(),
    checkAt: now,
    ...(state === 'failed' ? { hasFailed: !isRollback && errorCode !== 'CANCELLED' } : {}),
  };
}
