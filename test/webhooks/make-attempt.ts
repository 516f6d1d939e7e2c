import { ApplicationFailure } from '@temporalio/activity';
import { type DeliveryProgress } from '../../src/domain/platform/activities';
import { attemptFailed } from '../../src/domain/platform/webhook-delivery';
import { type Activities } from '../../src/domain/activities';
import { newAttempt } from '../activities/activity-stack';

/** Makes the attempt of a delivery that is due; answers its progress, also where the receiver failed it. */
export async function makeAttempt(
  sendWebhook: Activities['sendWebhook'],
  messageId: string,
): Promise<DeliveryProgress | null> {
  try {
    return await newAttempt().run(sendWebhook, { messageId });
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.type !== attemptFailed) throw error;
    return error.details![0] as DeliveryProgress;
  }
}
