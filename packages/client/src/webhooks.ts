import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './openapi.js';

export { WebhookVerificationError };

/** What an event tells. Members that a later version adds are there as well. */
export interface WebhookEvent {
  event: components['schemas']['WebhookEventType'];
  /** Id of the event, also in the header `webhook-id`. */
  id: string;
  created_at: string;
  data: {
    job_id: string;
    job_type: components['schemas']['IndexJobType'];
    status: 'completed' | 'completed_with_errors' | 'failed' | 'timed_out' | 'cancelled';
    /** The job. */
    url: string;
    organization_id: string;
    environment: components['schemas']['Environment'];
    collection_id: string;
    /** Null when a receiver of the event asked not to see the name. */
    collection_name: string | null;
    source: components['schemas']['IndexJob']['source'];
    sync_id: string | null;
    files: { total: number; indexed: number; failed: number; skipped: number };
    /** Only of `job.failed`. */
    error_code: components['schemas']['IndexJob']['error_code'];
    created_at: string;
    started_at: string | null;
    finished_at: string;
    /** True on test messages, which should cause no work. */
    test: boolean;
  };
}

/** Headers of a request, as Node or a `Request` has them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * Verifies a request to a webhook endpoint, and reads it.
 *
 * @param rawBody the body as it arrived, before it was parsed
 * @param secrets `whsec_…`, or several: one of them has to fit
 * @throws WebhookVerificationError for what is not genuine, or older than five minutes
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
 * Signs an event as the service does, for tests of receivers and for events that are handed on.
 *
 * @param body exactly as it is sent
 * @param signed.id that of the event
 * @param signed.secret `whsec_…`
 * @param signed.at time of this request. Default now
 * @throws Error for a secret that is none
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
