import { foldText } from '../words/words';

/** Words for one dimension, in English, German, French and Spanish. */
const DIMENSIONS: readonly string[] = [
  'width wide breite breit largeur large anchura ancho',
  'height high tall höhe hoch hauteur haut altura alto',
  'length long länge lang longueur longitud largo',
  'depth deep tiefe tief profondeur profond profundidad profundo',
  'thickness thick dicke dick épaisseur épais grosor grueso',
  'diameter durchmesser diamètre diámetro',
  'weight heavy gewicht schwer poids lourd peso pesado',
  'capacity fassungsvermögen capacité capacidad',
];

const groups = new Map<string, readonly string[]>();
for (const words of DIMENSIONS) {
  const group = foldText(words).split(' ');
  for (const word of group) groups.set(word, group);
}

const wordBefore = /(?<!\p{L})(\p{L}+)(?:\s?[:=]| (?:of|is|von|de|du|del))?\s?$/u;
const wordBehind = /^(?: in| de| of| im)?[ -](\p{L}+)/u;

/** A word beside an amount. */
export interface NeighbourWord {
  /** Words of names of fields that it may mean, without case and accents. */
  means: readonly string[];
  /** It names a dimension, so that it belongs to the amount: `2 ft wide`. */
  isDimension: boolean;
  /** Place of the word with what joins it to the amount. */
  start: number;
  end: number;
}

/** The words before and behind a part of a text, which may tell what it measures; null where none stands. */
export function neighbourWords(
  text: string,
  { start, end }: { start: number; end: number },
): { before: NeighbourWord | null; behind: NeighbourWord | null } {
  const before = wordBefore.exec(text.slice(0, start));
  const behind = wordBehind.exec(text.slice(end));
  return {
    before: before === null ? null : neighbour(before[1]!, before.index, start),
    behind: behind === null ? null : neighbour(behind[1]!, end, end + behind[0].length),
  };
}

/** Words of the name of a field, without case and accents. */
export function nameWords(name: string): string[] {
  return foldText(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).match(/\p{L}+/gu) ?? [];
}

function neighbour(word: string, start: number, end: number): NeighbourWord {
  const folded = foldText(word);
  const group = groups.get(folded);
  return { means: group ?? [folded], isDimension: group !== undefined, start, end };
}
