import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { isRowNumber, rowCode } from '../schema/row-number';
import { isTypoTolerant } from '../schema/tier';
import { queryCodes } from '../search/query-codes';
import { type ResolvedText } from '../search/query-text';
import { fieldValues, searchedText } from '../values/column-value';
import { membersAt } from '../values/members-at';
import { foldCode } from '../words/words';
import { createWordMatcher, type WordMatch } from './match-words';

/** A value of a field, as text, with the places that have words of the query. */
export interface MatchedValue {
  text: string;
  /** The value continues after the text. */
  isCut: boolean;
  matches: WordMatch[];
}

/** A field of a record that has words of the query, or an identifier that it holds. */
export interface MatchedField {
  row: FieldRow;
  /** Names down to the field, joined by dots. */
  name: string;
  /** Every value of the field. */
  values: MatchedValue[];
  /** The value that is an identifier and part of the query; null when there is none. */
  identifier: string | null;
}

/** Fields of a record that a query finds. */
export interface RecordMatch {
  fields: MatchedField[];
  /** An identifier of the record is part of the query. */
  isIdentifier: boolean;
  /** Demanded words of the query that the record has, those of constraints left out. */
  words: number;
  /** Stop words beside them that it has. */
  stopWords: number;
  /** Typos of the best match of each word, together. */
  typos: number;
  /** Searched text of the record was left out. */
  isCut: boolean;
}

/** Searched text of a record that is looked at, in the order of its fields, and places that are found. */
export interface MatchShare {
  chars: number;
  places: number;
}

/** Bounds of all records that are looked at for one answer. */
const charsMax = 2 * 1024 * 1024;
const placesMax = 100_000;

/** The share that each of so many records has. */
export function shareOf(records: number): MatchShare {
  const among = Math.max(1, records);
  return { chars: Math.floor(charsMax / among), places: Math.floor(placesMax / among) };
}

/** Creates the function that tells by which fields a record is found. @param text of the query */
export function createRecordMatcher(
  { fields }: Pick<FieldTable, 'fields'>,
  text: ResolvedText,
  share: MatchShare,
): (record: object) => RecordMatch {
  const searched = fields.filter(({ searchable, type }) => searchable && type !== 'children');
  const matchWords = createWordMatcher(text);
  const codes = new Set(queryCodes(text.text).map(({ code }) => code));

  function matchField(record: object, row: FieldRow, left: LeftShare): MatchedField | null {
    const texts = searchedTexts(record, row);
    if (texts.length === 0) return null;
    const tolerant = isTypoTolerant(row.type);
    const values = texts.map((whole) => {
      const { text: value, isCut } = takeText(left, whole);
      return {
        text: value,
        isCut,
        matches: takePlaces(left, matchWords(value, tolerant, left.places + 1)),
      };
    });
    const isCode = (value: string) =>
      row.type === 'identifier' &&
      codes.has(isRowNumber(row, value) ? rowCode(foldCode(value)) : foldCode(value));
    const identifier = texts.find(isCode) ?? null;
    if (identifier === null && values.every(({ matches }) => matches.length === 0)) return null;
    return { row, name: fieldName(row.path), values, identifier };
  }

  return (record) => {
    const left: LeftShare = { ...share, isSpent: false };
    const matched: MatchedField[] = [];
    for (const row of searched) {
      const field = matchField(record, row, left);
      if (field !== null) matched.push(field);
    }
    const typos = bestTypos(matched, text.words.length);
    const stopWords = [...typos.keys()].filter((place) => text.words[place]!.isStopWord).length;
    return {
      fields: matched,
      isIdentifier: matched.some(({ identifier }) => identifier !== null),
      words: typos.size - stopWords,
      stopWords,
      typos: [...typos.values()].reduce((sum, count) => sum + count, 0),
      isCut: left.isSpent,
    };
  };
}

/** What is left of the share of a record. */
interface LeftShare extends MatchShare {
  /** Text or places were left out. */
  isSpent: boolean;
}

function takeText(left: LeftShare, value: string): Pick<MatchedValue, 'text' | 'isCut'> {
  const isCut = value.length > left.chars;
  const text = isCut ? value.slice(0, left.chars) : value;
  left.chars -= text.length;
  left.isSpent ||= isCut;
  return { text, isCut };
}

function takePlaces(left: LeftShare, matches: WordMatch[]): WordMatch[] {
  const taken = matches.length <= left.places ? matches : matches.slice(0, left.places);
  left.places -= taken.length;
  left.isSpent ||= taken.length < matches.length;
  return taken;
}

/** The fewest typos with which a record has each of the first words of a query, as far as it has them. */
function bestTypos(fields: readonly MatchedField[], words: number): Map<number, number> {
  const best = new Map<number, number>();
  for (const { values } of fields)
    for (const { matches } of values)
      for (const { word, typos } of matches)
        if (word < words) best.set(word, Math.min(typos, best.get(word) ?? typos));
  return best;
}

/** Texts of a field of a record that searches find. */
function searchedTexts(record: object, row: FieldRow): string[] {
  const texts: string[] = [];
  for (const member of membersAt(record, row.path))
    for (const value of fieldValues(row, member)) {
      const text = matchedText(row, value);
      if (text !== null) texts.push(text);
    }
  return texts;
}

/** Text of a value that searches find; a yes is found by the name of its field. */
function matchedText(row: FieldRow, value: unknown): string | null {
  if (row.type !== 'bool') return searchedText(row, value);
  return value === true ? row.path.at(-1)! : null;
}
