/** An attribute as written: the name with its prefix, the value with its references. */
export interface RawAttribute {
  name: string;
  raw: string;
}

/**
 * Attributes between the name of a start tag and its `>`. Stops at the first text that is no attribute.
 * Linear, unlike regular expressions over hostile tags.
 */
export function* scanAttributes(xml: string, from: number, to: number): Generator<RawAttribute, undefined> {
  let at = from;
  for (;;) {
    const nameStart = skipSpace(xml, at, to);
    const equals = xml.indexOf('=', nameStart);
    if (equals < 0 || equals >= to) return undefined;
    const quoteAt = skipSpace(xml, equals + 1, to);
    const quote = xml.charAt(quoteAt);
    if (quote !== '"' && quote !== "'") return undefined;
    const close = xml.indexOf(quote, quoteAt + 1);
    if (close < 0 || close >= to) return undefined;
    yield { name: xml.slice(nameStart, equals).trimEnd(), raw: xml.slice(quoteAt + 1, close) };
    at = close + 1;
  }
}

function skipSpace(xml: string, from: number, to: number): number {
  let at = from;
  while (at < to && xml.charCodeAt(at) <= 0x20) at++;
  return at;
}
