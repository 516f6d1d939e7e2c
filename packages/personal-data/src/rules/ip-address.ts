import { isIPv6 } from 'node:net';
import type { PiiSpan } from '../engine';
import { isHexOrColon, isWordCode } from './scan';

const v4 = /(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\d])(?!\.\d)/y;
/** Words before numbers of versions, sections and editions; `vers10n` with errors of a scanner too. */
const versionBefore =
  /(?:v[e3]rs[i1lã][\p{L}\d]{1,5}|wersj\p{L}|sürüm|revision|firmware|software|treiber|driver|kernel|plug-?in|upgrade|update|release|§|(?<!\p{L})(?:build|rev|ver|v|sections?|sec|chapters?|clauses?|editions?|kapitel|abschnitt|ausgabe|artikel|ziffer|appendix|anhang|seção|sección|sezione|chapitre|versión|versão))[\s"'.:=(-]{0,4}$/iu;
const versionReach = 24;
/** Words near an address: of machines and their traffic. */
const addressWord =
  /(?<!\p{L})(?:ip(?:v4)?|ips|ip-?\p{L}+|host(?:name)?|server|serveur|servidor|serwer|gateway|router|firewall|proxy|dns|ping\p{L}*|subnet|network|netzwerk|rechner|poste|equipo|postazione|werkplek|stanowisko|login|logins|logged|session|request|requests|connection|verbindung|zugriff|adresse|address|adres|indirizzo|dirección|nameserver|endpoint|webhook|remote|peer)(?!\p{L})/iu;
/** Words before numbers of versions, parts and sections, anywhere in the clause. */
const numberWord =
  /(?<!\p{L})(?:v[e3]rs[i1lã]\p{L}*|wersj\p{L}*|release|build|update|upgrade|firmware|software|driver|treiber|part|teil|pièce|pieza|pezzo|onderdeel|część|części|norm|section|clause|chapter|paragraph\p{L}*|abschnitt|kapitel|ziffer|punkt|punto|punt|article|artikel|artículo|art|apartado|no|nr|item|fw|hw|sw|ver|rev|kb)(?!\p{L})/iu;
const wordReach = 48;
/** Signs of an address behind it: a port, a prefix length, the fields of a log of requests. */
const addressBehind = /^(?::\d{2,5}(?!\d)|\/(?:[89]|[12]\d|3[0-2])(?!\d)| - (?:-|\S+) \[)/;
const privateRange = /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\./;
/** A product before its version, which is no word for a machine. */
const productBefore = /\p{Lu}[\p{L}\d]+ $/u;
/** An octet that numbers of versions and sections hardly reach. */
const highOctet = 30;
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
  if (isWordCode(text.charCodeAt(end)) || !isAddress(text, start, end)) return null;
  return { start, end, tag: 'IP_ADDRESS' };
}

/**
 * Whether four numbers are an address rather than a version or a section: by what stands behind them, the nearest
 * word before them that decides, or their size.
 */
function isAddress(text: string, start: number, end: number): boolean {
  if (addressBehind.test(text.slice(end, end + versionReach))) return true;
  const value = text.slice(start, end);
  const isHigh = value.split('.').some((octet) => Number(octet) >= highOctet);
  const clause = text
    .slice(Math.max(0, start - wordReach), start)
    .split(/[\n;]|[.!?] /)
    .at(-1)!;
  for (const word of clause.split(/[^\p{L}\d-]+/u).toReversed()) {
    if (addressWord.test(word)) return true;
    if (numberWord.test(word)) return isHigh;
  }
  return isHigh || (privateRange.test(value) && !productBefore.test(clause));
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
