import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Fault } from '../../../parts/fault';
import { formatCount, formatShare } from '../../../parts/format';
import { type Column, Table } from '../../../parts/table';
import { useIndex } from '../index/index-scope';
import { useSettings } from '../settings/use-settings';
import { indexPath } from '../index-path';
import { AppliesAt } from '../settings/applies-at';
import { FieldDetail } from './field-detail';
import { type FieldRow, fieldRowsOf, type ProductField, waitingMembers } from './field-rows';

/** Tab with the fields under the present settings and records, next to those of the served build. */
export function FieldsTab() {
  const { name } = useIndex();
  const settings = useSettings(name);
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = useMemo(
    () => (settings.data === undefined ? [] : fieldRowsOf(settings.data)),
    [settings.data],
  );
  if (settings.error !== null) return <Fault error={settings.error} retry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <p role="status">Reading the fields…</p>;
  const { effective, warnings } = settings.data;
  const general = warnings.filter(({ field, fields }) => field === undefined && fields === undefined);
  const detail = rows.find((row) => row.name === chosen);
  return (
    <>
      <AppliesAt answer={settings.data} />
      {effective !== null && effective.records_seen < effective.records_total && (
        <p className="hint">
          The fields are those of {formatCount(effective.records_seen)} of{' '}
          {formatCount(effective.records_total)} records: the next build reads all, and may find more fields
          and other types.
        </p>
      )}
      {general.map(({ code, message }) => (
        <p key={`${code} ${message}`} className="notice">
          {message} <code>{code}</code>
        </p>
      ))}
      <Table
        label="Fields"
        columns={columns((field) => {
          setChosen(field === chosen ? null : field);
        }, chosen)}
        rows={rows}
        rowKey={(row) => row.name}
        empty={
          <>
            No record so far, so that there are no fields.{' '}
            <Link to={indexPath(name, 'records')}>Drop a file of records</Link>.
          </>
        }
      />
      {detail !== undefined && <FieldDetail row={detail} />}
    </>
  );
}

const columns = (choose: (name: string) => void, chosen: string | null): readonly Column<FieldRow>[] => [
  {
    name: 'Field',
    width: '2fr',
    cell: ({ name }) => (
      <button
        type="button"
        className="link"
        aria-expanded={name === chosen}
        onClick={() => {
          choose(name);
        }}
      >
        {name}
      </button>
    ),
  },
  { name: 'Type', cell: ({ effective }) => typeOf(effective) },
  {
    name: 'Served as',
    cell: (row) => {
      const waiting = waitingMembers(row);
      if (row.served === null) return <span className="status warning">not yet</span>;
      return waiting.length === 0 ? (
        typeOf(row.served)
      ) : (
        <span className="status warning">{`${typeOf(row.served)}: ${waiting.join(', ')}`}</span>
      );
    },
  },
  { name: 'Used for', width: '2fr', cell: ({ effective }) => (effective === null ? '–' : usesOf(effective)) },
  {
    name: 'Present',
    width: '6rem',
    isNumber: true,
    cell: ({ effective }) => (effective === null ? '–' : formatShare(effective.present)),
  },
  {
    name: 'Distinct',
    width: '6rem',
    isNumber: true,
    cell: ({ effective }) => (effective === null ? '–' : formatCount(effective.distinct)),
  },
  {
    name: 'Warnings',
    width: '2fr',
    cell: ({ warnings }) =>
      warnings.length === 0 ? (
        '–'
      ) : (
        <span className="status warning" title={warnings.map(({ message }) => message).join('\n')}>
          {warnings.map(({ message }) => message).join(' ')}
        </span>
      ),
  },
];

function typeOf(field: ProductField | null): string {
  if (field === null) return '–';
  return `${field.type}${field.list ? ' list' : ''}${field.unit === null ? '' : ` (${field.unit})`}`;
}

function usesOf({ searchable, weight, role, facet, filterable, sortable }: ProductField): string {
  const uses = [
    role,
    searchable && (weight === null ? 'search' : `search (${weight})`),
    facet && 'facet',
    filterable && 'filter',
    sortable && 'sort',
  ];
  return uses.filter((use) => use !== false && use !== null).join(' · ') || 'nothing';
}
