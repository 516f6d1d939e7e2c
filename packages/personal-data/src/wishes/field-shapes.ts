import { wordsOf } from '../rules/cues';
import { bounded, literal } from './text-values';

/** Rules of a custom category: shapes of its examples, values that its description names, and cue words. */
export interface FieldRules {
  /** Shapes that suffice: letters with digits, or digits in groups. */
  sure: readonly RegExp[];
  /** Shapes that other values have too, such as bare digits: they need a cue word or a similar context. */
  weak: readonly RegExp[];
  cues: ReadonlySet<string>;
}

const quotedForm = /["“„'‘`]([^"“”„'‘’`\n]{2,80})["”“'’`]/g;
const wordForm = /[\p{L}\p{N}][\p{L}\p{N}_/.:#+-]*[\p{L}\p{N}]/gu;
const announced = /\b(?:such as|like|e\.g\.|for example|for instance|z\.B\.|example:?)\s+(.+)$/is;

/** Derives the rules from a description. */
export function readField(description: string): FieldRules {
  const examples = examplesOf(description);
  const shapes = new Map(examples.map((example) => [shapePattern(example), example]));
  const sure: RegExp[] = [];
  const weak: RegExp[] = [];
  for (const [pattern, example] of shapes)
    if (!/\p{N}/u.test(example)) sure.push(bounded(literal(example), 'i'));
    else if (isDistinctive(example)) sure.push(bounded(pattern, 'i'));
    else weak.push(bounded(pattern, ''));
  const prose = examples.reduce((text, example) => text.replaceAll(example, ' '), description);
  return { sure, weak, cues: new Set(wordsOf(prose).map(stem).filter(isTelling)) };
}

/**
 * Words of a description that look like values: with a digit beside letters or signs, quoted, or announced.
 */
function examplesOf(description: string): string[] {
  const inQuotes = Array.from(description.matchAll(quotedForm), ([, value]) => value!.trim());
  const rest = description.replaceAll(quotedForm, ' ');
  const coded = (rest.match(wordForm) ?? []).filter((word) => /\p{N}/u.test(word) && /[^\p{N}]/u.test(word));
  const digits = (
    announced.exec(rest)?.[1]?.match(/(?<![\p{L}\p{N}-])\d{3,20}(?![\p{L}\p{N}-])/gu) ?? []
  ).filter((word) => !coded.includes(word));
  return [...new Set([...inQuotes, ...coded, ...digits])];
}

/** Pattern for the shape of an example: letters and digits vary, signs are literal. */
function shapePattern(example: string): string {
  return example.replaceAll(/\p{Lu}+|\p{Ll}+|\p{N}+|\s+|[^\p{L}\p{N}\s]/gu, (run) => {
    const count = run.length > 1 ? `{${run.length}}` : '';
    if (/^\p{Lu}/u.test(run)) return String.raw`\p{Lu}${count}`;
    if (/^\p{Ll}/u.test(run)) return String.raw`\p{Ll}${count}`;
    if (/^\p{N}/u.test(run)) return String.raw`\p{N}${count}`;
    return /^\s/.test(run) ? String.raw`\s` : literal(run);
  });
}

function isDistinctive(example: string): boolean {
  const digits = example.replaceAll(/\P{N}/gu, '').length;
  const letters = example.replaceAll(/\P{L}/gu, '').length;
  if (letters > 0) return digits >= 3 || (digits >= 1 && letters + digits >= 5);
  return digits >= 7 && /[^\p{N}]/u.test(example);
}

/** Words of descriptions that are not cues. */
const generic = new Set(
  (
    'number code identifier value internal name format form letter digit example several other private secret data ' +
    'information field kind type the and for such like with our all any that this which are used from each every ' +
    'their them have has into made starting followed der die das und wie les des una los las'
  ).split(' '),
);

/** A word without its plural ending. */
export const stem = (word: string): string => word.replace(/(?:(?<=ss|x|ch)es|(?<=[^s])s)$/, '');

const isTelling = (word: string): boolean => word.length > 2 && !generic.has(word);
