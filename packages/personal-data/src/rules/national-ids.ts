import { stdnum } from 'stdnum';

/**
 * A kind of personal number: country and name in `stdnum`, and whether its form suffices without a cue word.
 */
type Rule = readonly [country: string, name: string, needs: 'form' | 'cue'];

/**
 * Kinds of numbers by form: 9 stands for a digit, A for a letter. A form with punctuation, or with letters
 * and check digits, suffices. Bare digits need a cue word, since a tenth of all numbers has a valid check
 * digit.
 */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  '99999999A': [['ES', 'dni', 'form']],
  '99999999-A': [['ES', 'dni', 'form']],
  A9999999A: [['ES', 'nie', 'form']],
  'A-9999999-A': [['ES', 'nie', 'form']],
  AA999999A: [['GB', 'nino', 'form']],
  AAAAAA99A99A999A: [['IT', 'codicefiscale', 'form']],
  AAAA999999AAAAAAA9: [['MX', 'curp', 'form']],
  AAAA999999AAAAAA99: [['MX', 'curp', 'form']],
  AAAAA9999A: [['IN', 'pan', 'cue']],
  '9999999A': [['IE', 'pps', 'cue']],
  '9999999AA': [['IE', 'pps', 'cue']],
  '999999A999A': [['FI', 'hetu', 'form']],
  '999999-999A': [['FI', 'hetu', 'form']],
  '999999-9999': [
    ['SE', 'personnummer', 'form'],
    ['FI', 'hetu', 'form'],
    ['IS', 'kennitala', 'form'],
    ['DK', 'cpr', 'cue'],
  ],
  '99999999-9999': [['SE', 'personnummer', 'form']],
  '999999/9999': [['CZ', 'rc', 'form']],
  '999999/999': [['CZ', 'rc', 'cue']],
  '999.999.999-99': [['BR', 'cpf', 'form']],
  '99.99.99-999.99': [['BE', 'nn', 'form']],
  '999.9999.9999.99': [['CH', 'ssn', 'form']],
  '999999-9999999': [['KR', 'rrn', 'form']],
  '99-99999999-9': [['AR', 'cuit', 'form']],
  '99.999.999-9': [['CL', 'run', 'form']],
  '99.999.999-A': [['CL', 'run', 'form']],
  '9.999.999-9': [['CL', 'run', 'form']],
  '99999999-9': [['CL', 'run', 'cue']],
  '9-9999-99999-99-9': [['TH', 'idnr', 'form']],
  '9999-9999-9999': [['IN', 'aadhaar', 'form']],
  '9999 9999 9999': [['IN', 'aadhaar', 'form']],
  '999-999-999': [['CA', 'sin', 'cue']],
  '999 999 999': [['CA', 'sin', 'cue']],
  '999999999999999999': [['CN', 'ric', 'form']],
  '99999999999999999A': [['CN', 'ric', 'form']],
  '999999999999999': [['FR', 'nir', 'form']],
  '9 99 99 99 999 999 99': [['FR', 'nir', 'form']],
  '9999999999999': [
    ['CH', 'ssn', 'form'],
    ['RO', 'cnp', 'cue'],
    ['RS', 'jmbg', 'cue'],
    ['ZA', 'idnr', 'cue'],
    ['TH', 'idnr', 'cue'],
    ['KR', 'rrn', 'cue'],
  ],
  '999999999999': [['IN', 'aadhaar', 'cue']],
  '99999999999': [
    ['NO', 'fodselsnummer', 'form'],
    ['BE', 'nn', 'cue'],
    ['BR', 'cpf', 'cue'],
    ['DE', 'idnr', 'cue'],
    ['EE', 'ik', 'cue'],
    ['GR', 'amka', 'cue'],
    ['HR', 'oib', 'cue'],
    ['LT', 'asmens', 'cue'],
    ['PL', 'pesel', 'cue'],
    ['TR', 'tckimlik', 'cue'],
  ],
  '99 999 999 999': [['DE', 'idnr', 'cue']],
  '9999999999': [
    ['BG', 'egn', 'cue'],
    ['DK', 'cpr', 'cue'],
    ['SE', 'personnummer', 'cue'],
  ],
  '999999999': [
    ['NL', 'bsn', 'cue'],
    ['PT', 'nif', 'cue'],
    ['CA', 'sin', 'cue'],
    ['IL', 'idnr', 'cue'],
  ],
  A999999999: [['TW', 'natid', 'cue']],
};

/** Forms with blanks, longest first. */
const SPACED =
  /(?:\d \d\d \d\d \d\d \d{3} \d{3} \d\d|\d{4} \d{4} \d{4}|\d\d \d{3} \d{3} \d{3}|\d{3} \d{3} \d{3})(?! ?\d)/y;

/** The form of an identifier: digits become 9, letters A; other characters stay. */
const formOf = (value: string): string => value.replaceAll(/\d/g, '9').replaceAll(/[a-z]/gi, 'A');

/**
 * Whether a value is a national identification number, by its form, its check digits and, for bare digits, a
 * cue word.
 */
export function isNationalId(value: string, hasCue: boolean): boolean {
  // Some validators accept only hyphens.
  const spellings = [value, value.replaceAll('.', '')];
  return (
    RULES[formOf(value)]?.some(
      ([country, name, needs]) =>
        (needs === 'form' || hasCue) &&
        spellings.some((spelling) => stdnum[country]?.[name]?.validate(spelling).isValid === true),
    ) ?? false
  );
}

/** End of a number in groups with blanks that starts at `start`; null for none. */
export function spacedEnd(text: string, start: number): number | null {
  if (start > 0 && /[\p{L}\p{N}.,-]/u.test(text[start - 1]!)) return null;
  SPACED.lastIndex = start;
  const found = SPACED.exec(text);
  return found === null ? null : start + found[0].length;
}
