/** The members of a record at a path, those in lists of objects singly; none where the path ends early. */
export function membersAt(record: object, path: readonly string[]): unknown[] {
  return path.reduce<unknown[]>(
    (owners, name) => owners.flatMap((owner) => membersOf(owner, name)),
    [record],
  );
}

function membersOf(owner: unknown, name: string): unknown[] {
  if (Array.isArray(owner)) return owner.flatMap((element) => membersOf(element, name));
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return [];
  return [(owner as Record<string, unknown>)[name]];
}
