import { createDice } from '../generate/dice';

const words =
  'pump valve seal gauge shaft motor filter bearing pressure oil water inspection operator manual morning shift report pipe leak repair'.split(
    ' ',
  );
const wordsPerParagraph = 90;

/** A text of about `bytes` bytes in paragraphs; each number gives one of its own. */
export function makeLargeText(number: number, bytes: number): string {
  const dice = createDice(number);
  const paragraphs = [`Volume ${number}.`];
  let length = 0;
  while (length < bytes) {
    const paragraph = `The ${Array.from({ length: wordsPerParagraph }, () => dice.pick(words)).join(' ')}.`;
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return paragraphs.join('\n\n');
}
