import { splitsOf } from './split-word';
import { visitTypos } from './typo-distance';
import { anyField, tokenFields } from '../../domain/products/token-fields';
import { placeOf, placesOfBeginning, placesOfEnding, tokenAt, type WordList } from './word-list';

/** A word of a query, with the ways in which records may have it. */
export interface WantedWord {
  token: string;
  /** Second spellings, which count as the word itself: `moebel` of `möbel`. */
  alike: readonly string[];
  /** The one of these that has letters which the token lacks: `roed` of `rød`; null without. */
  digraphs: string | null;
  /** Tokens that the word gives together with one or two words beside it: `wifi` of `wi` and `fi`. */
  joined: readonly string[];
  /** Forms that records may write as two or three words. */
  splitForms: readonly string[];
  /** Forms that words of records may differ from, with the typos of each, 1 or 2. */
  typoForms: readonly { form: string; typosMax: number }[];
  /** The word is found by words that begin with it, since more of it may be to come. */
  isPrefix: boolean;
  /** The word is found by longer words that begin or end with it, such as compounds. */
  isPart: boolean;
}

/** Tokens by the fields that a search names them for. */
export interface NamedTokens {
  /** Fields that typos reach. */
  tolerant: Set<string>;
  exact: Set<string>;
}

/** Tokens by the upper tiers whose fields have them. */
export interface TierTokens {
  /** Primary fields. */
  t1: Set<string>;
  /** Primary and secondary fields. */
  t2: Set<string>;
}

/** The tokens of a build by which a word of a query is found, by level. */
export interface WordForms {
  /** The word as it is written, and joined with its neighbours. */
  whole: NamedTokens;
  /** The word without the dots, rings and strokes that it has: `rod` of `rød`. */
  bare: NamedTokens;
  /** Two or three tokens beside each other in a field. */
  splits: string[][];
  /** Longer words that begin with the word, or end with it. */
  longer: NamedTokens;
  /** Texts that stand for all tokens that begin with them, where these are too many to name. */
  beginnings: string[];
  oneTypo: string[];
  twoTypos: string[];
  /** Tokens of all levels by their tiers. */
  tiers: TierTokens;
  /** Records may have the word in another way than as it is written or begun. */
  hasAlike: boolean;
}

/** More beginnings are not named one by one: the search engine then looks for the text that begins them. */
const namedBeginningsMax = 256;

/**
 * Resolves a word to the tokens that records have. No level is cut by a number of tokens: words of hidden
 * records would push others out. A word that no list has is named as it is written, for all fields.
 *
 * @param lists of the tokens of a build; a token may be in several
 */
export function resolveWord(lists: readonly WordList[], word: WantedWord): WordForms {
  const { token, alike, digraphs, joined, splitForms, isPrefix, isPart } = word;
  const spellings = [token, ...alike];
  const tiers: TierTokens = { t1: new Set(), t2: new Set() };
  const whole = namedTokens(tiers);
  const bare = namedTokens(tiers);
  for (const spelling of spellings) {
    const named = digraphs === null || spelling === digraphs ? whole : bare;
    if (!addListed(named, lists, spelling)) addTo(named, spelling, anyField);
  }
  let joins = 0;
  for (const other of joined) if (!spellings.includes(other) && addListed(whole, lists, other)) joins++;
  const splits = splitForms.flatMap((form) => splitsOf(lists, form));
  const longer = namedTokens(tiers);
  const typos = typosOf(lists, word, tiers);
  if (isPart) for (const spelling of spellings) addParts(longer, lists, spelling);
  // A longer word that a typo explains is no compound: `wireless` of `wireles`.
  for (const other of typos.keys()) longer.tolerant.delete(other);
  const beginnings = isPrefix ? spellings.filter((text) => !addBeginnings(longer, lists, text)) : [];
  for (const spelling of spellings)
    for (const named of [longer.tolerant, longer.exact]) named.delete(spelling);
  const having = (count: number) => [...typos].flatMap(([other, typo]) => (typo === count ? [other] : []));
  const [oneTypo, twoTypos] = [having(1), having(2)];
  const hasParts = isPart && longer.tolerant.size + longer.exact.size > 0;
  return {
    whole,
    bare,
    splits,
    longer,
    beginnings,
    oneTypo,
    twoTypos,
    tiers,
    hasAlike: hasParts || joins + splits.length + typos.size > 0,
  };
}

