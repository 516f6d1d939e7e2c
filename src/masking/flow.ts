import { type ChunkContent, type PageContent, type Region } from '../domain/documents/document';
import { readableRow, readableText } from '../domain/documents/readable-text';
import { type KnownValues } from './known-values';
import { type Mask } from './mask';

/** Part of a text. The stretches of one flow continue each other, also across texts. */
interface Stretch {
  start: number;
  end: number;
  /** Name of the flow; null for a stretch that stands alone. */
  flow: string | null;
}

/** Text, and the flows that it continues. */
export interface FlowingText {
  /** The text without escapes; offsets in it equal those in `written`. */
  text: string;
  written: string;
  stretches: Stretch[];
  /**
   * Key of the text's place in the document; texts with equal keys are the same text. Null for a text that
   * occurs once.
   */
  key: string | null;
}

/** Text of a flow, joined from its stretches, with the source of each. */
export interface Flow {
  text: string;
  parts: { text: number; start: number; end: number; at: number }[];
}

type AsideType = 'footnote' | 'page_header' | 'page_footer' | 'figure' | 'caption';

/** Types of chunks that interrupt the running text without being part of it. */
const asideTypes = new Set<string>([
  'footnote',
  'page_header',
  'page_footer',
  'figure',
  'caption',
] satisfies AsideType[]);
const joint = '\n';

/** Text that shares no flow with others. */
export function lonelyText(text: string): FlowingText {
  return { text, written: text, key: null, stretches: [{ start: 0, end: text.length, flow: null }] };
}

/**
 * Splits the text of a chunk into stretches. Header lines that a piece of a cut table repeats are a separate
 * stretch, so that its rows continue those of the previous piece.
 *
 * @param before the previous chunk; null for the first
 */
export function chunkText(chunk: ChunkContent, before: ChunkContent | null): FlowingText {
  const { type, text } = chunk;
  const repeated = type === 'table' && before?.type === 'table' ? sharedLines(before.text, text) : 0;
  return {
    text: readableText(chunk),
    written: text,
    key: null,
    stretches: [
      { start: 0, end: repeated, flow: null },
      { start: repeated, end: text.length, flow: `chunks/${flowOf(type)}` },
    ],
  };
}

export function regionTexts(regions: readonly Region[], owner: 'chunks' | 'pages'): FlowingText[] {
  return regions.map(({ regionId, type, text }) => ({
    text: type === 'table' ? text.split('\n').map(readableRow).join('\n') : text,
    written: text,
    key: `${owner}/${regionId}`,
    stretches: [{ start: 0, end: text.length, flow: `${owner}/regions/${flowOf(type)}` }],
  }));
}

/** Splits the text of a page into stretches; regions outside the running text are not in its flow. */
export function pageText({ text, regions }: PageContent): FlowingText {
  const asides: Stretch[] = [];
  let from = 0;
  for (const { type, text: aside } of regions) {
    if (!asideTypes.has(type) || aside === '') continue;
    const start = text.indexOf(aside, from);
    if (start < 0) continue;
    from = start + aside.length;
    asides.push({ start, end: from, flow: `pages/${flowOf(type)}` });
  }
  const stretches: Stretch[] = [];
  let end = 0;
  for (const aside of asides) {
    stretches.push({ start: end, end: aside.start, flow: 'pages/text' }, aside);
    end = aside.end;
  }
  stretches.push({ start: end, end: text.length, flow: 'pages/text' });
  return { text, written: text, key: null, stretches };
}

/**
 * Joins texts into flows, by name. Of texts with equal keys one is used. A stretch without a flow becomes a
 * flow of its own.
 */
export function flowsOf(texts: readonly FlowingText[]): Map<string, Flow> {
  const flows = new Map<string, Flow>();
  const seen = new Set<string>();
  for (const [index, { text, key, stretches }] of texts.entries()) {
    if (key !== null && seen.has(key)) continue;
    if (key !== null) seen.add(key);
    for (const { start, end, flow: name } of stretches) {
      const part = text.slice(start, end);
      if (part.trim() === '') continue;
      const flow = flows.get(name ?? `alone/${index}`) ?? { text: '', parts: [] };
      if (flow.text !== '') flow.text += joint;
      flow.parts.push({ text: index, start, end, at: flow.text.length });
      flow.text += part;
      flows.set(name ?? `alone/${index}`, flow);
    }
  }
  return flows;
}

/** Places of known values in texts, including values that continue from one text to the next. */
export function knownPlaces(texts: readonly FlowingText[], known: KnownValues): Mask[][] {
  const places = texts.map((): Mask[] => []);
  for (const [name, { text, parts }] of flowsOf(texts)) {
    let first = 0;
    for (const { start, end, tag } of known.masksOf(text, hasSpans(name)).sort((a, b) => a.start - b.start)) {
      while (first + 1 < parts.length && parts[first + 1]!.at <= start) first++;
      for (let n = first; n < parts.length && parts[n]!.at < end; n++) {
        const part = parts[n]!;
        const from = part.start + Math.max(0, start - part.at);
        const to = Math.min(part.end, part.start + end - part.at);
        places[part.text]!.push(...trimmed(texts[part.text]!.text, { start: from, end: to, tag }));
      }
    }
  }
  const byKey = new Map<string, Mask[]>();
  return texts.map(({ key }, index) => {
    const own = places[index]!;
    if (key === null) return own;
    const shared = byKey.get(key) ?? own;
    byKey.set(key, shared);
    return shared;
  });
}

/** Whether a flow consists of texts of chunks, whose spans are masked directly. */
function hasSpans(flow: string): boolean {
  return flow.startsWith('chunks/') && !flow.startsWith('chunks/regions/');
}

/** Mask without spaces at its edges; no mask for spaces alone. */
function trimmed(text: string, { start, end, tag }: Mask): Mask[] {
  const value = text.slice(start, end);
  const from = start + value.length - value.trimStart().length;
  const to = start + value.trimEnd().length;
  return to > from ? [{ start: from, end: to, tag }] : [];
}

function flowOf(type: string): string {
  return asideTypes.has(type) ? type : 'text';
}

/**
 * Length of the whole lines, with their line breaks, with which both texts begin; less than all of `text`.
 */
function sharedLines(before: string, text: string): number {
  let shared = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (before.slice(0, end + 1) !== text.slice(0, end + 1)) break;
    shared = end + 1;
  }
  return shared;
}
