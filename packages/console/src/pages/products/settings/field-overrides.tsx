import { useState } from 'react';
import { type components } from 'sheaf-client';
import { type FieldFaults, problemAt } from '../../../parts/field-faults';
import { FieldSettingsRow } from './field-settings-row';
import { type SettingsDraft, withField } from './settings-draft';

/** Settings of single fields. */
export function FieldOverrides(props: {
  draft: SettingsDraft;
  faults: FieldFaults;
  answer: components['schemas']['ProductSettings'];
  onEdit: (draft: SettingsDraft) => void;
}) {
  const { draft, faults, answer, onEdit } = props;
  const [added, setAdded] = useState<string[]>([]);
  const [entered, setEntered] = useState('');
  const names = [...new Set([...Object.keys(draft.fields ?? {}), ...added])];
  const known = Object.keys(answer.effective?.fields ?? {}).filter((name) => !names.includes(name));
  return (
    <section className="card" aria-label="Settings of single fields">
      <h2>Single fields</h2>
      <datalist id="known-fields">
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {names.length === 0 && (
        <p className="hint">
          No field has settings of its own: types and uses are inferred from the records.
        </p>
      )}
      {names.map((name) => (
        <FieldSettingsRow
          key={name}
          name={name}
          settings={draft.fields?.[name] ?? {}}
          effective={answer.effective?.fields[name] ?? null}
          problem={
            problemAt(faults, `fields.${name}`) ??
            answer.warnings.find(({ field }) => field === name)?.message
          }
          onEdit={(settings) => {
            onEdit(withField(draft, name, settings));
          }}
          onRemove={() => {
            setAdded(added.filter((other) => other !== name));
            onEdit(withField(draft, name, {}));
          }}
        />
      ))}
      <p className="actions">
        <label>
          Field{' '}
          <input
            list="known-fields"
            value={entered}
            spellCheck={false}
            onChange={({ target: { value } }) => {
              setEntered(value);
            }}
          />
        </label>
        <button
          type="button"
          disabled={entered.trim() === '' || names.includes(entered.trim())}
          onClick={() => {
            setAdded([...added, entered.trim()]);
            setEntered('');
          }}
        >
          Set something of this field
        </button>
      </p>
    </section>
  );
}
