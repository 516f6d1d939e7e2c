/** Bytes of a base64 attribute of the description; empty where it is missing. */
export function base64Bytes(attribute: string | undefined): Buffer {
  return Buffer.from(attribute ?? '', 'base64');
}
