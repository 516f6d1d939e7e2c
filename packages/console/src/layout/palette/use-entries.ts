import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../data/data-provider';
import { isForbidden } from '../../data/refusals';
import { useSettled } from '../../data/use-settled';
import { sections } from '../sections';
import { collectionEntry, indexEntry, matchingEntries, type PaletteEntry } from './entry';
import { findById } from './find-by-id';
import { findByName, isName } from './find-by-name';
import { knownIdIn } from './known-id';
import { readRecentPages } from './recent-pages';

/** Entries of a list that one request reads. */
const listMax = { collections: 1_000, indexes: 100 };
/** Time for which the lists are good enough. */
const staleMs = 60_000;

const pages: readonly PaletteEntry[] = sections.flatMap(({ heading, entries }) =>
  entries.map(({ path, name }) => ({
    to: path,
    name: heading === 'Products' ? `Product ${name.toLowerCase()}` : name,
    group: 'Pages' as const,
  })),
);

/** The first page of a list. */
interface FirstPage<Row> {
  rows: readonly Row[];
  /** Whether the list has further pages. */
  isPartial: boolean;
}

/**
 * Entries for a typed text. Opening reads one page of collections and one of indexes; an id, and a name that a
 * partial list may lack, is looked up once it has not changed for a moment. What the key may not see is left
 * out.
 */
export function useEntries(typed: string) {
  const [recent] = useState(readRecentPages);
  const collections = useCollections();
  const indexes = useIndexes();
  const settled = useSettled(typed.trim());
  const known = knownIdIn(settled);
  const sheaf = useSheaf();
  const isListed = !collections.isPending && !indexes.isPending;
  const byId = useQuery({
    queryKey: ['palette', 'id', known?.id],
    queryFn: ({ signal }) =>
      findById({ known: known!, sheaf, collections: collections.data?.rows ?? [], signal }),
    enabled: known !== null && isListed,
    retry: false,
  });
  const partial = {
    collections: collections.data?.isPartial === true,
    indexes: indexes.data?.isPartial === true,
  };
  const byName = useQuery({
    queryKey: ['palette', 'name', settled],
    queryFn: ({ signal }) => findByName(settled, partial, { sheaf, signal }),
    enabled: known === null && isListed && isName(settled) && (partial.collections || partial.indexes),
    retry: false,
  });
  const entries = matchingEntries(
    [
      ...(known === null ? [] : (byId.data ?? [])),
      ...recent,
      ...pages,
      ...(collections.data?.rows ?? []).map(({ collection_name: name }) => collectionEntry(name)),
      ...(indexes.data?.rows ?? []).map((name) => indexEntry(name)),
      ...(byName.data ?? []),
    ],
    typed.trim(),
  );
  const reads = [collections, indexes, byId, byName];
  return {
    entries,
    /** Whether an answer may add entries. */
    isReading: reads.some(({ isFetching }) => isFetching) || settled !== typed.trim(),
    /** An id that leads nowhere; null otherwise. */
    unknownId: known !== null && byId.data?.length === 0 ? known : null,
    error: reads.map(({ error }) => error).find((error) => error !== null) ?? null,
  };
}

function useCollections() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['palette', 'collections'],
    queryFn: ({ signal }) =>
      orNothing(async () => {
        const query = { limit: listMax.collections };
        const { collections, total_count: total } = await sheaf.get('/v2/collections', {
          params: { query },
          signal,
        });
        return { rows: collections, isPartial: total > collections.length };
      }),
    staleTime: staleMs,
  });
}

function useIndexes() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['palette', 'indexes'],
    queryFn: ({ signal }) =>
      orNothing(async () => {
        const query = { limit: listMax.indexes };
        const { indexes, next_cursor: next } = await sheaf.get('/v1/indexes', { params: { query }, signal });
        return { rows: indexes.map(({ name }) => name), isPartial: next !== null };
      }),
    staleTime: staleMs,
  });
}

/** A page of a list, empty for a key that may not read it. */
async function orNothing<Row>(read: () => Promise<FirstPage<Row>>): Promise<FirstPage<Row>> {
  try {
    return await read();
  } catch (error) {
    if (isForbidden(error)) return { rows: [], isPartial: false };
    throw error;
  }
}
