import { useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';

export type Alias = components['schemas']['ProductAlias'];

export const aliasesKey = ['product-aliases'] as const;

/** A function that refetches the list of aliases and the indexes, which name their aliases. */
export function useAliasesChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: aliasesKey });
    await queries.invalidateQueries({ queryKey: ['product-indexes'] });
    await queries.invalidateQueries({ queryKey: ['product-index'] });
  };
}
