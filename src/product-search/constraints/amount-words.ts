import { foldText } from '../words/words';

/** Ends of a range that an amount stands for. */
export type Bound = 'upper' | 'lower';

/** Words before an amount, in the seven languages. */
const BEFORE: Readonly<Record<Bound, string>> = {
  upper:
    'under|below|less than|no more than|not more than|smaller than|shorter than|lighter than|cheaper than|narrower than|' +
    'up to|at most|max\\.?|maximum|within|<=?|≤|' +
    'unter|weniger als|kleiner als|kürzer als|leichter als|billiger als|höchstens|maximal|bis zu|bis|' +
    "moins de|moins cher que|inférieure? à|au plus|au maximum|maximum|jusqu['’]à|" +
    'menos de|por debajo de|inferior a|como máximo|máximo|hasta|a lo sumo|' +
    'meno di|sotto i|sotto|inferiore a|al massimo|massimo|fino a|entro|' +
    'minder dan|onder|hoogstens|maximaal|tot|kleiner dan|lichter dan|abaixo de|no máximo|até',
  lower:
    'over|above|more than|no less than|not less than|bigger than|larger than|longer than|heavier than|taller than|wider than|' +
    'greater than|at least|min\\.?|minimum|starting at|>=?|≥|' +
    'über|mehr als|größer als|länger als|schwerer als|mindestens|ab|' +
    'plus de|supérieure? à|au moins|au minimum|minimum|à partir de|' +
    'más de|por encima de|superior a|al menos|como mínimo|mínimo|por lo menos|desde|' +
    'più di|oltre|sopra i|sopra|superiore a|almeno|minimo|a partire da|' +
    'meer dan|boven|minstens|minimaal|vanaf|groter dan|mais de|acima de|pelo menos|no mínimo|a partir de',
};
/** Words behind an amount. */
const BEHIND: Readonly<Record<Bound, string>> = {
  upper:
    '(?:or|and) (?:less|under|below|smaller|lighter|shorter)|max\\.?|maximum|oder weniger|oder kleiner|ou moins|au maximum|' +
    'maximal|o menos|como máximo|máximo|o meno|al massimo|of minder|ou menos|no máximo',
  lower:
    '\\+|(?:or|and) (?:more|over|above|up|larger|bigger|longer|heavier)|min\\.?|minimum|oder mehr|und mehr|ou plus|et plus|' +
    'au minimum|mindestens|o más|y más|como mínimo|mínimo|o più|e più|of meer|en meer|ou mais|e mais',
};
/** Bounds that also stand before words and model numbers. */
const loose = /^(?:max|min|[<>≤≥])/iu;

const before = {
  upper: new RegExp(`(?<![\\p{L}\\p{N}])(?:${BEFORE.upper})\\s*(?:de |von |of )?$`, 'iu'),
  lower: new RegExp(`(?<![\\p{L}\\p{N}])(?:${BEFORE.lower})\\s*(?:de |von |of )?$`, 'iu'),
};
const behind = {
  upper: new RegExp(`\\s*(?:${BEHIND.upper})(?![\\p{L}\\p{N}])`, 'iuy'),
  lower: new RegExp(`\\s*(?:${BEHIND.lower})(?![\\p{L}\\p{N}])`, 'iuy'),
};
const about =
  /(?<![\p{L}\p{N}])(?:about|around|approx\.?|approximately|roughly|ca\.?|circa|etwa|ungefähr|environ|unos|unas|aproximadamente|cerca de|circa|ongeveer|~|≈)\s*$/iu;
/** Words that English does not have, and currencies behind their amount. */
const continental =
  /(?<![\p{L}\p{N}])(?:unter|über|weniger|mehr|als|mindestens|höchstens|maximal|bis|zwischen|von|ab|etwa|und|für|mit|moins|plus|jusqu|jusqu['’]à|entre|environ|au|et|avec|pour|menos|más|hasta|desde|como|para|con|unos|zoll|pouces?|pulgadas?|litros?|metros?|gramm|pfund|gramos?|mètres?|stunden|heures?|horas?|meno|fino|oltre|almeno|tra|metri|litri|chili|grammi|con|onder|minder|meer|tot|minstens|tussen|voor|met|graden|até|mais|acima|abaixo|pelo|com|quilos?|gramas?|euros)(?![\p{L}\p{N}])|[äöüßñ]|\d\s?€/iu;

/** A bound that is written beside an amount, and the place where its words begin or end. */
export interface ReadBound {
  bound: Bound;
  place: number;
  /** The words may mean something else: `pro max 15`. */
  isLoose: boolean;
}

/** The bound whose words end before a place of a text; null without one. */
export function boundBefore(text: string, at: number): ReadBound | null {
  const head = text.slice(0, at);
  let found: ReadBound | null = null;
  for (const bound of ['upper', 'lower'] as const) {
    const match = before[bound].exec(head);
    // `no less than` ends in `less than`.
    if (match !== null && (found === null || match.index < found.place))
      found = { bound, place: match.index, isLoose: loose.test(match[0]) };
  }
  return found;
}

/** The bound whose words begin at a place of a text; null without one. */
export function boundBehind(text: string, at: number): ReadBound | null {
  for (const bound of ['upper', 'lower'] as const) {
    behind[bound].lastIndex = at;
    const match = behind[bound].exec(text);
    if (match !== null) return { bound, place: at + match[0].length, isLoose: true };
  }
  return null;
}

/** Begin of a word such as `about` before a place; the place itself without one. */
export function beginOfAbout(text: string, at: number): number {
  return about.exec(text.slice(0, at))?.index ?? at;
}

/** Whether a query is written in a language whose decimals have a comma. */
export function isContinental(text: string): boolean {
  return continental.test(text);
}

/** Words for one dimension, in the seven languages. */
const DIMENSIONS: readonly string[] = [
  'width wide breite breit largeur large anchura ancho larghezza largo breedte breed largura',
  'height high tall höhe hoch hauteur haut altura alto altezza hoogte hoog',
  'length long länge lang longueur longitud largo lunghezza lungo lengte comprimento',
  'depth deep tiefe tief profondeur profond profundidad profundo profondità diepte diep profundidade',
  'thickness thick dicke dick épaisseur épais grosor grueso',
  'diameter durchmesser diamètre diámetro',
  'weight heavy gewicht schwer poids lourd peso pesado pesante zwaar',
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
