import { type Segment, segmentOf } from './segment';
import { type Word } from './word';

/** Joins words into lines in the order of the file; a new line begins where the baseline changes. */
export function linesInOrder(words: readonly Word[]): Segment[] {
  const lines: Word[][] = [];
  for (const word of [...words].sort((a, b) => a.order - b.order)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const apart =
      last === undefined ||
      Math.abs(last.baseline - word.baseline) > Math.max(last.size, word.size) * 0.6 ||
      Math.abs(word.left - last.right) > Math.max(last.size, word.size) * 20;
    if (apart) lines.push([word]);
    else line!.push(word);
  }
  return lines.map((line) => segmentOf(line.sort((a, b) => a.left - b.left)));
}
