import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './openapi.js';

export { WebhookVerificationError };

/** Body of an event. Later versions may add members, which are kept. */
export interface WebhookEvent {
  event: components['schemas']['WebhookEventType'];
  /** Id of the event, also in the header `webhook-id`. */
  id: string;
  created_at: string;
  data: {
    job_id: string;
    job_type: components['schemas']['IndexJobType'];
    status: 'completed' | 'completed_with_errors' | 'failed' | 'timed_out' | 'cancelled';
    /** Link to the job. */
    url: string;
    organization_id: string;
    environment: components['schemas']['Environment'];
    collection_id: string;
    /** Null when a receiver of the event chose to hide the name. */
    collection_name: string | null;
    source: components['schemas']['IndexJob']['source'];
    sync_id: string | null;
    files: { total: number; indexed: number; failed: number; skipped: number };
    /** Present for `job.failed` only. */
    error_code: components['schemas']['IndexJob']['error_code'];
    created_at: string;
    started_at: string | null;
    finished_at: string;
    /** True for test messages, which should cause no work. */
    test: boolean;
  };
}

/** Headers of a request, as Node or `Request` gives them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a request to a webhook endpoint and parses its body.
 *
 * @param rawBody the body as it arrived, before any parsing
 * @param secrets `whsec_…`, one or several, of which one has to match
 * @throws WebhookVerificationError for a wrong signature, or one older than five minutes
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): WebhookEvent {
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const plain = plainHeaders(headers);
  let failure: unknown = new WebhookVerificationError('No secret was given.');
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(body, plain) as WebhookEvent;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Headers of a signed request. */
export type WebhookSignature = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;

/**
 * Signs an event as the service does, for tests of receivers and for forwarded events.
 *
 * @param body exactly the bytes that are sent
 * @param signed.id id of the event
 * @param signed.secret `whsec_…`
 * @param signed.at time of the request. Default now
 * @throws Error for an invalid secret
 */
export function signWebhook(
  body: string,
  { id, secret, at = new Date() }: { id: string; secret: string; at?: Date },
): WebhookSignature {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

function plainHeaders(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(' ')]])),
  );
}
