import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type SignedToken } from '../../../src/services/products/keys/find-caller';
import { sentBounds } from './bounds';
import { keyBounds } from './schema';

const mark = 'tok_';

const tokenBody = z.strictObject({
  parent: z.string(),
  exp: z.int().positive(),
  ...keyBounds,
});

/** Whether a bearer token has the form of a signed token. */
export function isToken(text: string): boolean {
  return text.startsWith(mark);
}

/**
 * Reads `tok_<base64url of JSON>.<hex of HMAC-SHA256 of that base64url text>`. Null for anything else.
 */
export function readToken(text: string): SignedToken | null {
  const [payload = '', signature = '', ...rest] = text.slice(mark.length).split('.');
  if (rest.length > 0 || !/^[0-9a-f]{64}$/.test(signature)) return null;
  const body = tokenBody.safeParse(jsonOf(payload));
  if (!body.success) return null;
  const signed = Buffer.from(signature, 'hex');
  const { parent, exp, permissions, ...sent } = body.data;
  return {
    id: createHash('sha256').update(payload).digest('base64url'),
    parent,
    expiresAt: exp,
    permissions,
    bounds: sentBounds(sent),
    isSignedWith: (secret) => timingSafeEqual(createHmac('sha256', secret).update(payload).digest(), signed),
  };
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
