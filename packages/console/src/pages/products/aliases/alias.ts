import { useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';

/** A second name of an index as the API answers it. */
export type Alias = components['schemas']['ProductAlias'];

export const aliasesKey = ['product-aliases'] as const;

/** Has what shows aliases read again: the list of them, and indexes. */
export function useAliasesChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: aliasesKey });
    await queries.invalidateQueries({ queryKey: ['product-indexes'] });
    await queries.invalidateQueries({ queryKey: ['product-index'] });
  };
}
