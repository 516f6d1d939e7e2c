import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSheaf } from '../../data/data-provider';
import { Field } from '../field';

const suggestionsMax = 200;

/** Field for the name of a collection, with those of the key as suggestions. */
export function CollectionField(props: {
  value: string;
  onChange: (name: string) => void;
  required?: boolean;
  problem?: string | undefined;
}) {
  const { value, onChange, required = false, problem } = props;
  const sheaf = useSheaf();
  const listId = useId();
  const collections = useQuery({
    queryKey: ['collections', 'names'],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/collections', { params: { query: { limit: suggestionsMax } }, signal }),
  });
  return (
    <Field label="Collection" problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            list={listId}
            required={required}
            autoComplete="off"
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          />
          <datalist id={listId}>
            {collections.data?.collections.map(({ collection_name: name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
