/** A part of an address without its percent-encoding, or as it stands where that is malformed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
