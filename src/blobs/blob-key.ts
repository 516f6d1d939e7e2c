/** Ends well below the 1,024 bytes of S3 and the 4,096 of a path on Linux. */
const keyCharsMax = 512;

/**
 * Keys are made by this program, but parts of them name ids and hashes that came from outside: nothing that
 * could climb out of the store passes.
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
 * A prefix is a key and a slash.
 *
 * @throws RangeError
 */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new RangeError('a blob prefix ends with a slash');
  assertBlobKey(prefix.slice(0, -1));
}
