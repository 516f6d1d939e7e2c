import { createDice, type Dice } from '../../../../bench/generate/dice';
import { FRAMES } from './frames';
import { type NameLists, NAMES } from './names';
import { UNSEEN_FRAMES } from './unseen-frames';
import { UNSEEN_NAMES } from './unseen-names';
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

/** Texts by who may look at them: those to develop with, and two groups that are only counted. */
export type WrittenPart = 'developed' | 'counted' | 'unseen';

/**
 * Texts of a part: one half of the frames (`developed`) or the other (`counted`), or frames and names of their
 * own (`unseen`). One in eight is read by a scanner that makes mistakes outside of values.
 */
export function writeTexts(part: WrittenPart, seed: number, rounds: number): WrittenText[] {
  const dice = createDice(seed);
  const lists = part === 'unseen' ? UNSEEN_NAMES : NAMES;
  const frames = Object.entries(part === 'unseen' ? UNSEEN_FRAMES : FRAMES).flatMap(
    ([language, ofLanguage], row) =>
      ofLanguage
        .filter((_, index) => part === 'unseen' || ((index + row) % 2 === 0) === (part === 'developed'))
        .map((frame) => ({ language, frame })),
  );
  return Array.from({ length: rounds }, () =>
    frames.map(({ language, frame }) => fill(frame, language, dice, lists)),
  ).flat();
}

function fill(frame: string, language: string, dice: Dice, lists: NameLists): WrittenText {
  const isScanned = dice.fraction() < scannedShare;
  let text = '';
  const values: WrittenText['values'] = [];
  for (const [index, part] of frame.split(slot).entries()) {
    if (index % 2 === 0) {
      text += isScanned ? misread(part, dice) : part;
      continue;
    }
    const value = makeValue(part, dice, language, lists);
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
