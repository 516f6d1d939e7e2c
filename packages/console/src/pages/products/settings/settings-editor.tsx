import { useId, useState } from 'react';
import { type components } from 'sheaf-client';
import { Fault } from '../../../parts/fault';
import { fieldFaultsOf } from '../../../parts/field-faults';
import { parseJsonObject } from '../../../parts/parse-json';
import { Tick } from '../../../parts/tick';
import { FieldOverrides } from './field-overrides';
import { changesOf, type SettingsDraft } from './settings-draft';
import { SettingsChanges } from './settings-changes';
import { SettingsForm } from './settings-form';
import { SettingsJson } from './settings-json';
import { useSaveSettings } from './use-save-settings';

/** Editor of a draft of the settings, as form or JSON, with the effects of its changes. */
export function SettingsEditor(props: {
  index: string;
  answer: components['schemas']['ProductSettings'];
  onSaved: () => void;
}) {
  const { index, answer, onSaved } = props;
  const changesId = useId();
  const saved = answer.settings;
  const [draft, setDraft] = useState(saved);
  const [text, setText] = useState(() => JSON.stringify(saved, null, 2));
  const [isBuilding, setIsBuilding] = useState(false);
  const parsed = parseJsonObject(text);
  const saving = useSaveSettings({ index, draft, isBuilding, onSaved });
  const edit = (next: SettingsDraft) => {
    setDraft(next);
    setText(JSON.stringify(next, null, 2));
  };
  const faults = fieldFaultsOf(saving.error);
  const changes = changesOf(saved, draft);
  const jsonProblem = parsed.problem ?? (faults.size > 0 ? listed(faults) : undefined);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <SettingsForm draft={draft} faults={faults} answer={answer} onEdit={edit} />
      <FieldOverrides draft={draft} faults={faults} answer={answer} onEdit={edit} />
      <SettingsJson
        text={text}
        problem={jsonProblem}
        onEdit={(typed) => {
          setText(typed);
          const next = parseJsonObject(typed);
          if (next.problem === undefined) setDraft(next.value ?? {});
        }}
      />
      <section className="card" aria-labelledby={changesId} aria-live="polite">
        <h2 id={changesId}>{changes.length === 0 ? 'Nothing is changed' : 'What the changes do'}</h2>
        {changes.length > 0 && (
          <>
            <SettingsChanges changes={changes} />
            <Tick
              label="Where the organization has it enabled, start the build that the changes need"
              checked={isBuilding}
              onChange={setIsBuilding}
            />
          </>
        )}
        {saving.error !== null && <Fault error={saving.error} />}
        <SaveOrDiscard
          canSave={!saving.isPending && changes.length > 0 && parsed.problem === undefined}
          canDiscard={changes.length > 0 || parsed.problem !== undefined}
          onDiscard={() => {
            saving.reset();
            edit(saved);
          }}
        />
      </section>
    </form>
  );
}

const listed = (faults: ReadonlyMap<string, string>): string =>
  [...faults].map(([path, message]) => `${path} ${message}`).join('; ');

function SaveOrDiscard(props: { canSave: boolean; canDiscard: boolean; onDiscard: () => void }) {
  const { canSave, canDiscard, onDiscard } = props;
  return (
    <p className="actions">
      <button type="submit" className="primary" disabled={!canSave}>
        Save the settings
      </button>
      <button type="button" disabled={!canDiscard} onClick={onDiscard}>
        Discard the changes
      </button>
    </p>
  );
}
