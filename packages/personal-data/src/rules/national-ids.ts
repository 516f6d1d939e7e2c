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
  '99.999.999-A': [
    ['ES', 'dni', 'form'],
    ['CL', 'run', 'form'],
  ],
  '99.999.999A': [['ES', 'dni', 'form']],
  A9999999A: [['ES', 'nie', 'form']],
  'A-9999999-A': [['ES', 'nie', 'form']],
  AA999999A: [['GB', 'nino', 'form']],
  AAAAAA99A99A999A: [['IT', 'codicefiscale', 'form']],
  AAAA999999AAAAAAA9: [['MX', 'curp', 'form']],
  AAAA999999AAAAAA99: [['MX', 'curp', 'form']],
  AAAAA9999A: [['IN', 'pan', 'cue']],
  '9999999A': [['IE', 'pps', 'cue']],
  '9999999AA': [['IE', 'pps', 'cue']],
  '99999999A999': [['DE', 'svnr', 'form']],
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
  '9.999.999-9': [['CL', 'run', 'form']],
  '99999999-9': [['CL', 'run', 'cue']],
  '9-9999-99999-99-9': [['TH', 'idnr', 'form']],
  '9999-9999-9999': [['IN', 'aadhaar', 'form']],
  '999-999-999': [['CA', 'sin', 'cue']],
  '9999.99.999': [['NL', 'bsn', 'cue']],
  '999999999999999999': [['CN', 'ric', 'form']],
  '99999999999999999A': [['CN', 'ric', 'form']],
  '999999999999999': [['FR', 'nir', 'form']],
  '99999A999999999': [['FR', 'nir', 'form']],
  '9999999999999': [
    ['CH', 'ssn', 'form'],
    ['RO', 'cnp', 'cue'],
    ['RS', 'jmbg', 'cue'],
    ['ZA', 'idnr', 'cue'],
    ['TH', 'idnr', 'cue'],
    ['KR', 'rrn', 'cue'],
  ],
  '999999999999': [
    ['IN', 'aadhaar', 'cue'],
    ['ES', 'nss', 'cue'],
  ],
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
  '9999999999': [
    ['AT', 'vnr', 'cue'],
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

/** A kind of number in groups parted by blanks: where a run of its digits starts, its form, and its rules. */
interface Grouped {
  /** Number of characters before the first digit. */
  leads: readonly number[];
  form: RegExp;
  rules: readonly Rule[];
}

/** Numbers in groups parted by blanks, longest first. */
const GROUPED: readonly Grouped[] = [
  {
    leads: [0],
    form: /[1-478] \d\d \d\d (?:\d\d|2[AB]) \d{3} \d{3}(?: \d\d)/iy,
    rules: [['FR', 'nir', 'form']],
  },
  { leads: [0], form: /\d\d \d{6} [A-Z] ?\d{3}/iy, rules: [['DE', 'svnr', 'form']] },
  { leads: [0], form: /\d{2} \d{10}|\d\d\/\d{8}\/\d\d/y, rules: [['ES', 'nss', 'cue']] },
  { leads: [0], form: /\d{4} \d{4} \d{4}/y, rules: [['IN', 'aadhaar', 'form']] },
  { leads: [0], form: /\d\d \d{3} \d{3} \d{3}/y, rules: [['DE', 'idnr', 'cue']] },
  { leads: [0], form: /\d{4} \d{6}/y, rules: [['AT', 'vnr', 'cue']] },
  {
    leads: [0],
    form: /\d{3} \d{3} \d{3}|\d{4} \d\d \d{3}/y,
    rules: [
      ['CA', 'sin', 'cue'],
      ['NL', 'bsn', 'cue'],
      ['PT', 'nif', 'cue'],
    ],
  },
  { leads: [2, 3], form: /[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]/iy, rules: [['GB', 'nino', 'form']] },
  {
    leads: [7],
    form: /[A-Z]{3} ?[A-Z]{3} \d\d[A-EHLMPRST]\d\d ?[A-Z]\d{3}[A-Z]/iy,
    rules: [['IT', 'codicefiscale', 'form']],
  },
  { leads: [0], form: /\d{8} [A-Z]/iy, rules: [['ES', 'dni', 'form']] },
];

/** A number in groups parted by blanks, the first digit of which is at `run`; null for none. */
export function groupedAt(
  text: string,
  run: number,
  hasCue: (start: number, end: number) => boolean,
): { start: number; end: number } | null {
  for (const { leads, form, rules } of GROUPED)
    for (const lead of leads) {
      const start = run - lead;
      form.lastIndex = start;
      const found = start < 0 ? undefined : form.exec(text)?.[0];
      if (found === undefined || isPartOfMore(text, start, start + found.length)) continue;
      const end = start + found.length;
      if (
        rules.some(
          ([country, name, needs]) =>
            isValid(country, name, found) && (needs === 'form' || hasCue(start, end)),
        )
      )
        return { start, end };
    }
  return null;
}

const isPartOfMore = (text: string, start: number, end: number): boolean =>
  /[\p{L}\p{N}.,-]/u.test(text[start - 1] ?? '') || /^ ?\d|^\p{L}/u.test(text.slice(end, end + 2));

/** Check digits of German health insurance numbers: a letter as two digits, then every second digit doubled. */
function isHealthInsurance(value: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(value)) return false;
  const digits = `${String(value.charCodeAt(0) - 64).padStart(2, '0')}${value.slice(1)}`;
  let sum = 0;
  for (let place = 0; place < digits.length - 1; place++) {
    const digit = Number(digits[place]) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === Number(digits.at(-1));
}

/** The form of an identifier: digits become 9, letters A; other characters stay. */
const formOf = (value: string): string => value.replaceAll(/\d/g, '9').replaceAll(/[a-z]/gi, 'A');

const isValid = (country: string, name: string, value: string): boolean =>
  stdnum[country]?.[name]?.validate(value).isValid === true;

/**
 * Whether a value is a national identification number, by its form, its check digits and, for bare digits, a
 * cue word.
 */
export function isNationalId(value: string, hasCue: boolean): boolean {
  if (hasCue && (isHealthInsurance(value.toUpperCase()) || identityCard.test(value))) return true;
  // Some validators accept only hyphens.
  const spellings = [value, value.replaceAll('.', '')];
  return (
    RULES[formOf(value)]?.some(
      ([country, name, needs]) =>
        (needs === 'form' || hasCue) && spellings.some((spelling) => isValid(country, name, spelling)),
    ) ?? false
  );
}

/** Number of a German identity card, with or without its check digit. */
const identityCard = /^[CFGHJK-NPRTV-Z][CFGHJK-NPRTV-Z\d]{8}\d?D?$/;
