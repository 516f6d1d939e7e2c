import type { PiiSpan } from '../engine';

/** Pattern for a literal value, with any blanks between its words. */
export const literal = (value: string): string =>
  value
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join(String.raw`\s{1,4}`);

/** Wraps a pattern so that no letter or digit may touch a match. */
export const bounded = (pattern: string, flags: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, `g${flags}u`);

/** All matches of a pattern as spans. */
export const placesOf = (text: string, pattern: RegExp, tag: string): PiiSpan[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    tag,
  }));

/** A span without the parts in `holes`; blanks and signs at the new ends are trimmed. */
export function withoutParts(
  text: string,
  span: PiiSpan,
  holes: readonly { start: number; end: number }[],
): PiiSpan[] {
  const left: PiiSpan[] = [];
  let start = span.start;
  for (const hole of [...holes, { start: span.end, end: span.end }]) {
    const part = trimmed(text, start, Math.min(hole.start, span.end));
    if (part !== null) left.push({ ...part, tag: span.tag });
    start = Math.max(start, hole.end);
  }
  return left;
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  let end = to;
  while (start < end && !/[\p{L}\p{N}]/u.test(text[start]!)) start++;
  while (end > start && !/[\p{L}\p{N}]/u.test(text[end - 1]!)) end--;
  return start < end ? { start, end } : null;
}
