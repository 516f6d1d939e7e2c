import { setImmediate } from 'node:timers/promises';
import {
  ASKED_TAGS,
  type NearSpan,
  type PiiBounds,
  type PiiEngine,
  type PiiSpan,
  type PiiWishes,
} from './engine';
import { plainText } from './plain-text';
import { findByRules } from './rules';
import { findAges } from './rules/ages';
import { findUncued, isCued } from './rules/uncued';
import { withoutOverlaps } from './spans';
import { sharedTagger, taggerModel } from './tagger/shared-tagger';
import type { TaggerBounds } from './tagger/tagger';
import { applyInstructions, instructionPatterns } from './wishes/apply-instructions';
import { createCustomFields, type Embed } from './wishes/custom-fields';
import { readInstructions } from './wishes/instructions';

/** Characters after which the event loop gets a turn. */
const turnChars = 50_000;
/** Score of a number whose form is met and that no word announces. */
const uncuedScore = 0.4;
/** Highest score of what lies below a bound. */
const nearScoreMax = 0.49;
/** Score of values with a fixed form whose kind is `off`. */
const formScore = 1;

/**
 * Creates the engine `classifier`. Rules find values with a fixed form. The tagger `pii-linear-1` finds
 * persons, addresses, dates of birth, user names and medical record numbers. Then the caller's categories and
 * instructions apply. All of it is local; `embed` serves only custom categories whose values have no form of
 * their own.
 *
 * @param wishes those that it cannot follow become warnings of the engine
 * @param options.bounds `stricter` and `wider` apply to `GRADED_TAGS` only; default none. `AGE` is found only
 * where its bound is `default`, or an instruction asks for it.
 */
export function createClassifier(
  wishes: PiiWishes,
  { embed, bounds: set = {} }: { embed: Embed; bounds?: PiiBounds },
): PiiEngine {
  const fields = createCustomFields(wishes.fields, embed);
  const instructions = readInstructions(
    wishes.instructions,
    wishes.fields.map(({ tag }) => tag),
  );
  const patterns = instructionPatterns(instructions);
  const asked = ASKED_TAGS.filter((tag) => set[tag] === undefined && instructions.askedTags.has(tag));
  const bounds: PiiBounds = { ...set, ...Object.fromEntries(asked.map((tag) => [tag, 'default'])) };
  const isPlace = (word: string) => sharedTagger().isPlace(word);
  return {
    id: 'classifier',
    model: taggerModel,
    warnings: [...fields.warnings, ...instructions.warnings],
    find: async (texts, signal) => {
      signal.throwIfAborted();
      const custom = await fields.find(texts, signal);
      return eachInTurns(texts, signal, (text, index) => {
        const found = withoutOverlaps([...custom[index]!, ...findBuiltIn(text, bounds)]);
        return applyInstructions(patterns, text, found, isPlace);
      });
    },
    findNear: (texts, found, signal) =>
      eachInTurns(texts, signal, (text, index) => {
        const near = findNear(text, found[index]!, bounds);
        const meant = applyInstructions(patterns, text, near, isPlace);
        return near.filter(({ start, end }) =>
          meant.some((span) => span.start === start && span.end === end),
        );
      }),
  };
}

/** Results for texts, in order; other work of the process gets a turn in between. */
async function eachInTurns<T>(
  texts: readonly string[],
  signal: AbortSignal,
  read: (text: string, index: number) => T,
): Promise<T[]> {
  signal.throwIfAborted();
  const results: T[] = [];
  let chars = 0;
  for (const [index, text] of texts.entries()) {
    results.push(read(text, index));
    chars += text.length;
    if (chars < turnChars) continue;
    chars = 0;
    await setImmediate();
    signal.throwIfAborted();
  }
  return results;
}

const overlaps = (one: PiiSpan, other: PiiSpan): boolean => one.start < other.end && other.start < one.end;

/** Personal data of the built-in kinds, sorted, without overlaps. */
function findBuiltIn(text: string, bounds: PiiBounds): PiiSpan[] {
  const plain = plainText(text);
  const byRules = findByRules(plain.text, 'all');
  const tagged = sharedTagger().tag(plain.text, byRules, taggerBounds(bounds));
  const ages = isAsked(bounds) ? findAges(plain.text, tagged) : [];
  const isByRules = tagged.length + ages.length === 0;
  const all = isByRules ? byRules : withoutOverlaps([...byRules, ...ages, ...tagged]);
  return plain.toOriginal(Object.keys(bounds).length === 0 ? all : withinBounds(plain.text, all, bounds));
}

/** Whether ages are to be found. */
const isAsked = ({ AGE = 'off' }: PiiBounds): boolean => AGE !== 'off';

/** The bounds of kinds that the tagger finds. */
function taggerBounds({ PERSON, ADDRESS }: PiiBounds): TaggerBounds {
  return {
    ...((PERSON === 'stricter' || PERSON === 'wider') && { PERSON }),
    ...((ADDRESS === 'stricter' || ADDRESS === 'wider') && { ADDRESS }),
  };
}

/** Spans within the bounds of rules: without kinds that are `off`, with numbers that need no cue where `wider`. */
function withinBounds(text: string, spans: readonly PiiSpan[], bounds: PiiBounds): PiiSpan[] {
  const kept = spans.filter((span) => {
    const bound = bounds[span.tag];
    if (bound === 'stricter' && (span.tag === 'PHONE' || span.tag === 'NATIONAL_ID'))
      return isCued(text, span);
    return bound !== 'off';
  });
  const uncued = findUncued(text).filter(({ tag }) => bounds[tag] === 'wider');
  return withoutOverlaps([...kept, ...uncued]);
}

/**
 * Values that the widest bounds find outside of `found`: kinds that are `off` with the score of their evidence,
 * all others with a score below the bound.
 */
function findNear(text: string, found: readonly PiiSpan[], bounds: PiiBounds): NearSpan[] {
  const plain = plainText(text);
  const isOff = (tag: string) => (tag === 'AGE' ? !isAsked(bounds) : bounds[tag] === 'off');
  const byRules = findByRules(plain.text, 'all');
  const tagged = sharedTagger().tagWider(plain.text, byRules);
  const scored = [
    ...byRules.map((span) => ({ ...span, score: formScore })),
    ...findAges(plain.text, tagged).map((span) => ({ ...span, score: formScore })),
    ...findUncued(plain.text).map((span) => ({ ...span, score: uncuedScore })),
    ...tagged,
  ];
  const spans = plain.toOriginal(scored).map(({ start, end, tag }, at) => {
    const { score } = scored[at]!;
    return { start, end, tag, score: isOff(tag) ? score : Math.min(score, nearScoreMax) };
  });
  return withoutOverlaps(spans.filter((span) => !found.some((other) => overlaps(span, other))));
}
