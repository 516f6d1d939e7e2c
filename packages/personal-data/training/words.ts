import { capital, type Filling } from './filling';
import { writeMedical } from './medical-words';

export const word = ({ dice, words }: Filling): string =>
  words[Math.floor(words.length * dice.fraction() ** 2)] ?? 'thing';

/** A word that no list knows, made of two that one does. */
export function oddWord(filling: Filling): string {
  const { dice } = filling;
  const start = word(filling);
  const end = word(filling);
  const made = start.slice(0, dice.between(2, 5)) + end.slice(-dice.between(2, 5));
  const form = dice.fraction();
  if (form < 0.1) return `${made}${capital(end)}`;
  return form < 0.2 ? `${capital(start)}${capital(made)}` : made;
}

/** A word of a text about things, sometimes one that no list knows. */
const anyWord = (filling: Filling): string => {
  const kind = filling.dice.fraction();
  if (kind < 0.15) return oddWord(filling);
  if (kind < 0.22) return filling.dice.pick(filling.foreignWords);
  return word(filling);
};

const cased = (text: string, { dice }: Filling): string => {
  const kind = dice.fraction();
  if (kind < 0.45) return capital(text);
  return kind < 0.6 ? text.toUpperCase() : text;
};

/** Some words as they stand in names of goods, headers and cells. */
export const phrase = (filling: Filling, min: number, max: number): string =>
  Array.from({ length: filling.dice.between(min, max) }, () => cased(anyWord(filling), filling)).join(' ');

export const thing = (filling: Filling): string =>
  filling.dice.fraction() < 0.5 ? filling.english.word.noun() : word(filling);

export function titleWords(filling: Filling): string {
  return Array.from({ length: filling.dice.between(1, 3) }, () => capital(word(filling))).join(' ');
}

export const camel = (filling: Filling): string =>
  word(filling) + Array.from({ length: filling.dice.between(0, 2) }, () => capital(word(filling))).join('');

/** A word of a program: parts joined by low lines, hyphens or capitals. */
export function writeIdentifier(filling: Filling): string {
  const { dice } = filling;
  const parts = Array.from({ length: dice.between(2, 4) }, () =>
    dice.fraction() < 0.15 ? filling.local.person.firstName().toLowerCase() : anyWord(filling).toLowerCase(),
  );
  const joint = dice.pick(['_', '-', '.', '', '-', '_']);
  const joined =
    joint === '' ? parts.map((part, at) => (at === 0 ? part : capital(part))).join('') : parts.join(joint);
  return dice.fraction() < 0.15 ? joined.toUpperCase() : joined;
}

/** A word of another language that no list knows. */
function oddForeign({ dice, foreignWords }: Filling): string {
  const start = dice.pick(foreignWords);
  return start.slice(0, dice.between(2, 5)) + dice.pick(foreignWords).slice(-dice.between(2, 5));
}

export function writeForeign(filling: Filling): string {
  const { dice, foreignWords } = filling;
  const isTitle = dice.fraction() < 0.3;
  const words = Array.from({ length: dice.between(3, 14) }, () => {
    const chosen = dice.fraction() < 0.2 ? oddForeign(filling) : dice.pick(foreignWords);
    return isTitle || dice.fraction() < 0.25 ? capital(chosen) : chosen.toLowerCase();
  });
  return `${capital(words.join(' '))}${dice.pick(['.', '.', '', ',', '!', ':'])}`;
}

/** Sentences about goods: words of the vocabulary after each other, some with a capital. */
export function writeWordSalad(filling: Filling): string {
  const { dice, english } = filling;
  const connectors = 'the and of to a in with for is on that by from or are at'.split(' ');
  const count = dice.between(6, 18);
  const text = Array.from({ length: count }, () => {
    const kind = dice.fraction();
    if (kind < 0.35) return dice.pick(connectors);
    if (kind < 0.45) return english.word.adjective();
    if (kind < 0.5) return capital(word(filling));
    return word(filling);
  }).join(' ');
  return `${capital(text)}${dice.pick(['.', '.', ',', '!', '', ';', ' -'])}`;
}

/** Shares of nouns of letters and records, and of words that are made of two, and of medicine. */
const usualNouns = 0.45;
const madeNouns = 0.12;
const medicalNouns = 0.06;

/** A noun, or another everyday word, with a capital. */
export function writeNoun(filling: Filling): string {
  const { dice, nouns, everyday } = filling;
  const kind = dice.fraction();
  if (everyday.length === 0 || kind < usualNouns) return dice.pick(nouns);
  const frequent = (): string => everyday[Math.floor(everyday.length * dice.fraction() ** 1.5)]!;
  if (kind > 1 - medicalNouns) return writeMedical(filling);
  return capital(kind < usualNouns + madeNouns ? frequent() + frequent() : frequent());
}
