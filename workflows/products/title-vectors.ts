import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { type LaterVectorsRef } from '../../src/domain/products/activities';
import { backgroundActivities } from '../activity-proxies';

const { makeLaterVectors } = backgroundActivities('make vectors of titles for the next build');

/**
 * Makes the vectors of the titles of a published build that had too many to make them before. The row of the
 * build says how far they are, so that resets and killed workers do no harm. Ends when all are made, or when
 * another build is served: that one begins where this one has stopped, since vectors are kept by their texts.
 */
export async function titleVectors({ buildId }: LaterVectorsRef): Promise<void> {
  for (;;) {
    const { done, more } = await makeLaterVectors({ buildId });
    setCurrentDetails(`Vectors of **${done}** records`);
    if (!more) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof titleVectors>({ buildId });
  }
}
