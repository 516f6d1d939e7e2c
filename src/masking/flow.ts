import { type ChunkContent, type PageContent, type Region } from '../domain/documents/document';
import { readableRow, readableText } from '../domain/documents/readable-text';
import { type KnownValues } from './known-values';
import { type Mask } from './mask';

/** A stretch of a text. Stretches of one flow continue each other, also from text to text. */
interface Stretch {
  start: number;
  end: number;
  /** Null for one that stands alone. */
  flow: string | null;
}

/** A text and how it continues those before it. */
export interface FlowingText {
  /** As it is read; places in it are those in `written`. */
  text: string;
  written: string;
  stretches: Stretch[];
  /** Texts of equal key are the same place of the document; null for a place of its own. */
  key: string | null;
}

/** The text of a flow, put together from its stretches, and where they come from. */
export interface Flow {
  text: string;
  parts: { text: number; start: number; end: number; at: number }[];
}

type AsideType = 'footnote' | 'page_header' | 'page_footer' | 'figure' | 'caption';

/** Types beside the text that they interrupt. */
const asideTypes = new Set<string>([
  'footnote',
  'page_header',
  'page_footer',
  'figure',
  'caption',
] satisfies AsideType[]);
const joint = '\n';

/** A text that neither continues another nor is continued. */
export function lonelyText(text: string): FlowingText {
  return { text, written: text, key: null, stretches: [{ start: 0, end: text.length, flow: null }] };
}

/**
 * Text of a chunk. The header lines that a piece of a cut table repeats stand alone, so that its rows continue
 * those of the piece before.
 *
 * @param before the chunk before it, null for the first
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

/** Text of a page; what its regions say to be beside the text is taken out of its flow. */
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

/** Flows of texts, by their names; texts of equal key are taken once. Stretches without a flow are flows too. */
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

/** Places of known values in texts, also of those that go on from one text to the next. */
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

/** Whether the stretches of a flow are of chunk texts, whose own spans are masked. */
function hasSpans(flow: string): boolean {
  return flow.startsWith('chunks/') && !flow.startsWith('chunks/regions/');
}

/** A mask without the spaces at its edges; none where there is nothing else. */
function trimmed(text: string, { start, end, tag }: Mask): Mask[] {
  const value = text.slice(start, end);
  const from = start + value.length - value.trimStart().length;
  const to = start + value.trimEnd().length;
  return to > from ? [{ start: from, end: to, tag }] : [];
}

function flowOf(type: string): string {
  return asideTypes.has(type) ? type : 'text';
}

/** Length of the lines at the start that two texts share, their line breaks included; not of all of a text. */
function sharedLines(before: string, text: string): number {
  let shared = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (before.slice(0, end + 1) !== text.slice(0, end + 1)) break;
    shared = end + 1;
  }
  return shared;
}
