import { type AnsweredBrowse } from '../../../src/services/products/search/browse';
import { type AnsweredTypeahead } from '../../../src/services/products/search/complete';
import { type AnsweredSearch } from '../../../src/services/products/search/search';
import { type ServedIndex } from '../../../src/services/products/search/serve';
import { auditedIndex } from '../../../src/services/products/audit/find-index';
import { type ReadNote } from './read-note';

/** Records of an answer. */
export type FoundRecords = Pick<ReadNote, 'total' | 'returnedIds'>;

const noRecords: FoundRecords = { total: null, returnedIds: [] };

/** Note of an answer: the index under the name that was asked, with the rule of the one that has served. */
export function readNote({ row, asked, target }: ServedIndex, found: FoundRecords = noRecords): ReadNote {
  return { index: auditedIndex(row, asked, target.settings), ...found };
}

/** Hits, and the other members of their groups. */
export function foundBySearch({ found, described }: AnsweredSearch): FoundRecords {
  const ids = described.hits.flatMap(({ id, group }) => [
    id,
    ...(group?.others.map((record) => record.id) ?? []),
  ]);
  return { total: found.total, returnedIds: [...new Set(ids)] };
}

export function foundByBrowse({ found }: AnsweredBrowse): FoundRecords {
  return { total: found.total, returnedIds: found.records.map(({ id }) => id) };
}

export function foundByTypeahead({ hits }: AnsweredTypeahead): FoundRecords {
  return { total: null, returnedIds: hits.map(({ id }) => id) };
}
