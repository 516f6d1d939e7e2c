import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { metadataFault } from '../collections/metadata-fault';
import { MetadataFields } from './metadata-fields';
import { changesBetween, type Metadata, metadataOf, rowsOf } from './metadata-rows';

/** Editor of custom metadata of a document, which saves single keys or replaces all. */
export function MetadataEditor(props: { collection: string; documentId: string; metadata: Metadata }) {
  const { collection, documentId, metadata } = props;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [base, setBase] = useState(metadata);
  const [rows, setRows] = useState(() => rowsOf(metadata));
  const [isWhole, setIsWhole] = useState(false);
  const entered = metadataOf(rows);
  const changes = changesBetween(base, entered);
  const isChanged = Object.keys(changes).length > 0;
  // Changes saved by others appear unless the editor has unsaved ones.
  if (!isChanged && Object.keys(changesBetween(base, metadata)).length > 0) {
    setBase(metadata);
    setRows(rowsOf(metadata));
  }
  const saving = useMutation({
    async mutationFn() {
      const params = { path: { collection_name: collection, document_id: documentId } };
      const path = '/v3/collections/{collection_name}/documents/{document_id}/metadata';
      if (isWhole) await sheaf.put(path, { params, body: { custom_metadata: entered } });
      else await sheaf.patch(path, { params, body: { custom_metadata: changes } });
      await queries.invalidateQueries({ queryKey: ['collection', collection] });
    },
    onSuccess: () => {
      setBase(entered);
    },
  });
  const count = Object.keys(metadata).length;
  return (
    <details className="metadata">
      <summary>Metadata ({count})</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <MetadataFields rows={rows} change={setRows} fault={metadataFault(saving.error)} />
        <label>
          <input
            type="checkbox"
            checked={isWhole}
            onChange={(event) => {
              setIsWhole(event.target.checked);
            }}
          />{' '}
          Replace all: keys that others have added meanwhile go
        </label>
        <div className="actions">
          <button
            type="button"
            onClick={() => {
              setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: '', value: '' }]);
            }}
          >
            Add a key
          </button>
          <button type="submit" className="primary" disabled={saving.isPending || (!isWhole && !isChanged)}>
            Save
          </button>
          {saving.isSuccess && !isChanged && <span role="status">Saved. Filters find it.</span>}
        </div>
        {saving.error !== null && metadataFault(saving.error) === null && <Fault error={saving.error} />}
      </form>
    </details>
  );
}
