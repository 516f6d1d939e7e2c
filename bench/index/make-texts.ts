import { createDice } from '../generate/dice';

const words =
  'pump valve seal gauge shaft motor filter bearing pressure oil water inspection operator manual morning shift report pipe leak repair'.split(
    ' ',
  );
const firstNames = ['Maria', 'Peter', 'Aisha', 'Jonas', 'Claire', 'Miguel'];
const lastNames = ['Lopez', 'Schneider', 'Okafor', 'Lindqvist', 'Moreau', 'Taylor'];
const sentencesPerText = 5;

/**
 * Small texts in one paragraph of about 450 characters, each of which becomes one chunk and names a person with
 * an address of mail. No two rounds share one, because what was embedded before would be answered by the cache.
 */
export function makeTexts(round: number, count: number): string[] {
  return Array.from({ length: count }, (_, number) => {
    const dice = createDice(round * 100_003 + number);
    const sentences = Array.from({ length: sentencesPerText }, () => {
      const length = dice.between(8, 14);
      return `The ${Array.from({ length }, () => dice.pick(words)).join(' ')}.`;
    });
    const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)];
    const signed = `Signed by ${first} ${last} (${first.toLowerCase()}.${last.toLowerCase()}@example.com).`;
    return `Entry ${number} of round ${round}. ${sentences.join(' ')} ${signed}`;
  });
}
