import { createDice } from '../generate/dice';

const vocabularyWords = 20_000;
const wordsPerChunk = 80;
const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu'.split(' ');

/** Words without meaning, all different, short ones first. */
const vocabulary = Array.from({ length: vocabularyWords }, (_, number) => {
  let word = '';
  for (let rest = number + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length]!;
  return word;
});

type Dice = ReturnType<typeof createDice>;

/** A word as texts of people have them: the n-th as often as 1/n. */
const wordOf = (dice: Dice) => vocabulary[Math.floor(vocabularyWords ** dice.fraction()) - 1]!;

/** A word that is neither in every text nor in hardly any, as people search for. */
const askedWordOf = (dice: Dice) => vocabulary[Math.floor(50 * (vocabularyWords / 100) ** dice.fraction())]!;

export function chunkText(dice: Dice): string {
  return Array.from({ length: wordsPerChunk }, () => wordOf(dice)).join(' ');
}

/** Questions of two to five words, no two of them alike. */
export function makeQuestions(count: number, seed: number): string[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, (_, number) => {
    const words = Array.from({ length: dice.between(2, 5) }, () => askedWordOf(dice));
    return `${words.join(' ')} ${number}`;
  });
}

/** A direction. */
export function randomVector(dice: Dice, dimensions: number): number[] {
  return Array.from({ length: dimensions }, () => dice.fraction() - 0.5);
}
