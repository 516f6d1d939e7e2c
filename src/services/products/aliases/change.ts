import { type ProductErrorCode } from '../../../domain/products/errors';
import { aliasesPerTenantMax } from '../../../domain/products/limits';
import {
  type AliasAction,
  type AliasFault,
  AliasRefused,
  type ChangedAlias,
  type ProductAliasRow,
} from '../../../stores/products/product-aliases';
import { type ServiceDeps } from '../../deps';
import { Refusal, ValidationError } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';
import { refuseOtherIndexes } from '../indexes/find';

type AliasDeps = Pick<ServiceDeps, 'stores'>;

/**
 * Changes aliases, all or none. The key must reach the names of the aliases and of their indexes, so that an
 * alias does not open an index beyond its reach.
 *
 * @throws Refusal `FORBIDDEN`, `ALIAS_NOT_FOUND`, `ALIAS_NOT_INDEX`, `INDEX_EXISTS`, `INDEX_NOT_FOUND`;
 * ValidationError above the number of aliases, and for an alias that is named twice
 */
export async function changeAliases(
  { stores }: AliasDeps,
  caller: Caller,
  actions: readonly AliasAction[],
): Promise<ChangedAlias[]> {
  for (const { alias, index } of actions) {
    refuseOtherIndexes(caller, alias);
    if (index !== null) refuseOtherIndexes(caller, index);
  }
  const twice = actions.findIndex(({ alias }, place) =>
    actions.slice(0, place).some((before) => before.alias === alias),
  );
  if (twice >= 0) throw wrongAction(twice, 'an action before names the same alias');
  try {
    return await stores.productAliases.apply(caller, actions);
  } catch (error) {
    if (error instanceof AliasRefused) throw refused(error, actions[error.place]!);
    throw error;
  }
}

const codes = {
  unknown_alias: 'ALIAS_NOT_FOUND',
  unknown_index: 'INDEX_NOT_FOUND',
  name_is_index: 'INDEX_EXISTS',
  index_is_alias: 'ALIAS_NOT_INDEX',
} as const satisfies Record<Exclude<AliasFault, 'too_many'>, ProductErrorCode>;

function refused({ fault, place }: AliasRefused, { alias, index }: AliasAction): Error {
  if (fault === 'too_many')
    return wrongAction(place, `there are at most ${aliasesPerTenantMax} aliases; remove one first`);
  const messages = {
    unknown_alias: `No alias is called ${alias}.`,
    unknown_index: `No index is called ${index}.`,
    name_is_index: `${alias} is the name of an index.`,
    index_is_alias: `${index} is an alias; an alias points at an index.`,
  };
  return new Refusal<ProductErrorCode>(codes[fault], { message: messages[fault] });
}

function wrongAction(place: number, msg: string): ValidationError {
  return new ValidationError([{ loc: ['body', 'actions', place, 'alias'], msg, type: 'value_error' }]);
}

/** Finds an alias of the caller. @throws Refusal `ALIAS_NOT_FOUND`, `FORBIDDEN` */
export async function findAlias(
  { stores }: AliasDeps,
  caller: Caller,
  name: string,
): Promise<ProductAliasRow> {
  refuseOtherIndexes(caller, name);
  const row = await stores.productAliases.find(caller, name);
  if (row === null) throw new Refusal<ProductErrorCode>('ALIAS_NOT_FOUND');
  return row;
}
