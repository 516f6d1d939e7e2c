import { useSearchParams } from 'react-router';

/**
 * Filters of a page, kept in its address, so that they can be shared and stay over a reload. A filter that is
 * not set is empty. Parts of one page may each have their own.
 */
export function useAddressFields<Name extends string>(
  names: readonly Name[],
): [
  fields: Record<Name, string>,
  change: (changes: Partial<Record<Name, string>>) => void,
  changeOf: (name: Name) => (value: string) => void,
] {
  const [params, setParams] = useSearchParams();
  const fields = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const change = (changes: Partial<Record<Name, string>>) => {
    const changed = new URLSearchParams(params);
    for (const [name, value] of Object.entries<string | undefined>(changes))
      if (value === undefined || value === '') changed.delete(name);
      else changed.set(name, value);
    setParams(changed, { replace: true, flushSync: true });
  };
  const changeOf = (name: Name) => (value: string) => {
    change({ [name]: value } as Partial<Record<Name, string>>);
  };
  return [fields, change, changeOf];
}
