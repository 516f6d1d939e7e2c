/** Classes of UTF-16 units. */
export const CLASS = {
  space: 0,
  newline: 1,
  sign: 2,
  digit: 3,
  lower: 4,
  upper: 5,
  letter: 6,
  mark: 7,
} as const;

const units = 65_536;
/** Units above this one are not folded. */
const foldedMax = 0x2000;

/** Class and folded form (lower case, without accents) of each UTF-16 unit. */
export interface CharacterTable {
  classes: Uint8Array;
  folded: Uint16Array;
}

let table: CharacterTable | undefined;

/** The table, built on first use. */
export function characterTable(): CharacterTable {
  table ??= makeTable();
  return table;
}

function makeTable(): CharacterTable {
  const classes = new Uint8Array(units);
  const folded = new Uint16Array(units);
  for (let code = 0; code < units; code++) {
    const char = String.fromCharCode(code);
    classes[code] = classOf(char);
    folded[code] = code < foldedMax ? foldOf(char) : code;
  }
  return { classes, folded };
}

function classOf(char: string): number {
  if (char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029') return CLASS.newline;
  if (char === '_') return CLASS.mark;
  if (/\p{Ll}/u.test(char)) return CLASS.lower;
  if (/[\p{Lu}\p{Lt}]/u.test(char)) return CLASS.upper;
  if (/\p{L}/u.test(char)) return CLASS.letter;
  if (/\p{Nd}/u.test(char)) return CLASS.digit;
  if (/\p{M}/u.test(char)) return CLASS.mark;
  return /\s/u.test(char) && char !== '\t' ? CLASS.space : CLASS.sign;
}

function foldOf(char: string): number {
  const lower = char.toLowerCase();
  const base = (lower.length === 1 ? lower : char).normalize('NFD').charCodeAt(0);
  return String.fromCharCode(base).toLowerCase().charCodeAt(0);
}
