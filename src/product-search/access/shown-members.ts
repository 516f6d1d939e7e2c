import { rawElements, rawMembers, rawObject } from '../../domain/products/raw-object';
import { type KeyScope } from '../../domain/products/key-scope';
import { type ObjectSettings } from '../../domain/products/settings';
import {
  createShownFields,
  everyField,
  fieldBoundsOf,
  type ShownFields,
} from '../../domain/products/shown-fields';

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
