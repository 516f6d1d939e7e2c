import { randomBytes } from 'node:crypto';
import { encodeId } from '../../domain/platform/ids';

/** Creates an id that sorts by creation time; `prefix` is one of `ID_PREFIX`. */
export function newId(prefix: string): string {
  return encodeId(prefix, Date.now(), randomBytes(10));
}
