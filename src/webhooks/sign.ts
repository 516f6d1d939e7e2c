import { createHmac } from 'node:crypto';
import { webhookKey } from './secret';

/** Content that a signature covers. */
export interface SignedMessage {
  /** Id of the event: the same in every attempt. */
  id: string;
  /** Time of this attempt. */
  at: Date;
  /** Exactly the bytes that are sent. */
  body: string;
}

/**
 * The three headers of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, with one `v1` signature
 * per secret.
 *
 * @param secrets present secrets, newest first
 */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', webhookKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
