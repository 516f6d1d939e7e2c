import { createDice, type Dice } from '../../../../bench/generate/dice';
import { FRAMES } from './frames';
import { makeValue } from './values';

/** A text with its personal data. */
export interface WrittenText {
  language: string;
  text: string;
  values: { start: number; end: number; tag: string }[];
}

const slot = /\{([A-Z]+)\}/;
/** Signs that a scanner takes for each other. */
const confused: readonly (readonly [right: string, read: string])[] = [
  ['rn', 'm'],
  ['l', '1'],
  ['o', '0'],
  ['e', 'c'],
  ['ü', 'u'],
  ['ł', 'l'],
];
const scannedShare = 0.12;
const misreadShare = 0.03;

/**
 * Texts of one half of the frames: `developed` may be looked at, `counted` is only counted. One in eight is
 * read by a scanner that makes mistakes outside of values.
 */
export function writeTexts(half: 'developed' | 'counted', seed: number, rounds: number): WrittenText[] {
  const dice = createDice(seed);
  const texts: WrittenText[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [row, [language, frames]] of Object.entries(FRAMES).entries())
      for (const [index, frame] of frames.entries())
        if (((index + row) % 2 === 0) === (half === 'developed')) texts.push(fill(frame, language, dice));
  return texts;
}

function fill(frame: string, language: string, dice: Dice): WrittenText {
  const isScanned = dice.fraction() < scannedShare;
  let text = '';
  const values: WrittenText['values'] = [];
  for (const [index, part] of frame.split(slot).entries()) {
    if (index % 2 === 0) {
      text += isScanned ? misread(part, dice) : part;
      continue;
    }
    const value = makeValue(part, dice, language);
    values.push({ start: text.length, end: text.length + value.text.length, tag: value.tag });
    text += value.text;
  }
  return { language, text, values };
}

function misread(text: string, dice: Dice): string {
  return text.replaceAll(/\S+/g, (word) => {
    if (dice.fraction() >= misreadShare) return word;
    const [right, read] = dice.pick(confused);
    return word.replace(right, read);
  });
}
