import { type components } from 'sheaf-client';
import { Field } from '../../../parts/field';
import { type FieldFaults, problemAt } from '../../../parts/field-faults';
import { NameList } from '../../../parts/name-list';
import { effectOf, fixedMembers, type SettingsDraft, withMember } from './settings-draft';

const lists = [
  ['searchable', 'Searched text fields', 'The first is primary; left empty, all that suit'],
  ['identifiers', 'Identifiers', 'Exact codes, first on an exact match'],
  ['facets', 'Facets', 'Left empty, those that suit by their values'],
  ['sortable', 'Sortable fields', 'Left empty, all numbers and dates'],
] as const;
const choices = [
  [
    'strict_types',
    'Records whose values do not fit',
    'are refused by uploads',
    'are taken, the values left empty',
  ],
  ['deterministic', 'Exact search and stable order', 'on', 'off'],
] as const;

/** Form for the settings of the index as a whole. */
export function SettingsForm(props: {
  draft: SettingsDraft;
  faults: FieldFaults;
  answer: components['schemas']['ProductSettings'];
  onEdit: (draft: SettingsDraft) => void;
}) {
  const { draft, faults, answer, onEdit } = props;
  const known = Object.keys(answer.effective?.fields ?? {}).map((name) => ({ value: name, name }));
  const problem = (member: string) => problemAt(faults, member) ?? warningOf(answer.warnings, member);
  const fixed = fixedMembers.filter((member) => draft[member] !== undefined);
  return (
    <section className="card" aria-label="Settings of the index">
      <h2>The index as a whole</h2>
      <div className="settings-grid">
        {lists.map(([member, label, hint]) => (
          <Field
            key={member}
            label={label}
            hint={`${hint}. Changes take effect ${effectOf[member]}.`}
            problem={problem(member)}
          >
            {(control) => (
              <NameList
                control={control}
                names={draft[member] ?? []}
                known={known}
                thing="field"
                onChange={(names) => {
                  onEdit(withMember(draft, member, names.length === 0 ? undefined : names));
                }}
              />
            )}
          </Field>
        ))}
        <Field
          label="Hits are grouped by"
          hint={`Changes take effect ${effectOf.group_by}.`}
          problem={problem('group_by')}
        >
          {(control) => (
            <input
              {...control}
              list="known-fields"
              value={draft.group_by?.field ?? ''}
              onChange={({ target: { value } }) => {
                onEdit(
                  withMember(
                    draft,
                    'group_by',
                    value === '' ? undefined : { ...draft.group_by, field: value },
                  ),
                );
              }}
            />
          )}
        </Field>
        {draft.group_by !== undefined && (
          <Field label="Hits of each group" problem={problem('group_by.size')}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                max={100}
                value={draft.group_by?.size ?? 1}
                onChange={({ target: { valueAsNumber } }) => {
                  if (draft.group_by !== undefined && Number.isFinite(valueAsNumber))
                    onEdit(withMember(draft, 'group_by', { ...draft.group_by, size: valueAsNumber }));
                }}
              />
            )}
          </Field>
        )}
        {(['singular', 'plural'] as const).map((form) => (
          <Field
            key={form}
            label={`What a record is called, ${form}`}
            hint={`Takes effect ${effectOf.noun}.`}
            problem={problem(`noun.${form}`)}
          >
            {(control) => (
              <input
                {...control}
                value={draft.noun?.[form] ?? ''}
                onChange={({ target: { value } }) => {
                  const noun = { singular: '', plural: '', ...draft.noun, [form]: value };
                  onEdit(
                    withMember(draft, 'noun', noun.singular === '' && noun.plural === '' ? undefined : noun),
                  );
                }}
              />
            )}
          </Field>
        ))}
        {choices.map(([member, label, on, off]) => (
          <Field
            key={member}
            label={label}
            hint={`Changes take effect ${effectOf[member]}.`}
            problem={problem(member)}
          >
            {(control) => (
              <select
                {...control}
                value={String(draft[member] ?? '')}
                onChange={({ target: { value } }) => {
                  onEdit(withMember(draft, member, value === '' ? undefined : value === 'true'));
                }}
              >
                <option value="">as by default</option>
                <option value="true">{on}</option>
                <option value="false">{off}</option>
              </select>
            )}
          </Field>
        ))}
      </div>
      {fixed.length > 0 && (
        <p className="hint">
          Fixed when the index was created:{' '}
          {fixed.map((member) => (
            <code key={member}>
              {member} {JSON.stringify(draft[member])}{' '}
            </code>
          ))}
        </p>
      )}
    </section>
  );
}

/** Warnings of the service on a list, except for fields that show theirs themselves. */
function warningOf(
  warnings: components['schemas']['ProductSettings']['warnings'],
  member: string,
): string | undefined {
  const found = warnings.filter(({ settings }) => settings?.includes(member) === true);
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ');
}
