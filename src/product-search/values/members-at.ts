/** The members of a record at a path, those in lists of objects singly; none where the path ends early. */
export function membersAt(record: object, path: readonly string[]): unknown[] {
  let owners: unknown[] = [record];
  for (const name of path) {
    const members: unknown[] = [];
    for (const owner of owners) addMembers(members, owner, name);
    owners = members;
  }
  return owners;
}

function addMembers(members: unknown[], owner: unknown, name: string): void {
  if (Array.isArray(owner)) for (const element of owner) addMembers(members, element, name);
  else if (typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name))
    members.push((owner as Record<string, unknown>)[name]);
}
