import type { PiiSpan, PiiWarning } from '../engine';
import { wordsOf } from '../rules/cues';
import { type FieldRules, readField, stem } from './field-shapes';
import { placesOf } from './text-values';

/** Vectors of texts, in their order. */
export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

/** Finds values of the caller's own categories. */
export interface CustomFields {
  warnings: readonly PiiWarning[];
  /** The spans of each text; they may overlap. */
  find(texts: readonly string[], signal: AbortSignal): Promise<PiiSpan[][]>;
}

interface Field extends FieldRules {
  description: string;
  tag: string;
}

/** A possible value, which its context decides on. */
interface Candidate {
  text: number;
  span: PiiSpan;
  context: string;
}

const codeForm =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}_/.-]{0,31}\p{N})[\p{L}\p{N}](?:[\p{L}\p{N}]|[_/.-](?=[\p{L}\p{N}])){3,31}(?![\p{L}\p{N}])/gu;
/** End of a sentence before another sentence. */
const sentenceEnd = /[.!?]\s+(?=\p{Lu})/u;
const cueChars = 80;
const cueWords = 8;
const contextChars = 80;
/** Candidates whose vectors are compared in one call; further ones need a cue word. */
const comparedMax = 256;
/**
 * Least cosines at which a context matches the category: for a value of a matching shape, and for any code.
 */
const likeShape = 0.45;
const likeCode = 0.3;

export function createCustomFields(
  fields: readonly { description: string; tag: string }[],
  embed: Embed,
): CustomFields {
  const rules: Field[] = fields.map((field) => ({ ...field, ...readField(field.description) }));
  const usable = rules.filter(({ sure, weak, cues }) => sure.length + weak.length + cues.size > 0);
  return {
    warnings: rules
      .filter((field) => !usable.includes(field))
      .map(({ description }) => ({
        code: 'field_not_applied',
        text: description,
        message: 'The description has neither an example nor a word that could announce a value.',
      })),
    find: async (texts, signal) => {
      const spans: PiiSpan[][] = texts.map(() => []);
      for (const field of usable) await findField(field, texts, spans, { embed, signal });
      return spans;
    },
  };
}

async function findField(
  field: Field,
  texts: readonly string[],
  spans: PiiSpan[][],
  { embed, signal }: { embed: Embed; signal: AbortSignal },
): Promise<void> {
  const unsure: Candidate[] = [];
  const hasShape = field.sure.length + field.weak.length > 0;
  for (const [index, text] of texts.entries()) {
    signal.throwIfAborted();
    for (const pattern of field.sure) spans[index]!.push(...placesOf(text, pattern, field.tag));
    for (const pattern of hasShape ? field.weak : [codeForm])
      for (const span of placesOf(text, pattern, field.tag)) {
        const hasCue = isAnnounced(text, span, field.cues);
        if (hasCue && hasShape) spans[index]!.push(span);
        else if ((hasCue || hasShape) && unsure.length < comparedMax)
          unsure.push({ text: index, span, context: contextOf(text, span) });
      }
  }
  if (unsure.length === 0) return;
  const cosines = await compare(field.description, unsure, embed, signal);
  for (const [place, { text, span }] of unsure.entries())
    if (cosines[place]! >= (hasShape ? likeShape : likeCode)) spans[text]!.push(span);
}

/** Whether a cue is among the eight words before a value in its sentence, or the two after it. */
function isAnnounced(text: string, { start, end }: PiiSpan, cues: ReadonlySet<string>): boolean {
  const sentence = text
    .slice(Math.max(0, start - cueChars), start)
    .split(sentenceEnd)
    .at(-1)!;
  const before = wordsOf(sentence).slice(-cueWords);
  const after = wordsOf(text.slice(end, end + cueChars / 2)).slice(0, 2);
  return [...before, ...after].some((word) => cues.has(stem(word)));
}

const contextOf = (text: string, { start, end }: PiiSpan): string =>
  text
    .slice(Math.max(0, start - contextChars), end + contextChars)
    .replaceAll(/\s+/g, ' ')
    .trim();

async function compare(
  description: string,
  candidates: readonly Candidate[],
  embed: Embed,
  signal: AbortSignal,
): Promise<number[]> {
  const contexts = [...new Set(candidates.map(({ context }) => context))];
  const [wanted, ...vectors] = await embed([description, ...contexts], signal);
  const cosines = new Map(contexts.map((context, place) => [context, cosine(wanted!, vectors[place]!)]));
  return candidates.map(({ context }) => cosines.get(context)!);
}

function cosine(one: Float32Array, other: Float32Array): number {
  let product = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  for (const [index, value] of one.entries()) {
    product += value * other[index]!;
    oneSquared += value ** 2;
    otherSquared += other[index]! ** 2;
  }
  return product / (Math.sqrt(oneSquared * otherSquared) || 1);
}
