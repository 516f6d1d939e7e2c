import { useSearchParams } from 'react-router';

/**
 * Filters of a page, kept in its address, so that they survive a reload and can be shared. An unset filter is
 * empty. A prefix separates the filters of several parts of one page.
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
