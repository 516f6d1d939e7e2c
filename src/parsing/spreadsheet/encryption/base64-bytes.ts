/** Bytes of an attribute of the description; none where it is missing. */
export function base64Bytes(attribute: string | undefined): Buffer {
  return Buffer.from(attribute ?? '', 'base64');
}
