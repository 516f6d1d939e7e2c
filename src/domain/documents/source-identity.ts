/**
 * Identity of a file in its collection: files with the same identity are versions of each other, and at most
 * one of them is visible. Links and objects are identified by their address. Other files are identified by
 * their name; the hash of the bytes then says whether a file is the same or another one of that name.
 *
 * @param uri normalised
 */
export function uriIdentity(uri: string): string {
  return `uri:${uri}`;
}

/** Identity of a file without an address: a text, a part of a form, an upload. */
export function nameIdentity(filename: string): string {
  return `name:${filename}`;
}

/**
 * Separator between the identity of a file and that of a part of it. Names and addresses have no control
 * characters.
 */
const partMark = '\n';

/**
 * Identity of a document inside a file besides the file's own, such as an attachment; `index` is its position
 * in the file.
 */
export function partIdentity(fileIdentity: string, index: number): string {
  return index === 0 ? fileIdentity : `${fileIdentity}${partMark}${index}`;
}

/** Whether an identity is one of {@link partIdentity}. */
export function isPartIdentity(identity: string): boolean {
  return identity.includes(partMark);
}

/** Range, both ends exclusive, of the identities of all parts of a file. */
export function partIdentities(fileIdentity: string): { after: string; before: string } {
  return { after: `${fileIdentity}${partMark}`, before: `${fileIdentity}\v` };
}

/** Whether the hash of the bytes, not the address, decides if a file has been indexed before. */
export function isKnownByName(identity: string): boolean {
  return identity.startsWith('name:');
}
