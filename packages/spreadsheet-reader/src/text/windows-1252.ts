/**
 * Characters of Windows-1252 at 0x80-0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt); the rest
 * is Latin-1.
 */
const UPPER_CONTROLS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Text of Windows-1252 bytes. An own table is used because `TextDecoder('windows-1252')` of Node 20.20 leaves
 * 0x80-0x9F as control characters.
 */
export function decodeWindows1252(bytes: Buffer, start = 0, end = bytes.length): string {
  const text = bytes.toString('latin1', start, end);
  return text.replace(/[\x80-\x9f]/g, (character) => UPPER_CONTROLS[character.charCodeAt(0) - 0x80]!);
}
