import { ChoiceField } from '../../../parts/choice-field';
import { EntryField } from '../../../parts/entry-field';
import { type FieldFaults, problemAt } from '../../../parts/field-faults';
import { MomentField } from '../../../parts/moment-field';
import { auditActions } from './audit-entry';

/** Names of the filters of the log in the address of the page. */
export const auditFilterNames = ['action', 'index', 'key_id', 'operator', 'tenant', 'from', 'to'] as const;
export type AuditFilters = Record<(typeof auditFilterNames)[number], string>;

const texts = [
  ['index', 'Index'],
  ['key_id', 'Key, by id'],
  ['operator', 'Operator'],
  ['tenant', 'Tenant of the key'],
] as const;

/** Fields for the filters; the log of one index has none for the index. */
export function AuditFilterFields(props: {
  filters: AuditFilters;
  hasIndex: boolean;
  faults: FieldFaults;
  change: (changes: Partial<AuditFilters>) => void;
}) {
  const { filters, hasIndex, faults, change } = props;
  return (
    <div className="filters filter-row">
      <ChoiceField
        label="Action"
        choices={auditActions}
        value={filters.action}
        onChange={(action) => {
          change({ action });
        }}
      />
      {texts
        .filter(([name]) => hasIndex || name !== 'index')
        .map(([name, label]) => (
          <EntryField
            key={name}
            label={label}
            value={filters[name]}
            problem={problemAt(faults, `query.${name}`)}
            onEnter={(value) => {
              change({ [name]: value });
            }}
          />
        ))}
      <MomentField
        label="Written from"
        value={filters.from}
        onChange={(from) => {
          change({ from });
        }}
      />
      <MomentField
        label="Written before"
        value={filters.to}
        onChange={(to) => {
          change({ to });
        }}
      />
    </div>
  );
}
