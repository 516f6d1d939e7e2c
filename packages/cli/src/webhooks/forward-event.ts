import { SheafError } from 'sheaf-client';
import { signWebhook } from 'sheaf-client/webhooks';
import type { Session } from '../session.js';
import type { FoundDelivery } from './delivery-watch.js';
import { type EventTarget, sendEvent, type SentEvent } from './send-event.js';

/**
 * Sends the event of a delivery to an address, signed with a secret, and shows the outcome.
 *
 * @throws SheafError, TypeError … when the event cannot be read; nothing is sent then
 */
export async function forwardEvent(
  { sheaf, output, signal }: Session,
  delivery: FoundDelivery,
  { target, secret }: { target: EventTarget; secret: string },
): Promise<void> {
  const { message_id, endpoint_id, event_id, event_type, test, created_at } = delivery;
  const body = await bodyOf();
  const at = new Date();
  const sent = body === null ? gone : await send(body);
  // Ctrl-C aborts the request; its outcome is not shown.
  signal.throwIfAborted();
  const { status, error, durationMs: duration_ms } = sent;
  const told = { event_type, event_id, message_id, endpoint_id, test, created_at };
  output.line({ ...told, sent_at: at.toISOString(), status, error, duration_ms }, [
    at.toISOString(),
    event_type,
    event_id,
    status ?? error,
    `${duration_ms} ms`,
  ]);

  /** The event as the service sends it to the endpoint; null when its retention has ended. */
  async function bodyOf(): Promise<string | null> {
    const path = '/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}/event';
    try {
      const event = await sheaf.get(path, { params: { path: { endpoint_id, message_id } }, signal });
      return event.body;
    } catch (failure) {
      if (failure instanceof SheafError && failure.status === 404) return null;
      throw failure;
    }
  }

  function send(text: string): Promise<SentEvent> {
    const headers = signWebhook(text, { id: event_id, secret, at });
    return sendEvent(target, { body: text, headers }, signal);
  }
}

/** Outcome when event or endpoint were deleted before the event could be read. */
const gone: SentEvent = { status: null, error: 'gone', durationMs: 0 };
