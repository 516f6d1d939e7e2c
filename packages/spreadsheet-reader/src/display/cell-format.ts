import { compileDatePattern, type DatePattern } from './date-pattern';
import { compileFractionSection, type FractionSection } from './fraction-section';
import { type FormatToken, splitFormat } from './format-sections';
import { compileNumberSection, type NumberSection } from './number-section';
import { createRareFormat, type RareFormat } from './rare-format';

/** Sections of a format by the sign of the value; null where the first section applies. */
export interface FixedSections {
  positive: NumberSection;
  negative: NumberSection | null;
  zero: NumberSection | null;
}

/**
 * Compiled number format, for numbers and texts. `show` is the general formatter, for values too large for
 * the fast one.
 */
export interface CellFormat {
  number:
    | { kind: 'general' }
    | { kind: 'fixed'; sections: FixedSections; show: RareFormat }
    | { kind: 'fraction'; positive: FractionSection; negative: FractionSection | null; show: RareFormat }
    | { kind: 'date'; pattern: DatePattern }
    | { kind: 'rare'; show: RareFormat };
  /** Formatter of texts; null where texts are shown unchanged, the usual case. */
  text: RareFormat | null;
  /** True for elapsed hours, minutes or seconds (`[h]`): the value is a duration in days and not a date. */
  elapsed: boolean;
}

const elapsedMark = /^(?:[^"\\[]|\\.|"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\])*\[(?:h+|m+|s+)\]/i;

/** Compiles a number format code, once per style. An unreadable code shows values in General form. */
export function compileFormat(source: string): CellFormat {
  const code = lowerElapsed(withoutOuterBlanks(source));
  if (code === '' || code === '@' || code.toLowerCase() === 'general') {
    return { number: { kind: 'general' }, text: null, elapsed: false };
  }
  return {
    number: compileNumber(code, splitFormat(code)),
    text: hasTextSection(code) ? createRareFormat(code) : null,
    elapsed: code.length < 256 && elapsedMark.test(code),
  };
}

/** A code without blanks around it; a last one that belongs to a padding, a fill or an escape stays. */
function withoutOuterBlanks(source: string): string {
  const code = source.trimStart();
  const trimmed = code.trimEnd();
  return /[_*\\]$/.test(trimmed) ? code.slice(0, trimmed.length + 1) : trimmed;
}

/** A code with its marks of elapsed times in small letters: the general formatter knows no others. */
function lowerElapsed(code: string): string {
  return code.replaceAll(/"[^"]*"|[\\_*].|\[(?:h+|m+|s+)\]/gis, (part) =>
    part.startsWith('[') ? part.toLowerCase() : part,
  );
}

function compileNumber(code: string, sections: ReturnType<typeof splitFormat>): CellFormat['number'] {
  const [first, second, third] = sections ?? [];
  if (first !== undefined) {
    const pattern = compileDatePattern(first);
    if (pattern !== null) return { kind: 'date', pattern };
    const fraction = compileFractions(first, second, third);
    if (fraction !== null) return { ...fraction, show: createRareFormat(code) };
    const positive = compileNumberSection(first);
    const negative = second === undefined ? null : compileNumberSection(second);
    const zero = third === undefined ? null : compileNumberSection(third);
    const whole =
      positive !== null &&
      (second === undefined || negative !== null) &&
      (third === undefined || zero !== null);
    if (whole && !positive.constant) {
      return { kind: 'fixed', sections: { positive, negative, zero }, show: createRareFormat(code) };
    }
  }
  return { kind: 'rare', show: createRareFormat(code) };
}

/** Fractions of positive and negative values; null where a section is something else, or zero has its own. */
function compileFractions(first: FormatToken[], second?: FormatToken[], third?: FormatToken[]) {
  const positive = third === undefined ? compileFractionSection(first) : null;
  const negative = second === undefined ? null : compileFractionSection(second);
  if (positive === null || (second !== undefined && negative === null)) return null;
  return { kind: 'fraction', positive, negative } as const;
}

/** Whether texts are changed: a section has an `@` with other content. */
function hasTextSection(code: string): boolean {
  const last = code.slice(code.lastIndexOf(';') + 1);
  return last.includes('@') && !/^(?:\[[^\]]*\]|_.|\*.|\s)*@(?:_.|\*.|\s)*$/.test(last);
}
