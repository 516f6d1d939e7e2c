import { median } from '../../median';
import { type Segment } from './segment';
import { type Word } from './word';

const lineNumbersMin = 6;
const lineNumberDigits = /^\d{1,3}$/u;
const numberEdgePoints = 3;
const ascendingShareMin = 0.9;
const proseWordsMin = 4;

/** Numbers that begin lines of running text, one below the other, and count up by one step. */
export function lineNumbersOf(lines: readonly Segment[]): Word[] {
  const numbered = lines.filter(({ words }) => lineNumberDigits.test(words[0]!.text));
  if (numbered.length < lineNumbersMin) return [];
  const firsts = numbered.map(({ words }) => words[0]!);
  const edge = median(firsts.map(({ right }) => right))!;
  const column = firsts.filter(({ right }) => Math.abs(right - edge) <= numberEdgePoints);
  if (column.length < lineNumbersMin) return [];
  const edges = { left: Math.min(...column.map(({ left }) => left)), right: edge + numberEdgePoints };
  const steps = column.slice(1).map((word, index) => Number(word.text) - Number(column[index]!.text));
  const step = median(steps)!;
  const ascending = steps.filter((value) => value === step).length;
  if (step < 1 || ascending < steps.length * ascendingShareMin) return [];
  const counted = new Set(column);
  const isFree = lines.every(({ words }) =>
    words.every((word) => word.right <= edges.left || word.left >= edges.right || counted.has(word)),
  );
  const beside = numbered.map(({ words }) => words.length - 1).filter((count) => count > 0);
  return isFree && beside.length > 0 && median(beside)! >= proseWordsMin ? column : [];
}
