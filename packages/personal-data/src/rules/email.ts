import type { PiiSpan } from '../engine';

const localMax = 64;
const domainMax = 253;
const localChar = /[\p{L}\p{N}._%+'&*=?^`{|}~/!#$-]/u;
const domain = /[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}))+/uy;

/** Endings of file names, which no domain has: `logo@2x.png`. */
const fileEnding =
  /^(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|ico|s?css|less|[cm]?jsx?|[cm]?tsx?|json|html?|xml|ya?ml|txt|csv|pdf|exe|dll|tgz|gz|tar|whl|jar|lock)$/i;

/** E-mail addresses (RFC 5321 without quoted local parts and address literals) around the given `@` signs. */
export function findEmails(text: string, ats: readonly number[]): PiiSpan[] {
  const spans: PiiSpan[] = [];
  let free = 0;
  for (const at of ats) {
    if (at < free) continue;
    const start = localStart(text, at, free);
    const end = domainEnd(text, at + 1);
    if (start === at || end === null) continue;
    spans.push({ start, end, tag: 'EMAIL' });
    free = end;
  }
  return spans;
}

function localStart(text: string, at: number, free: number): number {
  let start = at;
  while (start > free && at - start < localMax && localChar.test(text[start - 1]!)) start--;
  // Punctuation before the address is not a part of it.
  while (start < at && /[.'=&/|{`?!#*]/.test(text[start]!)) start++;
  return start;
}

function domainEnd(text: string, from: number): number | null {
  domain.lastIndex = 0;
  const window = text.slice(from, from + domainMax);
  const found = domain.exec(window)?.[0].replace(/-+$/, '');
  if (found === undefined) return null;
  const top = found.slice(found.lastIndexOf('.') + 1);
  if (fileEnding.test(top)) return null;
  return /^(?:\p{L}{2,24}|xn--[\w-]{1,59})$/iu.test(top) ? from + found.length : null;
}
