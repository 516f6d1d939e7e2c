import { type QueryWarning } from '../../domain/documents/query';
import { type ValueType } from '../filter';

/** Characters of an id in a message; ids in rules may be any text. */
const idCharsMax = 80;
/** Most ids that a message names. */
const idsShownMax = 3;

const inWords: Record<ValueType, { one: string; many: string }> = {
  string: { one: 'a text', many: 'texts' },
  number: { one: 'a number', many: 'numbers' },
  boolean: { one: 'true or false', many: 'true or false' },
};

/** The warning about a key of a filter that no document and no chunk has. */
export const filterKeyUnknown = (key: string): QueryWarning => ({
  code: 'FILTER_KEY_UNKNOWN',
  message: `The filter names the key '${key}', which nothing in the collection has.`,
});

/**
 * The warning about a value in a filter whose type the key never has.
 *
 * @param types types of the key in the collection, at least one
 */
export const filterTypeMismatch = (
  key: string,
  asked: ValueType,
  types: ReadonlySet<ValueType>,
): QueryWarning => ({
  code: 'FILTER_TYPE_MISMATCH',
  message: `The filter compares '${key}' with ${mismatch(asked, types)}`,
});

/** The warning about a boost rule on a key that no document and no chunk has. */
export const ruleKeyUnknown = (rule: number, key: string): QueryWarning => ({
  code: 'BOOST_FIELD_UNKNOWN',
  message: `Boost rule ${rule} names the key '${key}', which nothing in the collection has.`,
});

/** The warning about a value in a boost rule whose type the field never has. */
export const ruleTypeMismatch = (
  rule: number,
  field: string,
  asked: ValueType,
  types: ReadonlySet<ValueType>,
): QueryWarning => ({
  code: 'BOOST_TYPE_MISMATCH',
  message: `Boost rule ${rule} compares '${field}' with ${mismatch(asked, types)}`,
});

/** The warning about a boost rule with ids of chunks that the collection does not show. */
export const chunksUnknown = (rule: number, ids: readonly string[]): QueryWarning => ({
  code: 'BOOST_CHUNK_UNKNOWN',
  message: `Boost rule ${rule} names ${counted(ids, 'chunk')} that the collection does not have: ${shown(ids)}.`,
});

/** The warning about a boost rule with ids of documents without visible chunks. */
export const documentsUnknown = (rule: number, ids: readonly string[]): QueryWarning => ({
  code: 'BOOST_DOCUMENT_UNKNOWN',
  message: `Boost rule ${rule} names ${counted(ids, 'document')} of which the collection has no chunk: ${shown(ids)}.`,
});

function mismatch(asked: ValueType, types: ReadonlySet<ValueType>): string {
  const found = [...types].map((type) => inWords[type].many).join(' and ');
  return `${inWords[asked].one}, where the collection has ${found}: values of different types never match.`;
}

const counted = (ids: readonly string[], noun: string): string =>
  `${ids.length} ${noun}${ids.length === 1 ? '' : 's'}`;

function shown(ids: readonly string[]): string {
  const first = ids
    .slice(0, idsShownMax)
    .map((id) => (id.length > idCharsMax ? `${id.slice(0, idCharsMax)}…` : id));
  return first.join(', ') + (ids.length > idsShownMax ? ', …' : '');
}
