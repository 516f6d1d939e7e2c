import { type AnsweredBrowse } from '../search/browse-index';
import { type AnsweredTypeahead } from '../search/complete-index';
import { type AnsweredSearch } from '../search/search-index';
import { type ServedIndex } from '../search/served-indexes';
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
