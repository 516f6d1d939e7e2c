/** A piece of RTF: a bracket of a group, a control word or symbol, or bytes of text. */
export type RtfToken =
  | { kind: 'open' | 'close' }
  | { kind: 'control'; word: string; parameter: number | null }
  | { kind: 'bytes'; bytes: Buffer; escaped: boolean };

const [OPEN, CLOSE, BACKSLASH, SPACE, CR, LF] = [0x7b, 0x7d, 0x5c, 0x20, 0x0d, 0x0a] as const;
const CONTROL = /([a-z]{1,32})(-?\d{1,10})?/iy;
const SPECIAL = /[{}\\\r\n]/g;
/** Bytes that are matched at once; a control word is shorter. */
const wordBytesMax = 48;

/** Pieces of RTF in their order; binary data (`\bin`) is left out. */
export function* rtfTokens(rtf: Buffer): Generator<RtfToken, undefined> {
  const text = rtf.toString('latin1');
  for (let at = 0; at < rtf.length;) {
    const byte = rtf[at]!;
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' };
      at++;
    } else if (byte === CR || byte === LF) {
      at++;
    } else if (byte !== BACKSLASH) {
      SPECIAL.lastIndex = at;
      const end = SPECIAL.exec(text)?.index ?? rtf.length;
      yield { kind: 'bytes', bytes: rtf.subarray(at, end), escaped: false };
      at = end;
    } else {
      const { token, end } = controlAt(rtf, text, at + 1);
      if (token !== null) yield token;
      at = end;
    }
  }
  return undefined;
}

function controlAt(rtf: Buffer, text: string, at: number): { token: RtfToken | null; end: number } {
  CONTROL.lastIndex = 0;
  const found = CONTROL.exec(text.slice(at, at + wordBytesMax));
  if (found === null) return symbolAt(rtf, text, at);
  const [whole, word, digits] = found;
  const parameter = digits === undefined ? null : Number(digits);
  const end = at + whole.length + (rtf[at + whole.length] === SPACE ? 1 : 0);
  if (word === 'bin') return { token: null, end: end + Math.max(parameter ?? 0, 0) };
  return { token: { kind: 'control', word: word!, parameter }, end };
}

function symbolAt(rtf: Buffer, text: string, at: number): { token: RtfToken | null; end: number } {
  const symbol = text[at];
  if (symbol === undefined) return { token: null, end: at };
  if (symbol === "'") {
    const hex = /^[0-9a-f]{2}/i.exec(text.slice(at + 1, at + 3))?.[0];
    if (hex === undefined) return { token: null, end: at + 1 };
    return { token: { kind: 'bytes', bytes: Buffer.from(hex, 'hex'), escaped: true }, end: at + 3 };
  }
  if (symbol === '{' || symbol === '}' || symbol === '\\')
    return { token: { kind: 'bytes', bytes: rtf.subarray(at, at + 1), escaped: true }, end: at + 1 };
  const word = symbol === '\r' || symbol === '\n' ? 'par' : symbol;
  return { token: { kind: 'control', word, parameter: null }, end: at + 1 };
}
