import { ChoiceField } from '../../parts/choice-field';
import { MomentField } from '../../parts/moment-field';
import { NumberField } from '../../parts/number-field';
import { CollectionField } from '../../parts/queries/collection-field';
import { type Bounds, isBounded } from './bounds';
import { SettingFields } from './setting-fields';
import { type HistoryFilters } from './use-history';

type Fields = HistoryFilters & Bounds;

interface FilterProps {
  fields: Fields;
  onChange: (changes: Partial<Fields>) => void;
}

const msMax = 3_600_000;

/** Filters of the list. The page applies those of times and settings, the API all others. */
export function HistoryFilterFields(props: { fields: Fields; onChange: (changes: Partial<Fields>) => void }) {
  const { fields, onChange } = props;
  return (
    <div className="filters">
      <div className="filter-row">
        <CollectionField
          value={fields.collection}
          onChange={(collection) => {
            onChange({ collection });
          }}
        />
        <MomentField
          label="From"
          value={fields.from}
          onChange={(from) => {
            onChange({ from });
          }}
        />
        <MomentField
          label="Before"
          value={fields.to}
          onChange={(to) => {
            onChange({ to });
          }}
        />
        <ChoiceField
          label="Order"
          none="newest first"
          choices={['asc']}
          value={fields.sort}
          onChange={(sort) => {
            onChange({ sort });
          }}
        />
        <ChoiceField
          label="State"
          choices={['completed', 'failed']}
          value={fields.status}
          onChange={(status) => {
            onChange({ status });
          }}
        />
      </div>
      <BoundFields fields={fields} onChange={onChange} />
    </div>
  );
}

/** Filters that the page applies itself; open when one is set. */
function BoundFields({ fields, onChange }: FilterProps) {
  return (
    <details open={isBounded(fields)}>
      <summary>Time and settings</summary>
      <div className="filter-row">
        <NumberField
          label="Milliseconds from"
          placeholder="any"
          min={0}
          max={msMax}
          value={fields.min_ms === '' ? undefined : Number(fields.min_ms)}
          onChange={(value) => {
            onChange({ min_ms: value === undefined ? '' : String(value) });
          }}
        />
        <NumberField
          label="Milliseconds below"
          placeholder="any"
          min={0}
          max={msMax}
          value={fields.max_ms === '' ? undefined : Number(fields.max_ms)}
          onChange={(value) => {
            onChange({ max_ms: value === undefined ? '' : String(value) });
          }}
        />
        <SettingFields fields={fields} onChange={onChange} />
      </div>
      <p className="hint">
        The API has no such filters in its list: the page looks through the queries. Those of evaluations are
        left out then.
      </p>
    </details>
  );
}
