import { namedFields, type ObjectSettings } from '../../domain/products/settings';
import { type FieldTable } from '../../domain/products/field-table';
import {
  createShownFields,
  everyField,
  fieldBoundsOf,
  type ShownFields,
} from '../../domain/products/shown-fields';
import { fieldName } from '../schema/declared-fields';
import { rawElements, rawMembers, rawObject } from '../../domain/products/raw-object';
import { type KeyScope } from '../../domain/products/key-scope';

/** Whether answers may tell a caller the name of a field that the caller has not named. */
export type TellsName = (name: string) => boolean;

/** Names for callers who see every record. */
export const tellsEveryName: TellsName = () => true;

/**
 * Names for callers who see a part of the records: those that the settings name, and the field of the ids. Any
 * other field may be one that only hidden records have.
 */
export function createToldNames(settings: ObjectSettings, idField: string | null): TellsName {
  const named = namedFields(settings);
  return (name) => named.has(name) || name === idField;
}

/** A field table as if no record had the fields that are not shown. */
export function shownTable(table: FieldTable, shown: ShownFields): FieldTable {
  if (shown === everyField) return table;
  const isShown = (path: readonly string[]) => shown.shows(fieldName(path));
  const isParentShown = (path: readonly string[]) =>
    table.fields.some(
      (row) =>
        row.path.length > path.length && path.every((name, n) => row.path[n] === name) && isShown(row.path),
    );
  return {
    ...table,
    fields: table.fields.filter(
      ({ path, type }) => isShown(path) || (type === 'children' && isParentShown(path)),
    ),
    primary: table.primary !== null && isShown(table.primary) ? table.primary : null,
  };
}

/**
 * The members of records that a caller gets: those of its key, without those that say who may see a record.
 */
export function memberFields(
  { type, chain }: Pick<KeyScope, 'type' | 'chain'>,
  { acl, tenant_field: tenantField }: Pick<ObjectSettings, 'acl' | 'tenant_field'>,
): ShownFields {
  const names = type === 'admin' ? [] : [acl?.field, acl?.deny_field, tenantField];
  const hidden = names.filter((name) => name !== undefined);
  return createShownFields([...fieldBoundsOf(chain), { hidden, visible: null }]);
}

/**
 * JSON text of a record with the members that are shown, in objects and lists of objects too. An object of
 * which a part is hidden is written anew, so that no second member of a name comes through.
 */
export function shownMembers(text: string, fields: ShownFields): string {
  return fields === everyField ? text : membersBelow(text, fields, '');
}

/** @param prefix of the names of the members of an object */
function membersBelow(text: string, fields: ShownFields, prefix: string): string {
  const members = rawMembers(text);
  for (const [name, value] of members) {
    const shown = shownValue(value, fields, `${prefix}${name}`);
    if (shown === null) members.delete(name);
    else members.set(name, shown);
  }
  return rawObject(members);
}

/** The shown part of the value of a member; null for nothing. */
function shownValue(value: string, fields: ShownFields, name: string): string | null {
  const extent = fields.extent(name);
  if (extent === 'none') return null;
  if (extent === 'all') return value;
  if (value.startsWith('{')) return membersBelow(value, fields, `${name}.`);
  if (value.startsWith('[')) {
    const elements = rawElements(value).map((element) => shownValue(element, fields, name));
    return `[${elements.filter((element) => element !== null).join(',')}]`;
  }
  return fields.shows(name) ? value : null;
}
