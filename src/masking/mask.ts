import { type MaskedSpan, type NearPlace } from '../domain/documents/masking';
import { type NearSpan } from '../privacy';

/** Place in a text to mask: UTF-16 offsets, `end` exclusive. */
export interface Mask {
  start: number;
  end: number;
  tag: string;
}

/** Text in which `<TAG>` replaces each masked value. */
export interface Masked {
  text: string;
  /** Places of the tags in `text`, sorted. */
  spans: MaskedSpan[];
}

/** Separators of cells, which masks must not remove. */
const cellBounds = / \| |\n/;

/**
 * Replaces masked values with their tags. Overlapping masks become one, with the tag of the longest.
 *
 * @param masks unsorted
 * @param keepsCells whether masks over several cells or rows are split, so that the table keeps its structure
 */
export function applyMasks(text: string, masks: readonly Mask[], keepsCells = false): Masked {
  if (masks.length === 0) return { text, spans: [] };
  const merged = mergeMasks(masks);
  const divided = keepsCells ? merged.flatMap((mask) => cellsOf(text, mask)) : merged;
  const spans: MaskedSpan[] = [];
  let masked = '';
  let from = 0;
  for (const { start, end, tag } of divided) {
    masked += text.slice(from, start);
    const place = { start: masked.length, end: masked.length + tag.length + 2, tag };
    masked += `<${tag}>`;
    spans.push({ ...place, value: text.slice(start, end) });
    from = end;
  }
  return { text: masked + text.slice(from), spans };
}

/**
 * Places of a text in its masked form. Those that a mask touches are left out.
 *
 * @param near sorted, without overlaps
 * @param masks places of the tags in the masked text, sorted
 */
export function placesInMasked(near: readonly NearSpan[], masks: readonly MaskedSpan[]): NearPlace[] {
  const places: NearPlace[] = [];
  /** By how many characters the masks so far have made the text longer. */
  let grown = 0;
  let next = 0;
  for (const { start, end, tag, score } of near) {
    while (next < masks.length && originalEnd(masks[next]!, grown) <= start) {
      const mask = masks[next++]!;
      grown += mask.end - mask.start - mask.value.length;
    }
    if (next < masks.length && masks[next]!.start - grown < end) continue;
    places.push({ start: start + grown, end: end + grown, tag, score: Math.round(score * 100) / 100 });
  }
  return places;
}

/** End of a masked value in the text before masking. */
const originalEnd = ({ start, value }: MaskedSpan, grown: number): number => start - grown + value.length;

/** Joins overlapping masks; the result is sorted. */
function mergeMasks(masks: readonly Mask[]): Mask[] {
  const sorted = [...masks].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Mask[] = [];
  /** Length of the mask that determined the tag of the last result. */
  let longest = 0;
  for (const mask of sorted) {
    const last = merged.at(-1);
    const length = mask.end - mask.start;
    if (last === undefined || mask.start >= last.end) {
      merged.push({ ...mask });
      longest = length;
      continue;
    }
    last.end = Math.max(last.end, mask.end);
    if (length <= longest) continue;
    last.tag = mask.tag;
    longest = length;
  }
  return merged;
}

/** Parts of a mask in single cells, without spaces at their edges. */
function cellsOf(text: string, { start, end, tag }: Mask): Mask[] {
  let from = start;
  return text
    .slice(start, end)
    .split(cellBounds)
    .flatMap((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      const trimmed = part.trim();
      if (trimmed === '') return [];
      const left = at + part.indexOf(trimmed);
      return [{ start: left, end: left + trimmed.length, tag }];
    });
}
