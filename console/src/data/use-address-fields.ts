import { useSearchParams } from 'react-router';

/**
 * Filters of a page, kept in its address, so that they can be shared and stay over a reload. A filter that is
 * not set is empty.
 */
export function useAddressFields<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (changes: Partial<Record<Name, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const fields = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  const change = (changes: Partial<Record<Name, string>>) => {
    const all = Object.entries<string | undefined>({ ...fields, ...changes });
    setParams(
      all.flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, value] as [string, string]],
      ),
      { replace: true, flushSync: true },
    );
  };
  return [fields, change];
}
