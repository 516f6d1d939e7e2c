import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { formatThings } from '../../parts/format';
import { type Collection } from './collection-columns';

type Environment = components['schemas']['ChangeEnvironmentRequest']['new_environment'];

const environments: readonly Environment[] = ['development', 'staging', 'production'];

/** Button that moves a collection to another environment, where this key cannot see it. */
export function MoveCollection({ collection }: { collection: Collection }) {
  const { collection_name: name, document_count: count, environment } = collection;
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fieldId = useId();
  const others = environments.filter((other) => other !== environment);
  const [chosen, setChosen] = useState<Environment | undefined>(others[0]);
  if (chosen === undefined) return null;
  return (
    <Confirm
      label="Move"
      title={`Move ${name} to another environment?`}
      confirmLabel={`Move collection ${name} to ${chosen}`}
      name={name}
      consequence={
        <>
          <p>
            <label htmlFor={fieldId}>New environment</label>{' '}
            <select
              id={fieldId}
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value as Environment);
              }}
            >
              {others.map((other) => (
                <option key={other}>{other}</option>
              ))}
            </select>
          </p>
          <p>
            The collection takes {formatThings(count, 'document')} along; nothing is indexed again. Keys of{' '}
            {environment}, this one among them, no longer see the collection. Running jobs have to end first.
            Syncs stay behind and are paused.
          </p>
        </>
      }
      act={async () => {
        await sheaf.patch('/v2/collections/{collection_name}/environment', {
          params: { path: { collection_name: name } },
          body: { new_environment: chosen },
        });
        await navigate('/collections');
        await queries.invalidateQueries({ queryKey: ['collections'] });
      }}
    />
  );
}
