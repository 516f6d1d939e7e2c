import { SHORT_NAMES, type Unit, unitOf } from './unit-table';

const measureWords =
  /(?:^|_)(?:width|height|length|depth|size|diameter|radius|thickness|distance|weight|mass|volume|capacity|area|power|voltage|current|temperature|temp|duration|time|age|speed|pressure|energy|screen|diagonal|reach|wheelbase|dimension|price|cost)s?(?:_|$)/;

/**
 * The unit that the name of a field ends in, such as centimetres of `width_cm`, `widthCm` and `Weight (kg)`.
 * Endings that are words or single letters count only after a word of measures: `width_in`, not `built_in`.
 *
 * @returns null for a name without a unit
 */
export function unitOfName(name: string): Unit | null {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}°$€£"]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  const end = words.lastIndexOf('_');
  if (end <= 0) return null;
  const ending = words.slice(end + 1);
  const unit = unitOf(ending);
  if (unit === undefined) return null;
  return SHORT_NAMES.has(ending) && !measureWords.test(words.slice(0, end)) ? null : unit;
}
