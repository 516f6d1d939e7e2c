import { rawObject } from '../../../src/domain/products/raw-object';
import { type RouteReply } from '../../http/route';

/** JSON text of the answer to one of several searches: what its route answers, or why it refuses. */
export function joinedResult({ status, body, headers = {} }: RouteReply): string {
  const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
  const retryAfter = headers['Retry-After'];
  return rawObject(
    new Map([
      ['status', String(status)],
      [status < 300 ? 'result' : 'error', text],
      ...(retryAfter === undefined ? [] : [['retry_after_seconds', retryAfter] as const]),
    ]),
  );
}
