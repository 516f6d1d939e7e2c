const bytes = new Uint8Array(512);

/** ASCII bytes of a text of up to 512 characters; null for other texts. The next call overwrites them. */
export function asciiBytes(text: string): Uint8Array | null {
  if (text.length > bytes.length) return null;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return null;
    bytes[i] = unit;
  }
  return bytes;
}
