import { isIPv6 } from 'node:net';
import type { PiiSpan } from '../engine';
import { isHexOrColon, isWordCode } from './scan';

const v4 = /(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\d])(?!\.\d)/y;
/** Words before numbers of versions, sections and editions; `vers10n` with errors of a scanner too. */
const versionBefore =
  /(?:v[e3]rs[i1lã][\p{L}\d]{1,5}|wersj\p{L}|sürüm|revision|firmware|software|treiber|driver|kernel|plug-?in|upgrade|update|release|§|(?<!\p{L})(?:build|rev|ver|v|sections?|sec|chapters?|clauses?|editions?|kapitel|abschnitt|ausgabe|artikel|ziffer|appendix|anhang|seção|sección|sezione|chapitre|versión|versão))[\s"'.:=(-]{0,4}$/iu;
const versionReach = 24;
/** A product before its version (`Mozilla/5.0.1.2`, `lib-1.2.3.4.jar`), or a section further left. */
const partOfName = /(?:[A-Za-z][/_-]|§[\d\s.,]{0,20}(?:und|and|et|y|e|,|-)\s)$/;
const v6CharsMax = 45;

/** The IPv4 address that starts at a run of digits; null for none. Version numbers are excluded. */
export function ipv4At(text: string, start: number): PiiSpan | null {
  const before = start === 0 ? 0 : text.charCodeAt(start - 1);
  if (isWordCode(before) || text[start - 1] === '.') return null;
  v4.lastIndex = start;
  const found = v4.exec(text);
  if (found === null) return null;
  const lead = text.slice(Math.max(0, start - versionReach), start);
  if (versionBefore.test(lead) || partOfName.test(lead)) return null;
  const end = start + found[0].length;
  return isWordCode(text.charCodeAt(end)) ? null : { start, end, tag: 'IP_ADDRESS' };
}

/** IPv6 addresses around colons: those with at least four hexadecimal digits, and the loopback address. */
export function findIpv6(text: string, colons: readonly number[]): PiiSpan[] {
  const spans: PiiSpan[] = [];
  let free = 0;
  for (const colon of colons) {
    if (colon < free) continue;
    let start = colon;
    while (start > free && colon - start < v6CharsMax && isHexOrColon(text.charCodeAt(start - 1))) start--;
    let end = colon + 1;
    while (end < text.length && end - start <= v6CharsMax && isV6Code(text.charCodeAt(end))) end++;
    while (end > colon && (text[end - 1] === '.' || (text[end - 1] === ':' && text[end - 2] !== ':'))) end--;
    free = Math.max(free, end);
    const found = text.slice(start, end);
    if (!isMeant(found) || isWordCode(text.charCodeAt(start - 1)) || isWordCode(text.charCodeAt(end)))
      continue;
    spans.push({ start, end, tag: 'IP_ADDRESS' });
  }
  return spans;
}

const isV6Code = (code: number): boolean => isHexOrColon(code) || code === 46;

function isMeant(found: string): boolean {
  if (found.length > v6CharsMax || !isIPv6(found)) return false;
  return found === '::1' || (/\d/.test(found) && found.replaceAll(/[^\da-f]/gi, '').length >= 4);
}
