import { type RawMembers, rawMembers, rawObject } from '../../../src/domain/products/raw-object';
import { type DescribedHit } from '../../../src/product-search';

/** Facts as members of a JSON object, in their order. */
export const jsonMembers = (facts: object): [string, string][] =>
  Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]);

/** JSON text of a hit: id first, then the members of the record, then what is said about it. */
export function hitText(hit: DescribedHit, fields: readonly string[] | undefined): string {
  const { score, matched, highlight, explanation, group } = hit;
  const members = recordMembers(hit, fields);
  members.set('_score', JSON.stringify(score));
  if (highlight !== null) members.set('_highlight', JSON.stringify(highlight));
  if (group !== null) {
    const others = group.others.map((record) => rawObject(recordMembers(record, fields)));
    const { value, total } = group;
    members.set('_group', `{"value":${JSON.stringify(value)},"total":${total},"hits":[${others.join(',')}]}`);
  }
  members.set('_matched', JSON.stringify(matched));
  if (explanation !== null) members.set('_explain', JSON.stringify(explanation));
  return rawObject(members);
}

/** JSON texts of the wanted members of a record, its id first. */
export function recordMembers(
  { id, text }: { id: string; text: string },
  fields: readonly string[] | undefined,
): RawMembers {
  const members: RawMembers = new Map([['id', JSON.stringify(id)]]);
  const wanted = fields === undefined ? null : new Set(fields);
  for (const [name, value] of rawMembers(text))
    if (name !== 'id' && wanted?.has(name) !== false) members.set(name, value);
  return members;
}
