import { type PiiSpan } from 'personal-data';

const letterOrDigit = /[\p{L}\p{N}_]/u;
/** Scripts that write words without spaces. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Finds the places of a value in a text: as it is spelt, otherwise in any case; each blank matches any
 * blanks. Places within longer words count only where there are no others.
 */
export function findValue(text: string, value: string): Omit<PiiSpan, 'tag'>[] {
  const words = value.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return [];
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)).join('\\s+');
  for (const flags of ['gu', 'giu']) {
    const found = [...text.matchAll(new RegExp(pattern, flags))].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
    const whole = found.filter((place) => isWhole(text, place));
    if (found.length > 0) return whole.length > 0 ? whole : found;
  }
  return [];
}

function isWhole(text: string, { start, end }: Omit<PiiSpan, 'tag'>): boolean {
  return !isWithinWord(text, start) && !isWithinWord(text, end);
}

/** Whether both sides of a position are letters or digits of a script with spaces. */
function isWithinWord(text: string, at: number): boolean {
  return [text.charAt(at - 1), text.charAt(at)].every(
    (char) => letterOrDigit.test(char) && !unspaced.test(char),
  );
}

/** Sorts places and removes from each the part that it shares with an earlier one. */
export function cutOverlaps(text: string, spans: readonly PiiSpan[]): PiiSpan[] {
  const kept: PiiSpan[] = [];
  let free = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.end <= free) continue;
    const from = Math.max(span.start, free);
    const start = from + text.slice(from, span.end).search(/\S|$/u);
    if (start === span.end) continue;
    kept.push({ ...span, start });
    free = span.end;
  }
  return kept;
}
