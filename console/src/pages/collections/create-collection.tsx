import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SheafError } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { fieldProblems, problemsAt } from '../../parts/field-problems';
import { collectionPath } from './collection-path';

/** A button with the form for a new collection. */
export function CreateCollection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="primary"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Create a collection
      </button>
      {isOpen && (
        <CreateDialog
          close={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

function CreateDialog({ close }: { close: () => void }) {
  const sheaf = useSheaf();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const creation = useMutation({
    async mutationFn() {
      const made = await sheaf.put('/v2/collections/{collection_name}', {
        params: { path: { collection_name: name } },
        body: { description: description === '' ? null : description, metadata: null },
      });
      if (!made.created) throw new Error(`There is a collection named ${name} already.`);
      await queries.invalidateQueries({ queryKey: ['collections'] });
      await navigate(collectionPath(name));
    },
  });
  const problems = fieldProblems(creation.error);
  const nameProblems = problemsOfName(creation.error);
  return (
    <Dialog title="Create a collection" onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <Field label="Name" hint="3 to 63 letters, digits, hyphens and underscores." problems={nameProblems}>
          {(control) => (
            <input
              {...control}
              required
              value={name}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="Description" problems={problemsAt(problems, 'description')}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              value={description}
              onChange={(event) => {
                setDescription(event.target.value);
              }}
            />
          )}
        </Field>
        {creation.error !== null && problems.length + nameProblems.length === 0 && (
          <CreateFault error={creation.error} />
        )}
        <div className="actions">
          <button type="button" onClick={close}>
            Back
          </button>
          <button type="submit" className="primary" disabled={creation.isPending}>
            Create
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const CreateFault = ({ error }: { error: Error }) =>
  error.name === 'Error' ? (
    <p role="alert" className="problem">
      {error.message}
    </p>
  ) : (
    <Fault error={error} />
  );

/** What is wrong with the name, which is part of the address and not of the body. */
function problemsOfName(error: unknown): string[] {
  if (!(error instanceof SheafError) || !Array.isArray(error.details)) return [];
  const faults = error.details as readonly { loc?: readonly string[]; msg?: string }[];
  return faults.flatMap(({ loc, msg }) =>
    loc?.at(-1) === 'collection_name' && msg !== undefined ? [msg] : [],
  );
}
