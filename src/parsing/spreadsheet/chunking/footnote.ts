const footnote =
  /^(?:[*†‡§¹²³]|(?:notes?|sources?|remarks?|quellen?|anmerkung(?:en)?|hinweise?|fuente|nota|fonte)\s*:)/iu;

/** Whether a text begins like a footnote below a table: `* provisional`, `Source: …`. */
export function readsLikeFootnote(text: string): boolean {
  return footnote.test(text.trimStart());
}
