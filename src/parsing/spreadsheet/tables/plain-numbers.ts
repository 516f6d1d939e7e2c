import { type CellDisplay } from 'spreadsheet-reader';

/** Factor of the decimal places of which numbers in General form are known to be shown whole. */
const generalScale = 1e4;
/** Bound below which scaled numbers are exact. */
const exactEnd = 1e15;

/**
 * Numbers whose displayed text tells them exactly, as {@link plainNumber} reads it. The values of other
 * numbers are stored beside the text.
 */
export class PlainNumbers {
  /** Scale of each style; 0 where the text never tells the number. */
  private readonly scales: number[] = [];

  constructor(private readonly display: CellDisplay) {}

  /** Whether a number is plain in a style. */
  has(value: number, style: number): boolean {
    const scale = this.scales[style] ?? this.scaleOf(style);
    const scaled = value * scale;
    if (scale === 0 || !(scaled < exactEnd && scaled > -exactEnd)) return false;
    // Division of two exact numbers yields the double of the shown decimal.
    return Math.round(scaled) / scale === value;
  }

  private scaleOf(style: number): number {
    const scale = scaleOfFormat(this.display.format(style).number);
    if (style >= 0 && style <= this.scales.length) this.scales[style] = scale;
    return scale;
  }
}

function scaleOfFormat(format: ReturnType<CellDisplay['format']>['number']): number {
  if (format.kind === 'general') return generalScale;
  if (format.kind !== 'fixed') return 0;
  const { positive, negative, zero } = format.sections;
  const { prefix, suffix, decimals, scale, constant } = positive;
  const isBare = prefix.chars === 0 && suffix.chars === 0 && !constant && scale === 10 ** decimals;
  return isBare && negative === null && zero === null ? scale : 0;
}

/** Number that a plain text shows: digits, perhaps in groups with commas. */
export function plainNumber(shown: string): number {
  return Number(shown.replaceAll(',', ''));
}
