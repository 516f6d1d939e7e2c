/**
 * By what a file is known in its collection: two files with one identity are versions of each other, and at
 * most one of them is visible. Links and objects are known by where they are, everything else by its name
 * (whose bytes tell whether it is the same file again or another one of that name).
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

/** Ends the file's identity in those of its parts: names and addresses have no control characters. */
const partMark = '\n';

/**
 * Identity of a document that a file holds beside its own, such as an attachment; `index` is its place in the
 * file.
 */
export function partIdentity(fileIdentity: string, index: number): string {
  return index === 0 ? fileIdentity : `${fileIdentity}${partMark}${index}`;
}

/** Whether an identity is that of a document which a file holds beside its own. */
export function isPartIdentity(identity: string): boolean {
  return identity.includes(partMark);
}

/**
 * Ends of the range, both exclusive, in which the identities of everything that a file holds beside its own
 * document lie.
 */
export function partIdentities(fileIdentity: string): { after: string; before: string } {
  return { after: `${fileIdentity}${partMark}`, before: `${fileIdentity}\v` };
}

/** Whether the bytes decide, rather than the address, that a file has been indexed before. */
export function isKnownByName(identity: string): boolean {
  return identity.startsWith('name:');
}
