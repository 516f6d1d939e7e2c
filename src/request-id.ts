import { randomBytes } from 'node:crypto';
import { ID_PREFIX } from './domain/platform/ids';

/** Id of a request, or of a call that acts as one: `req_<unix seconds>_<8 hex>`. */
export function newRequestId(): string {
  return `${ID_PREFIX.request}${Math.floor(Date.now() / 1_000)}_${randomBytes(4).toString('hex')}`;
}
