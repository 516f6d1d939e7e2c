import { type JsonText } from './json-text';

const plainDigits = 15;
const plainEnd = 1e15;
/** Value below which spreadsheets write an exponent. */
const plainStart = 1e-5;
/** Decimal places tried first, and the power of ten for them. */
const shortPlacesMax = 4;
const shortScale = 10 ** shortPlacesMax;
const smallEnd = 2 ** 31;
/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/**
 * Writes a finite number in General format without a width limit: up to 15 significant digits, and an
 * exponent of at least two digits (`1E+16`, `2.5E-07`) from 10^15 up and below 10^-5. Whole numbers up to 2^53
 * have all their digits, which spreadsheets cut, since a number such as that of a card is looked for by them.
 */
export function writeGeneral(out: JsonText, value: number): void {
  if (value < 0) {
    out.raw('-');
    value = -value;
  }
  if (value < plainEnd) {
    if (writeShortDecimal(out, value)) return;
    if (value >= plainStart && writeLongFraction(out, value)) return;
  } else if (Number.isSafeInteger(value)) {
    out.digits(value, 0, 1, false);
    return;
  }
  out.raw(slowGeneral(value));
}

/**
 * Writes a number, 0 or more, of at most 15 digits and four decimal places without an exponent; false,
 * without effect, for others. The result is the shortest decimal of the double, because no two decimals of 15
 * digits have the same double.
 */
export function writeShortDecimal(out: JsonText, value: number): boolean {
  if (Math.floor(value) === value) {
    if (!(value < plainEnd)) return false;
    out.digits(value, 0, 1, false);
    return true;
  }
  let scaled = Math.round(value * shortScale);
  // Division of two exact numbers yields exactly the decimal's double, so that equality proves it.
  if (!(scaled < plainEnd) || scaled / shortScale !== value) return false;
  let places = shortPlacesMax;
  if (scaled < smallEnd) {
    // On small integers the compiler multiplies instead of dividing.
    let small = scaled | 0;
    for (let rest = (small / 10) | 0; rest * 10 === small; rest = (small / 10) | 0) {
      small = rest;
      places--;
    }
    out.digits(small, places, 1, false);
    return true;
  }
  for (let rest = scaled / 10; Math.floor(rest) === rest; rest = scaled / 10) {
    scaled = rest;
    places--;
  }
  out.digits(scaled, places, 1, false);
  return true;
}

/** Writes 15 digits by one multiplication; false where its rounding error could decide the last digit. */
function writeLongFraction(out: JsonText, value: number): boolean {
  let places = plainDigits - 1;
  for (let power = 1; power < plainDigits && POWERS[power]! <= value; power++) places--;
  for (let shifted = value; shifted < 1; shifted *= 10) places++;
  let scaled = value * POWERS[places]!;
  if (scaled < plainEnd / 10 || scaled >= plainEnd) return false;
  const whole = Math.floor(scaled);
  // At this magnitude a double is exact to a sixteenth, which bounds the product's error.
  if (Math.abs(scaled - whole - 0.5) < 0.1) return false;
  scaled = Math.round(scaled);
  if (scaled >= plainEnd) return false;
  let low = scaled % 1e5;
  let high = Math.floor(scaled / 1e5);
  while (low === 0 && places >= 5) {
    low = high % 1e5;
    high = Math.floor(high / 1e5);
    places -= 5;
  }
  let rest = high * 1e5 + low;
  while (places > 0 && low % 10 === 0) {
    low = (low / 10) | 0;
    rest = Math.floor(rest / 10);
    places--;
  }
  out.digits(rest, places, 1, false);
  return true;
}

function slowGeneral(value: number): string {
  if (value >= plainStart && value < plainEnd) {
    const rounded = Number(value.toPrecision(plainDigits));
    if (rounded < plainEnd) return String(rounded);
  }
  const [mantissa = '', exponent = ''] = value.toExponential(plainDigits - 1).split('e');
  return `${mantissa.replace(/\.?0+$/, '')}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`;
}
