import { baselineInFrame, frameSize, intoFrame, outOfFrame, type QuarterTurn } from '../pdf/layout/frame';
import { isRightToLeft } from '../pdf/layout/script';
import { type TurnedWord } from '../pdf/read-words';
import { type GreyImage, turnImage } from './grey-image';
import { type OcrEngine } from './ocr-engine';
import { type OcrWord } from './read-tsv';
import { withoutSkew } from './skew';

/** Confidence below which a word is noise. */
const wordConfidenceMin = 0.3;
/** Mean confidence below which a line is noise, such as the texture of a photo. */
const lineConfidenceMin = 0.45;
/** Mean confidence below which a page may be rotated. */
const uprightConfidenceMin = 0.6;
const lettersToTurnMin = 12;
/** Characters that the engine reads for bullets. */
const misreadBullet = /^[¢©»«°¤®]$/u;

/**
 * Recognises the words on a page image, also where the page is rotated by quarter turns.
 *
 * @param page size of the page in points; coordinates of words are in points
 */
export async function recognisePage(
  engine: OcrEngine,
  image: GreyImage,
  page: { width: number; height: number },
): Promise<TurnedWord[]> {
  let best = { turn: 0 as QuarterTurn, words: await engine.recognise(image) };
  if (lettersOf(best.words) >= lettersToTurnMin && meanConfidence(best.words) < uprightConfidenceMin) {
    for (const turn of [1, 3, 2] as const) {
      const words = await engine.recognise(turnImage(image, turn));
      if (scoreOf(words) > scoreOf(best.words)) best = { turn, words };
    }
  }
  // The engine also turns lines, but returns their coordinates unrotated.
  const within = readingTurn(best.words);
  const picture = frameSize(best.turn, image);
  const upright = withoutNoise(best.words).map((word) => turnWord(word, within, picture));
  const turn = ((best.turn + within) % 4) as QuarterTurn;
  const scale = page.width / image.width;
  const words = withoutSkew(upright);
  return words.map(({ word, size, baseline }, order) => {
    const rect = {
      left: word.left * scale,
      top: word.top * scale,
      right: (word.left + word.width) * scale,
      bottom: (word.top + word.height) * scale,
    };
    const first = words[order - 1]?.word.line !== word.line;
    return {
      ...outOfFrame(rect, turn, page),
      text: first && misreadBullet.test(word.text) ? '•' : word.text,
      baseline: baselineInFrame(baseline * scale, turn, page),
      size: size * scale,
      bold: false,
      confidence: Math.round(word.confidence * 1000) / 1000,
      rtl: isRightToLeft(word.text),
      spaceBefore: true,
      order,
      line: word.line,
      mark: -1,
      turn,
    };
  });
}

/** Reading direction of most lines, by the positions of their words. */
function readingTurn(words: readonly OcrWord[]): QuarterTurn {
  let right = 0;
  let down = 0;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before?.line !== word.line) continue;
    right += Math.sign(word.left + word.width / 2 - before.left - before.width / 2) * word.text.length;
    down += Math.sign(word.top + word.height / 2 - before.top - before.height / 2) * word.text.length;
  }
  // Level lines also rise and fall a little from word to word, upright ones shift sideways.
  if (Math.abs(right) >= Math.abs(down)) return right < 0 ? 2 : 0;
  return down > 0 ? 1 : 3;
}

function turnWord(word: OcrWord, turn: QuarterTurn, picture: { width: number; height: number }): OcrWord {
  if (turn === 0) return word;
  const { left, top, width, height } = word;
  const rect = intoFrame({ left, top, right: left + width, bottom: top + height }, turn, picture);
  return {
    ...word,
    left: rect.left,
    top: rect.top,
    width: rect.right - rect.left,
    height: rect.bottom - rect.top,
  };
}

function withoutNoise(words: readonly OcrWord[]): OcrWord[] {
  const lines = new Map<number, OcrWord[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line === undefined) lines.set(word.line, [word]);
    else line.push(word);
  }
  return [...lines.values()].flatMap((line) =>
    meanConfidence(line) < lineConfidenceMin
      ? []
      : line.filter((word) => word.confidence >= wordConfidenceMin && word.height > 2),
  );
}

function lettersOf(words: readonly OcrWord[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}

function meanConfidence(words: readonly OcrWord[]): number {
  return scoreOf(words) / Math.max(1, lettersOf(words));
}

function scoreOf(words: readonly OcrWord[]): number {
  return words.reduce((sum, word) => sum + word.confidence * word.text.length, 0);
}
