import { compileDatePattern, type DatePattern } from './date-pattern';
import { splitFormat } from './format-sections';
import { compileNumberSection, type NumberSection } from './number-section';
import { createRareFormat, type RareFormat } from './rare-format';

/** Sections of a format by the sign of the value; null where the first one stands in. */
export interface FixedSections {
  positive: NumberSection;
  negative: NumberSection | null;
  zero: NumberSection | null;
}

/**
 * What a number format does with numbers, and with texts. `show` is the general way, for values too large for
 * the fast one.
 */
export interface CellFormat {
  number:
    | { kind: 'general' }
    | { kind: 'fixed'; sections: FixedSections; show: RareFormat }
    | { kind: 'date'; pattern: DatePattern }
    | { kind: 'rare'; show: RareFormat };
  /** Null for the usual case: texts are shown as they are. */
  text: RareFormat | null;
  /**
   * Hours, minutes or seconds counted past their clock: the value is an amount of days rather than a date.
   */
  elapsed: boolean;
}

const elapsedMark = /^(?:[^"\\[]|\\.|"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\])*\[(?:h+|m+|s+)\]/i;

/**
 * Compiles a number format code once per style. A code that nothing understands shows values in General form.
 */
export function compileFormat(code: string): CellFormat {
  const trimmed = code.trim();
  if (trimmed === '' || trimmed === '@' || trimmed.toLowerCase() === 'general') {
    return { number: { kind: 'general' }, text: null, elapsed: false };
  }
  const sections = splitFormat(trimmed);
  return {
    number: compileNumber(trimmed, sections),
    text: hasTextSection(trimmed) ? createRareFormat(trimmed) : null,
    elapsed: trimmed.length < 256 && elapsedMark.test(trimmed),
  };
}

function compileNumber(code: string, sections: ReturnType<typeof splitFormat>): CellFormat['number'] {
  const [first, second, third] = sections ?? [];
  if (first !== undefined) {
    const pattern = compileDatePattern(first);
    if (pattern !== null) return { kind: 'date', pattern };
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

/** Whether texts are changed: an `@` with something beside it in its section. */
function hasTextSection(code: string): boolean {
  const last = code.slice(code.lastIndexOf(';') + 1).trim();
  return last.includes('@') && !/^(?:\[[^\]]*\]|_.|\*.|\s)*@(?:_.|\*.|\s)*$/.test(last);
}
