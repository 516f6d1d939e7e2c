import { useState } from 'react';
import { Dialog } from '../../../parts/dialog';
import { DialogButton } from '../../../parts/dialog-button';
import { Fault } from '../../../parts/fault';
import { Field } from '../../../parts/field';
import { fieldFaultsOf, problemAt } from '../../../parts/field-faults';
import { FormActions } from '../../../parts/form-actions';
import { parseJsonObject } from '../../../parts/parse-json';
import { Progress } from '../../../parts/progress';
import { TextField } from '../../../parts/text-field';
import { Tick } from '../../../parts/tick';
import { useIndexNames } from '../index/use-index-names';
import { emptyImportDraft, type ImportDraft, providers } from './import-draft';
import { ApplicationFields, ExportFields } from './source-fields';
import { useStartImport } from './use-start-import';

/** Button with the form for an import. `onStart` is called with the job's id. */
export function StartImport({ onStart }: { onStart: (jobId: string) => void }) {
  return (
    <DialogButton label="Start an import" className="primary">
      {(close) => (
        <Dialog title="Start an import" onClose={close}>
          <ImportForm
            onStart={(jobId) => {
              close();
              onStart(jobId);
            }}
            close={close}
          />
        </Dialog>
      )}
    </DialogButton>
  );
}

function ImportForm({ onStart, close }: { onStart: (jobId: string) => void; close: () => void }) {
  const [draft, setDraft] = useState(emptyImportDraft);
  const [layoutText, setLayoutText] = useState('');
  const names = useIndexNames();
  const { starting, share } = useStartImport(onStart);
  const faults = fieldFaultsOf(starting.error);
  const layout = parseJsonObject(layoutText);
  const source = providers.find(({ provider }) => provider === draft.provider);
  const fields = {
    draft,
    set: (members: Partial<ImportDraft>) => {
      setDraft({ ...draft, ...members });
    },
    problemOf: (member: string) => problemAt(faults, member),
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (layout.problem === undefined) starting.mutate({ draft, layout: layout.value });
      }}
    >
      <Field label="Source">
        {(control) => (
          <select
            {...control}
            autoFocus
            value={draft.provider}
            onChange={({ target: { value } }) => {
              const known = providers.find(({ provider }) => provider === value);
              if (known !== undefined) fields.set({ provider: known.provider });
            }}
          >
            {providers.map(({ provider, name }) => (
              <option key={provider} value={provider}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {draft.provider === 'algolia' ? <ApplicationFields {...fields} /> : <ExportFields {...fields} />}
      {draft.provider !== 'algolia' && source !== undefined && (
        <Field
          label={source.layout === 'schema' ? 'Schema as JSON' : 'Settings as JSON'}
          hint="As the provider exports them; may be left empty"
          problem={layout.problem ?? fields.problemOf(source.layout)}
        >
          {(control) => (
            <textarea
              {...control}
              className="code"
              rows={3}
              spellCheck={false}
              value={layoutText}
              onChange={({ target: { value } }) => {
                setLayoutText(value);
              }}
            />
          )}
        </Field>
      )}
      <TextField
        label="Index that takes it"
        hint="Made where there is none. In one that exists, records with the same ids are replaced and others stay"
        required
        known={names}
        problem={fields.problemOf('target')}
        value={draft.target}
        onChange={(target) => {
          fields.set({ target });
        }}
      />
      <PartTicks draft={draft} set={fields.set} />
      {share !== null && <Progress label="Upload" done={share} total={1} />}
      {starting.error !== null && faults.size === 0 && <Fault error={starting.error} />}
      <FormActions sendLabel="Start" isSending={starting.isPending} back={close} />
    </form>
  );
}

function PartTicks({ draft, set }: { draft: ImportDraft; set: (members: Partial<ImportDraft>) => void }) {
  return (
    <div className="ticks">
      <Tick
        label="Records"
        checked={draft.takesRecords}
        onChange={(takesRecords) => {
          set({ takesRecords });
        }}
      />
      <Tick
        label="Settings"
        checked={draft.takesSettings}
        onChange={(takesSettings) => {
          set({ takesSettings });
        }}
      />
      <Tick
        label="Build the index afterwards"
        checked={draft.builds}
        onChange={(builds) => {
          set({ builds });
        }}
      />
    </div>
  );
}
