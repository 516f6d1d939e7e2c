import { type IdentifierFormat } from '../../domain/products/settings';

const checks: readonly (readonly [IdentifierFormat, (text: string) => boolean])[] = [
  ['cusip', (text) => text.length === 9 && isCusip(text)],
  ['isin', (text) => text.length === 12 && isIsin(text)],
  ['lei', (text) => text.length === 20 && isLei(text)],
  ['cik', (text) => /^(?:000\d{7}|CIK[ :#-]?\d{1,10})$/i.test(text)],
  ['docket', (text) => /^(?:\d{1,2}:\d{2}-[a-z]{2,4}-\d{3,6}(?:-[a-z]{2,5})*|(?:docket )?no\. ?\d{2,4}-\d{1,6})$/i.test(text)],
  ['citation', (text) => /^\d{1,4} (?=[^\d]*\.)[A-Z][\p{L}\d.' ]{1,30} \d{1,5}(?:, \d{1,5})?(?: \([^()]{0,30}\d{4}\))?$/u.test(text)],
  ['icd10', (text) => /^[A-TV-Z]\d[\dA-B](?:\.[\dA-Z]{1,4})?$/.test(text)],
]; // prettier-ignore

const longest = 80;

/**
 * The format of an identifier. Check digits decide about CUSIP (modulus 10 double-add-double), ISIN (ISO
 * 6166) and LEI (ISO 17442, ISO 7064 mod 97-10); form decides about CIK with its zeros, dockets and citations
 * of US courts, and ICD-10.
 *
 * @returns null for text of no known format
 */
export function identifierFormat(text: string): IdentifierFormat | null {
  // Every format has a digit.
  if (text.length < 3 || text.length > longest || !/\d/.test(text)) return null;
  return checks.find(([, fits]) => fits(text))?.[0] ?? null;
}

/** Whether digits are the number of an article: EAN-8, UPC, EAN-13 or GTIN-14 with a right check digit. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0*$/.test(text)) return false;
  let sum = 0;
  for (let place = text.length - 2, weight = 3; place >= 0; place--, weight = 4 - weight)
    sum += Number(text[place]) * weight;
  return (10 - (sum % 10)) % 10 === Number(text.at(-1));
}

/** A to Z as 10 to 35, digits as they are, then `*`, `@` and `#` as CUSIP has them. */
function characterValue(character: string): number {
  const special = '*@#'.indexOf(character);
  return special >= 0 ? 36 + special : parseInt(character, 36);
}

function isCusip(text: string): boolean {
  if (!/^[\dA-Z*@#]{8}\d$/.test(text) || !/\d/.test(text.slice(0, 3))) return false;
  let sum = 0;
  for (let place = 0; place < 8; place++) {
    const value = characterValue(text[place]!) * (place % 2 === 1 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text[8]);
}

function isIsin(text: string): boolean {
  if (!/^[A-Z]{2}[\dA-Z]{9}\d$/.test(text)) return false;
  const digits = Array.from(text, characterValue).join('');
  let sum = 0;
  for (let place = digits.length - 1, isDouble = false; place >= 0; place--, isDouble = !isDouble) {
    const value = Number(digits[place]) * (isDouble ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function isLei(text: string): boolean {
  if (!/^[\dA-Z]{18}\d{2}$/.test(text)) return false;
  const digits = Array.from(text, characterValue).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
