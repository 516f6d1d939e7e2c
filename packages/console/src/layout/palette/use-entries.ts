import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../data/data-provider';
import { isForbidden } from '../../data/refusals';
import { useSettled } from '../../data/use-settled';
import { sections } from '../sections';
import { matchingEntries, type PaletteEntry } from './entry';
import { findById } from './find-by-id';
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

/**
 * Entries for a typed text. Opening reads one page of collections and one of indexes; an id is looked up once
 * it has not changed for a moment. What the key may not see is left out.
 */
export function useEntries(typed: string) {
  const [recent] = useState(readRecentPages);
  const collections = useCollections();
  const indexes = useIndexes();
  const settled = useSettled(typed.trim());
  const known = knownIdIn(settled);
  const sheaf = useSheaf();
  const byId = useQuery({
    queryKey: ['palette', 'id', known?.id],
    queryFn: ({ signal }) => findById({ known: known!, sheaf, collections: collections.data ?? [], signal }),
    enabled: known !== null && !collections.isPending,
    retry: false,
  });
  const entries = matchingEntries(
    [
      ...(known === null ? [] : (byId.data ?? [])),
      ...recent,
      ...pages,
      ...(collections.data ?? []).map(({ collection_name: name }): PaletteEntry => ({
        to: `/collections/${encodeURIComponent(name)}`,
        name,
        group: 'Collections',
      })),
      ...(indexes.data ?? []).map((name): PaletteEntry => ({
        to: `/products/indexes/${encodeURIComponent(name)}`,
        name,
        group: 'Product indexes',
      })),
    ],
    typed.trim(),
  );
  return {
    entries,
    /** Whether an answer may add entries. */
    isReading: collections.isFetching || indexes.isFetching || byId.isFetching || settled !== typed.trim(),
    /** An id that leads nowhere; null otherwise. */
    unknownId: known !== null && byId.data?.length === 0 ? known : null,
    error: byId.error ?? collections.error ?? indexes.error,
  };
}

function useCollections() {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['palette', 'collections'],
    queryFn: ({ signal }) =>
      orNothing(async () => {
        const query = { limit: listMax.collections };
        return (await sheaf.get('/v2/collections', { params: { query }, signal })).collections;
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
        return (await sheaf.get('/v1/indexes', { params: { query }, signal })).indexes.map(
          ({ name }) => name,
        );
      }),
    staleTime: staleMs,
  });
}

/** A list, empty for a key that may not read it. */
async function orNothing<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  try {
    return await read();
  } catch (error) {
    if (isForbidden(error)) return [];
    throw error;
  }
}
