import { type ReactNode } from 'react';
import { type ProductField } from '../fields/field-rows';
import { fieldEffect, type FieldSettings, withMember } from './settings-draft';

const choices = {
  type: ['text', 'keyword', 'enum', 'identifier', 'number', 'date', 'geo', 'bool', 'children', 'url', 'skip'],
  role: ['title', 'brand', 'category', 'description', 'section'],
  weight: ['primary', 'secondary', 'low'],
} as const;
const flags = ['searchable', 'facet', 'filterable', 'sortable', 'list'] as const;

/** Settings of one field; unset ones follow from the records. */
export function FieldSettingsRow(props: {
  name: string;
  settings: FieldSettings;
  effective: ProductField | null;
  problem: string | undefined;
  onEdit: (settings: FieldSettings) => void;
  onRemove: () => void;
}) {
  const { name, settings, effective, problem, onEdit, onRemove } = props;
  const chosen = <Name extends keyof FieldSettings>(member: Name, value: FieldSettings[Name] | undefined) => {
    onEdit(withMember(settings, member, value));
  };
  return (
    <fieldset className="field-settings">
      <legend>
        <code>{name}</code>
      </legend>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="settings-grid">
        {Object.entries(choices).map(([member, values]) => (
          <ChosenMember
            key={member}
            member={member as keyof typeof choices}
            values={values}
            settings={settings}
            now={effective?.[member as keyof typeof choices]}
            onEdit={onEdit}
          />
        ))}
        <Member name="unit" now={effective?.unit}>
          <input
            value={settings.unit ?? ''}
            maxLength={32}
            onChange={({ target: { value } }) => {
              chosen('unit', value === '' ? undefined : value);
            }}
          />
        </Member>
        <Member name="values" now={effective?.values?.join(', ')}>
          <input
            placeholder="separated by commas"
            value={settings.values?.join(',') ?? ''}
            onChange={({ target: { value } }) => {
              chosen('values', value === '' ? undefined : value.split(','));
            }}
          />
        </Member>
        {flags.map((flag) => (
          <Member key={flag} name={flag} now={effective === null ? undefined : yesOrNo(effective[flag])}>
            <Select
              value={settings[flag] === undefined ? undefined : yesOrNo(settings[flag])}
              values={['yes', 'no'] as const}
              onChange={(value) => {
                chosen(flag, value === undefined ? undefined : value === 'yes');
              }}
            />
          </Member>
        ))}
      </div>
      <button type="button" onClick={onRemove}>
        Unset all of {name}
      </button>
    </fieldset>
  );
}

/** Control for a member with a few values. */
function ChosenMember(props: {
  member: keyof typeof choices;
  values: readonly string[];
  settings: FieldSettings;
  now: string | null | undefined;
  onEdit: (settings: FieldSettings) => void;
}) {
  const { member, values, settings, now, onEdit } = props;
  return (
    <Member name={member} now={now}>
      <Select
        value={settings[member]}
        values={values}
        onChange={(value) => {
          onEdit(withMember(settings, member, value as FieldSettings[typeof member]));
        }}
      />
    </Member>
  );
}

function Member(props: { name: keyof FieldSettings; now: string | null | undefined; children: ReactNode }) {
  const { name, now, children } = props;
  return (
    <label className="field">
      <span>
        {name} <small className="hint">{fieldEffect(name)}</small>
      </span>
      {children}
      <small className="hint">now: {now === null || now === undefined || now === '' ? '–' : now}</small>
    </label>
  );
}

function Select<Value extends string>(props: {
  value: Value | undefined;
  values: readonly Value[];
  onChange: (value: Value | undefined) => void;
}) {
  const { value, values, onChange } = props;
  return (
    <select
      value={value ?? ''}
      onChange={(event) => {
        onChange(values.find((one) => one === event.target.value));
      }}
    >
      <option value="">not set</option>
      {values.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

const yesOrNo = (flag: boolean): 'yes' | 'no' => (flag ? 'yes' : 'no');
