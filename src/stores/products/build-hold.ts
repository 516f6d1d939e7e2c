import { foldAll } from './fold-request';
import { type ProductIndexRow } from './product-indexes';
import { type ProductJobRow } from './product-jobs';

/** A build that is over, as far as its index is concerned. */
export type EndedBuild = Pick<ProductJobRow, '_id' | 'errorCode' | 'indexId' | 'isRollback' | 'state'>;

/**
 * Changes to an index that an ended build no longer has: live writes reach the build under way no more, and the
 * entries that its view kept wait to be folded. Without them `hasFailed` tells that the last build failed.
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