/** Tokens in the making, whose tiers are noted beside those of other levels. */
interface NamedDraft extends NamedTokens {
  tiers: TierTokens;
}

const namedTokens = (tiers: TierTokens): NamedDraft => ({ tolerant: new Set(), exact: new Set(), tiers });

function addTo({ tolerant, exact, tiers }: NamedDraft, token: string, fields: number): void {
  if ((fields & tokenFields.tolerant) !== 0) tolerant.add(token);
  if ((fields & tokenFields.exact) !== 0) exact.add(token);
  noteTiers(tiers, token, fields);
}

function noteTiers({ t1, t2 }: TierTokens, token: string, fields: number): void {
  if ((fields & tokenFields.primary) !== 0) t1.add(token);
  if ((fields & (tokenFields.primary | tokenFields.secondary)) !== 0) t2.add(token);
}

/** Whether the lists have a token for all of these fields. */
export function isListed(lists: readonly WordList[], token: string, fields: number): boolean {
  let missing = fields;
  for (const list of lists) {
    const place = placeOf(list, token);
    if (place !== -1) missing &= ~list.fields[place]!;
  }
  return missing === 0;
}

/** Adds a token that a list has. False where none has it. */
function addListed(named: NamedDraft, lists: readonly WordList[], token: string): boolean {
  let isFound = false;
  for (const list of lists) {
    const place = placeOf(list, token);
    if (place === -1) continue;
    addTo(named, token, list.fields[place]!);
    isFound = true;
  }
  return isFound;
}

/** Adds the longer tokens that begin with a text. False where they are too many to name. */
function addBeginnings(named: NamedDraft, lists: readonly WordList[], text: string): boolean {
  const ranges = lists.map((list) => placesOfBeginning(list, text));
  const count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  if (count > namedBeginningsMax) return false;
  for (const [n, list] of lists.entries()) {
    const [from, to] = ranges[n]!;
    for (let place = from; place < to; place++) {
      const token = tokenAt(list, place);
      if (token !== text) addTo(named, token, list.fields[place]!);
    }
  }
  return true;
}

/** Letters before the last part of a compound: `dolive` is none of `olive`. */
const firstPartUnitsMin = 2;

/** Which part of a longer word a text is; null where it is none. */
export function partOf(text: string, word: string): 'beginning' | 'ending' | null {
  if (word.length > text.length && word.startsWith(text)) return 'beginning';
  return word.length >= text.length + firstPartUnitsMin && word.endsWith(text) ? 'ending' : null;
}

/** Adds the longer tokens that begin or end with a text. */
function addParts(named: NamedDraft, lists: readonly WordList[], text: string): void {
  for (const list of lists) {
    const [from, to] = placesOfBeginning(list, text);
    const places = Array.from({ length: to - from }, (_, n) => from + n);
    for (const place of [...places, ...placesOfEnding(list, text)]) {
      const token = tokenAt(list, place);
      if (partOf(text, token) !== null) addTo(named, token, list.fields[place]!);
    }
  }
}

/** Tokens within the typos of a word, in fields that typos reach, with the fewest typos of each. */
function typosOf(
  lists: readonly WordList[],
  { token, alike, typoForms }: WantedWord,
  tiers: TierTokens,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const list of lists)
    for (const { form, typosMax } of typoForms) {
      const add = (place: number, typos: number) => {
        if ((list.fields[place]! & tokenFields.tolerant) === 0) return;
        const other = tokenAt(list, place);
        if (other === token || alike.includes(other)) return;
        found.set(other, Math.min(typos, found.get(other) ?? typos));
        noteTiers(tiers, other, list.fields[place]!);
      };
      visitTypos(list, form, typosMax, add);
      // The form as it is written may be the very token of a record: a typo that looks like a plural.
      const place = form === token ? -1 : placeOf(list, form);
      if (place !== -1) add(place, 1);
    }
  return found;
}
