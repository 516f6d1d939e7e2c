import { allowsOrigin, scopeOf } from '../src/domain/products/key-scope';
import { type Caller } from '../src/domain/platform/caller';
import { Refusal } from '../src/domain/platform/refusal';
import { documentsError, type DocumentsFamily } from './documents/family';
import { products } from './products/family';

/**
 * The family of routes that take keys of both products, with the errors of documents. A key of product search
 * that is bound to origins is refused from any other place.
 */
export const anyKey: DocumentsFamily = { ...documentsError, admit };

/** @throws Refusal `permission_denied` for an origin that the key is not bound to */
function admit(caller: Caller, origin: string | null): Record<string, string> {
  if (!allowsOrigin(scopeOf(caller), origin))
    throw new Refusal('permission_denied', {
      message: 'The API key may only be used from pages of the origins that it names.',
    });
  return products.admit!(caller, origin);
}

/**
 * The family of the route for assistants. A page of a browser is refused unless it is of the service itself,
 * or of an origin that the key is bound to: a page must not reach a service of its user's network.
 *
 * @param publicUrl address of the service
 */
export function assistants(publicUrl: string): DocumentsFamily {
  const own = new URL(publicUrl).origin;
  return {
    ...anyKey,
    admit(caller, origin) {
      const headers = admit(caller, origin);
      const isBound = Object.keys(headers).length > 0;
      if (origin !== null && origin !== own && !isBound)
        throw new Refusal('permission_denied', { message: 'Pages of this origin may not call the route.' });
      return headers;
    },
    // Calls of tools are counted by the limits of what they ask for.
    limits: ({ keyId }, { RATE_LIMIT_KEY_PER_MINUTE: count }) => [
      { bucket: `assistants/${keyId}`, count, seconds: 60, scope: 'key' },
    ],
  };
}
