import { rawElements, type RawMembers, rawMembers, rawObject } from '../../domain/products/raw-object';
import { type KeyScope } from '../../domain/products/key-scope';
import { type ObjectSettings } from '../../domain/products/settings';

/** Names of the fields whose values a caller never gets: those that say who may see a record. */
export function withheldFields(
  { type }: Pick<KeyScope, 'type'>,
  { acl, tenant_field: tenantField }: Pick<ObjectSettings, 'acl' | 'tenant_field'>,
): string[] {
  if (type === 'admin') return [];
  return [acl?.field, acl?.deny_field, tenantField].filter((name) => name !== undefined);
}

/** JSON text of a record without the members of some names, in objects and lists of objects too. */
export function withoutMembers(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  const members = rawMembers(text);
  const isChanged = names.map((name) => removeMember(members, name)).includes(true);
  return isChanged ? rawObject(members) : text;
}

/** A name such as `a.b` is that of a member with a dot too. */
function removeMember(members: RawMembers, name: string): boolean {
  let isChanged = members.delete(name);
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const owner = name.slice(0, dot);
    const value = members.get(owner);
    const rest = value === undefined ? undefined : withoutIn(value, name.slice(dot + 1));
    if (rest === undefined || rest === value) continue;
    members.set(owner, rest);
    isChanged = true;
  }
  return isChanged;
}

function withoutIn(value: string, name: string): string {
  if (value.startsWith('{')) return withoutMembers(value, [name]);
  if (!value.startsWith('[')) return value;
  const elements = rawElements(value);
  const rest = elements.map((element) => withoutIn(element, name));
  return rest.every((element, place) => element === elements[place]) ? value : `[${rest.join(',')}]`;
}
