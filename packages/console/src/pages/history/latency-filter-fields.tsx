import { Field } from '../../parts/field';
import { CollectionField } from '../../parts/queries/collection-field';
import { type LatencyFilters } from './latency-report';
import { SettingFields } from './setting-fields';

const windows = [
  { hours: '1', name: 'last hour' },
  { hours: '24', name: 'last 24 hours' },
  { hours: '168', name: 'last 7 days' },
  { hours: '720', name: 'last 30 days' },
  { hours: '2160', name: 'last 90 days' },
];

/** Fields for the window and the filters of a report. */
export function LatencyFilterFields(props: {
  filters: LatencyFilters;
  onChange: (changes: Partial<LatencyFilters>) => void;
}) {
  const { filters, onChange } = props;
  return (
    <div className="filters filter-row">
      <Field label="Window">
        {(control) => (
          <select
            {...control}
            value={filters.hours}
            onChange={(event) => {
              onChange({ hours: event.target.value });
            }}
          >
            {windows.map(({ hours, name }) => (
              <option key={hours} value={hours}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <CollectionField
        value={filters.collection}
        onChange={(collection) => {
          onChange({ collection });
        }}
      />
      <SettingFields fields={filters} onChange={onChange} />
    </div>
  );
}
