const headBytes = 16;
const dictionaryBytes = 4_096;
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
/** Text that the dictionary begins with ([MS-OXRTFCP] 2.1.2.1). */
const PREFILL = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript ' +
    '\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par ' +
    '\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
);

/**
 * RTF as Outlook compresses it (LZFu, [MS-OXRTFCP]); null for bytes that are none. Sizes in its head are not
 * trusted: the text is at most eight and a half times as long as the bytes that are there.
 */
export function decompressRtf(bytes: Buffer): Buffer | null {
  if (bytes.length < headBytes) return null;
  const type = bytes.readUInt32LE(8);
  const content = bytes.subarray(headBytes, Math.max(bytes.readUInt32LE(0) + 4, headBytes));
  if (type === UNCOMPRESSED) return content.subarray(0, bytes.readUInt32LE(4));
  return type === COMPRESSED ? expand(content) : null;
}

function expand(content: Buffer): Buffer {
  const dictionary = Buffer.alloc(dictionaryBytes);
  PREFILL.copy(dictionary);
  let place = PREFILL.length;
  let text = Buffer.alloc(Math.max(content.length * 3, 1_024));
  let length = 0;

  function write(byte: number): void {
    if (length === text.length) text = Buffer.concat([text, Buffer.alloc(text.length)]);
    text[length++] = byte;
    dictionary[place] = byte;
    place = (place + 1) % dictionaryBytes;
  }

  for (let at = 0; at < content.length;) {
    const control = content[at++]!;
    for (let bit = 0; bit < 8 && at < content.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        write(content[at++]!);
        continue;
      }
      if (at + 2 > content.length) return text.subarray(0, length);
      const reference = content.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === place) return text.subarray(0, length);
      for (let i = 0; i < (reference & 0x0f) + 2; i++) write(dictionary[(from + i) % dictionaryBytes]!);
    }
  }
  return text.subarray(0, length);
}
