/** Objects that are read; a file with more is not a truncated PDF, but junk. */
const objectsMax = 200_000;
const objectStart = /(?:^|[\s>])(\d{1,9})\s+(\d{1,5})\s+obj\b/g;
/** Characters of a dictionary that are searched for its type. */
const dictionaryCharsMax = 4_000;

/**
 * Appends a new end to a truncated file without a cross-reference table: a trailer that names its catalogue,
 * or a catalogue of the pages that are left. PDFium then finds the objects itself. Null where there is no
 * page.
 */
export function withNewTrailer(bytes: Uint8Array): Buffer | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString('latin1');
  let catalogue: string | null = null;
  let last = 0;
  let seen = 0;
  const pages: string[] = [];
  for (const found of text.matchAll(objectStart)) {
    if (seen++ > objectsMax) break;
    const start = found.index + found[0].length;
    const end = text.indexOf('endobj', start);
    if (end < 0) break;
    const head = text.slice(start, Math.min(end, start + dictionaryCharsMax));
    const reference = `${found[1]} ${found[2]} R`;
    last = Math.max(last, Number(found[1]));
    if (/\/Type\s*\/Catalog\b/.test(head)) catalogue = reference;
    else if (/\/Type\s*\/Page\b/.test(head)) pages.push(reference);
  }
  if (catalogue === null && pages.length === 0) return null;
  const made = `${last + 1} 0 obj\n<</Type/Pages/Count ${pages.length}/Kids[${pages.join(' ')}]>>\nendobj
${last + 2} 0 obj\n<</Type/Catalog/Pages ${last + 1} 0 R>>\nendobj\n`;
  const end = `\nendobj\n${catalogue === null ? made : ''}trailer\n<</Size ${last + 3}/Root ${
    catalogue ?? `${last + 2} 0 R`
  }>>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(end, 'latin1')]);
}
