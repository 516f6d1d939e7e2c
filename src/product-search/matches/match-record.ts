import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { isTypoTolerant } from '../schema/tier';
import { queryCodes } from '../search/query-codes';
import { type QueryText } from '../search/query-text';
import { scalarText, valuesOf } from '../values/column-value';
import { membersAt } from '../values/members-at';
import { foldCode, wordsOf } from '../words/words';
import { createWordMatcher, type WordMatch } from './match-words';

/** A value of a field, as text, with the places that have words of the query. */
export interface MatchedValue {
  text: string;
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
  /** Words of the query that the record has, those of constraints left out. */
  words: number;
  /** Typos of the best match of each word, together. */
  typos: number;
}

/** Creates the function that tells by which fields a record is found. @param text of the query */
export function createRecordMatcher(
  { fields }: Pick<FieldTable, 'fields'>,
  text: QueryText,
): (record: object) => RecordMatch {
  const searched = fields.filter(({ searchable, type }) => searchable && type !== 'children');
  const matchWords = createWordMatcher(text);
  const codes = new Set([...queryCodes(text.text).values()].flat());

  function matchField(record: object, row: FieldRow): MatchedField | null {
    const texts = membersAt(record, row.path).flatMap((member) =>
      valuesOf(row.type, member).flatMap((value) => searchedText(row, value) ?? []),
    );
    if (texts.length === 0) return null;
    const tolerant = isTypoTolerant(row.type);
    const values = texts.map((value) => ({ text: value, matches: matchWords(wordsOf(value), tolerant) }));
    const isCode = (value: string) => row.type === 'identifier' && codes.has(foldCode(value));
    const identifier = texts.find(isCode) ?? null;
    if (identifier === null && values.every(({ matches }) => matches.length === 0)) return null;
    return { row, name: fieldName(row.path), values, identifier };
  }

  return (record) => {
    const matched = searched.flatMap((row) => matchField(record, row) ?? []);
    const typos = bestTypos(matched, text.words.length);
    return {
      fields: matched,
      isIdentifier: matched.some(({ identifier }) => identifier !== null),
      words: typos.size,
      typos: [...typos.values()].reduce((sum, count) => sum + count, 0),
    };
  };
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

/** Text of a value that searches find; a yes is found by the name of its field. */
function searchedText({ type, path }: FieldRow, value: unknown): string | null {
  if (type !== 'bool') return scalarText(value);
  return value === true ? path.at(-1)! : null;
}
