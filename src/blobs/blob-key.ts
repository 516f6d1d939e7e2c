/** Longest key, well below the 1,024 bytes of S3 and the 4,096 of a path on Linux. */
const keyCharsMax = 512;

/**
 * Checks a key. The program builds keys, but parts of them are ids and hashes from outside: a key must not
 * lead out of the store.
 *
 * @throws RangeError
 */
export function assertBlobKey(key: string): void {
  const segments = key.split('/');
  const fits = (segment: string) => /^[A-Za-z0-9._-]{1,200}$/.test(segment) && !/^\.+$/.test(segment);
  if (key.length > keyCharsMax || !segments.every(fits))
    throw new RangeError('not a blob key: slash-separated segments of letters, digits, ".", "_" and "-"');
}

/**
 * Checks a prefix: a key followed by a slash.
 *
 * @throws RangeError
 */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new RangeError('a blob prefix ends with a slash');
  assertBlobKey(prefix.slice(0, -1));
}
