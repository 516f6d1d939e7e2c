import { type Sort } from '../../parts/table';
import { type Collection } from './collection-columns';

const names = new Intl.Collator(undefined, { numeric: true });

type Compare = (a: Collection, b: Collection) => number;
const byName: Compare = (a, b) => names.compare(a.collection_name, b.collection_name);
/** Comparisons by the name of the column. */
const comparisons: Readonly<Record<string, Compare>> = {
  Collection: byName,
  Documents: (a, b) => a.document_count - b.document_count,
  Created: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at),
};

/** The collections whose name has the text, in order; those that are equal by name. */
export function foundCollections(
  collections: readonly Collection[],
  text: string,
  { by, isDescending }: Sort,
): Collection[] {
  const sought = text.trim().toLowerCase();
  const compare = comparisons[by] ?? byName;
  return collections
    .filter((collection) => collection.collection_name.toLowerCase().includes(sought))
    .toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)) || byName(a, b));
}
