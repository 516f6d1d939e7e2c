import { convert, foreignUnitOf, type Unit, unitOf } from '../units/units';

const partsMax = 4;
const minutes = unitOf('min')!;
const part = /[\s,]*(?:(?:and|und|et|y|e|en) )?(\d{1,6}(?:[.,]\d{1,3})?)\s?(\p{L}+)\.?/uy;
const lastMinutes = /\s?(\d{1,2})$/y;
const iso = /^P(?:(\d{1,4})D)?T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?$/i;
/** Several parts, or the form of ISO 8601. */
const outline = /^(?:\d[\d.,]*\s?\p{L}+\.?[\s,]*(?:\p{L}+ )?\d|PT?\d)/iu;

/** Whether a text may be a time of several parts; most texts are not. */
export function mayBeDuration(text: string): boolean {
  return outline.test(text);
}

/**
 * Reads a time of several parts in minutes: `1 h 30 min`, `1h30`, `2 Std. 15 Min.`, `1 day 4 hours`,
 * `PT1H30M`.
 *
 * @returns null for anything else, also for one part, such as `90 min`
 */
export function readDuration(text: string): number | null {
  const [, days, hours, mins, seconds] = iso.exec(text) ?? [];
  if ([days, hours, mins, seconds].some((each) => each !== undefined))
    return Number(days ?? 0) * 1_440 + Number(hours ?? 0) * 60 + Number(mins ?? 0) + Number(seconds ?? 0) / 60;
  let total = 0;
  let at = 0;
  let last: Unit | null = null;
  for (let parts = 0; parts < partsMax; parts++) {
    if (at === text.length) return parts > 1 ? total : null;
    part.lastIndex = at;
    const match = part.exec(text);
    if (match === null) break;
    const unit = timeUnit(match[2]!);
    // Parts get smaller, as in hours and minutes.
    if (unit === null || (last !== null && convert(1, unit, minutes) >= convert(1, last, minutes))) return null;
    total += convert(Number(match[1]!.replace(',', '.')), unit, minutes);
    at += match[0].length;
    last = unit;
  }
  lastMinutes.lastIndex = at;
  const rest = last?.symbol === 'h' ? lastMinutes.exec(text) : null;
  if (rest !== null && Number(rest[1]) < 60) return total + Number(rest[1]);
  return at === text.length && last !== null ? total : null;
} // prettier-ignore

function timeUnit(name: string): Unit | null {
  // Between hours and seconds a metre is a minute.
  const unit = /^m$/i.test(name) ? minutes : (unitOf(name) ?? foreignUnitOf(name));
  return unit?.quantity === 'time' ? unit : null;
}
