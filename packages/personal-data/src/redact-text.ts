import { isIP } from 'node:net';
import { hasIbanDigits, hasLuhnDigit } from './checksums';

/** A kind of personal data with a fixed form. */
interface Pattern {
  tag: string;
  /** Global expression. Text of its optional group `keep` stays before the tag. */
  form: RegExp;
  /** Whether a match is really of this kind; default: always. */
  isMeant?: (found: string) => boolean;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const lengthWithin = (text: string, min: number, max: number): boolean =>
  digitsOf(text).length >= min && digitsOf(text).length <= max;

/** Patterns in the order in which they apply: narrower forms precede wider ones. */
const patterns: readonly Pattern[] = [
  { tag: 'SECRET', form: /\b(?:sk|tok|svc|whsec|ghp|xox[abp])_[\w.~+/=-]{16,}/gi },
  { tag: 'EMAIL', form: /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu },
  {
    tag: 'IBAN',
    form: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/gi,
    isMeant: (found) => hasIbanDigits(found.replaceAll(' ', '').toUpperCase()),
  },
  {
    tag: 'IP_ADDRESS',
    form: /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4})(?![\w:])/gi,
    isMeant: (found) => isIP(found) !== 0,
  },
  {
    tag: 'CREDIT_CARD',
    form: /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g,
    isMeant: (found) => hasLuhnDigit(digitsOf(found)),
  },
  { tag: 'SSN', form: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g },
  {
    tag: 'PHONE',
    form: /(?<![\w+])(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\d)/g,
  },
  {
    tag: 'PHONE',
    form: /(?<![\w(])\(?\d{2,5}\)?[ ./-]{1,2}\d{2,4}(?:[ ./-]?\d{2,4}){1,3}(?![\w])/g,
    isMeant: (found) => lengthWithin(found, 9, 13),
  },
  { tag: 'NUMBER', form: /(?<!\d)\d{9,}(?!\d)/g },
  {
    tag: 'PERSON',
    form: /(?<keep>\b(?:mr|mrs|ms|dr|prof|herr|frau|mme|sr|sra)\.? )\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{1,40}){0,2}/giu,
    isMeant: (found) => /\p{Lu}[\p{L}'’-]+$/u.test(found),
  },
];

/**
 * Replaces personal data in a short text by tags such as `<EMAIL>`. It finds data with a recognisable form:
 * e-mail and IP addresses, phone, card, account and social security numbers, secrets, long runs of digits,
 * names after a title. Other names and postal addresses stay.
 */
export function redactText(text: string): string {
  let redacted = text;
  for (const { tag, form, isMeant = () => true } of patterns)
    redacted = redacted.replace(form, (found: string, ...rest: unknown[]) => {
      if (!isMeant(found)) return found;
      const groups = rest.at(-1) as { keep?: string } | string | undefined;
      const keep = typeof groups === 'object' ? (groups.keep ?? '') : '';
      return `${keep}<${tag}>`;
    });
  return redacted;
}
