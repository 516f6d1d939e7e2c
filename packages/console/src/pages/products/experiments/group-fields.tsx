import { type FieldFaults, problemAt } from '../../../parts/field-faults';
import { NumberField } from '../../../parts/number-field';
import { TextField } from '../../../parts/text-field';
import { type LayerDraft } from './layer-draft';

type Group = LayerDraft['groups'][number];

const groupsMax = 10;

/** Fields for the groups of a layer. Their order decides which shoppers are in which group. */
export function GroupFields(props: {
  groups: readonly Group[];
  copies: readonly string[];
  faults: FieldFaults;
  onChange: (groups: Group[]) => void;
}) {
  const { groups, copies, faults, onChange } = props;
  return (
    <>
      {groups.map((group, place) => (
        <fieldset key={place} className="group-fields">
          <legend>Group {place + 1}</legend>
          <OneGroup
            group={group}
            copies={copies}
            problemOf={(member) => problemAt(faults, `groups.${place}.${member}`)}
            onChange={(changed) => {
              onChange(groups.with(place, changed));
            }}
          />
          {groups.length > 1 && (
            <button
              type="button"
              className="link"
              onClick={() => {
                onChange(groups.toSpliced(place, 1));
              }}
            >
              Remove group {place + 1}
            </button>
          )}
        </fieldset>
      ))}
      {groups.length < groupsMax && (
        <p>
          <button
            type="button"
            onClick={() => {
              onChange([...groups, { name: '', percent: undefined, index: '' }]);
            }}
          >
            Add a group
          </button>
        </p>
      )}
    </>
  );
}

function OneGroup(props: {
  group: Group;
  copies: readonly string[];
  problemOf: (member: string) => string | undefined;
  onChange: (group: Group) => void;
}) {
  const { group, copies, problemOf, onChange } = props;
  return (
    <>
      <TextField
        label="Name"
        required
        problem={problemOf('name')}
        value={group.name}
        onChange={(name) => {
          onChange({ ...group, name });
        }}
      />
      <NumberField
        label="Share in percent"
        min={0}
        max={100}
        step="any"
        placeholder=""
        problem={problemOf('share')}
        value={group.percent}
        onChange={(percent) => {
          onChange({ ...group, percent });
        }}
      />
      <TextField
        label="Served by"
        placeholder="the index itself"
        known={copies}
        problem={problemOf('index')}
        value={group.index}
        onChange={(index) => {
          onChange({ ...group, index });
        }}
      />
    </>
  );
}
