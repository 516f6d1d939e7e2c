import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Dialog } from '../../parts/dialog';
import { DialogButton } from '../../parts/dialog-button';
import { Fault } from '../../parts/fault';
import { Field } from '../../parts/field';
import { FormActions } from '../../parts/form-actions';
import { fieldFaultsOf, problemAt } from '../../parts/field-faults';
import { formatCount, formatThings } from '../../parts/format';
import { collectionPath } from './collection-path';

/** Button that copies a collection and shows the numbers of copied objects. */
export function CopyCollection({ name, documentCount }: { name: string; documentCount: number }) {
  return (
    <DialogButton label="Copy">
      {(close) => <CopyDialog name={name} documentCount={documentCount} close={close} />}
    </DialogButton>
  );
}

function CopyDialog(props: { name: string; documentCount: number; close: () => void }) {
  const { name, documentCount, close } = props;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [target, setTarget] = useState(`${name}-copy`);
  const [withGraph, setWithGraph] = useState(true);
  const copying = useMutation({
    async mutationFn() {
      const copy = await sheaf.post('/v2/collections/{collection_name}/copy', {
        params: { path: { collection_name: name } },
        body: { target_name: target, include_graph: withGraph },
      });
      await queries.invalidateQueries({ queryKey: ['collections'] });
      return copy;
    },
  });
  const faults = fieldFaultsOf(copying.error);
  const { data: copy } = copying;
  if (copy !== undefined) return <CopyDone copy={copy} close={close} />;
  return (
    <Dialog title={`Copy ${name}`} onClose={close}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          copying.mutate();
        }}
      >
        <p>
          A collection with the same {formatThings(documentCount, 'document')} is made in the same
          environment. From then on neither sees what is done to the other.
        </p>
        <Field label="Name of the copy" problem={problemAt(faults, 'target_name')}>
          {(control) => (
            <input
              {...control}
              required
              value={target}
              onChange={(event) => {
                setTarget(event.target.value);
              }}
            />
          )}
        </Field>
        <label>
          <input
            type="checkbox"
            checked={withGraph}
            onChange={(event) => {
              setWithGraph(event.target.checked);
            }}
          />{' '}
          With relations between chunks and metadata of chunks
        </label>
        {copying.error !== null && faults.size === 0 && <Fault error={copying.error} />}
        <FormActions sendLabel="Copy" isSending={copying.isPending} back={close} />
      </form>
    </Dialog>
  );
}

function CopyDone({ copy, close }: { copy: components['schemas']['CopyResult']; close: () => void }) {
  return (
    <Dialog title="The copy is there" onClose={close}>
      <p role="status">
        Copied: {formatThings(copy.documents_copied, 'document')}, {formatThings(copy.files_copied, 'file')},{' '}
        {formatThings(copy.relations_copied, 'relation')} and the metadata of{' '}
        {formatThings(copy.chunk_metadata_copied, 'chunk')}.
        {copy.relations_unresolved > 0 &&
          ` Relations that lead to documents that are gone: ${formatCount(copy.relations_unresolved)}.`}
      </p>
      <div className="actions">
        <button type="button" onClick={close}>
          Stay here
        </button>
        <Link to={collectionPath(copy.collection_name)} onClick={close}>
          Open {copy.collection_name}
        </Link>
      </div>
    </Dialog>
  );
}
