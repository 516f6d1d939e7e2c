import { type Command, InvalidArgumentError } from 'commander';
import { keyNameCharsMax } from '../../domain/products/limits';
import { type Environment } from '../../domain/platform/tenancy';
import { withStores } from '../connections';
import {
  type CreatedKey,
  type CreatedProductKey,
  createKey,
  createProductAdminKey,
  type ListedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../keys';
import {
  environmentOption,
  organizationOption,
  permissionNames,
  readCredits,
  readPermissions,
  wholeNumber,
} from '../options';
import { fieldLines, printing, shownTime, tableLines } from '../print-answer';
import { readsVariables } from '../variables';

const daysMax = 3_650;
const overlapHoursMax = 30 * 24;
const overlapHoursDefault = 24;
const keepKey = 'Keep the key: it is not stored and cannot be shown again.';

/** `keys`: keys for documents, and admin keys for product search. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('Keys for documents and for product search.');
  addCreate(keys);
  addCreateProductAdmin(keys);
  const list = keys
    .command('list')
    .summary('list keys')
    .description('Lists keys without their texts: those for documents, then those for product search.')
    .addOption(organizationOption('organization (default: all)'))
    .action(
      printing(
        ({ organization }: { organization?: string }) =>
          withStores((stores) => listKeys(stores, organization)),
        listLines,
      ),
    );
  const rotate = keys
    .command('rotate')
    .summary('replace a key for documents')
    .description(
      'Creates a key for documents with the rights and the lifetime of another one, which works for some hours more. ' +
        'Keys for product search are rotated by their owners (POST /v1/keys).',
    )
    .argument('<key-id>', 'id of the key, key_…')
    .option(
      '--overlap-hours <n>',
      `hours that the other key still works, 0 to ${overlapHoursMax}`,
      wholeNumber(0, overlapHoursMax),
      overlapHoursDefault,
    )
    .action(
      printing(
        (keyId: string, { overlapHours }: { overlapHours: number }) =>
          withStores((stores) => rotateKey(stores, keyId, overlapHours)),
        createdLines,
      ),
    );
  const revoke = keys
    .command('revoke')
    .summary('end a key')
    .description('Ends a key for good. API processes refuse it within five seconds.')
    .argument('<key-id>', 'id of the key, key_…')
    .action(
      printing(
        (keyId: string) => withStores((stores) => revokeKey(stores, keyId)),
        ({ key_id }) => [`${key_id} is revoked.`],
      ),
    );
  for (const command of [list, rotate, revoke]) readsVariables(command, 'MONGODB_URL', 'DATA_DIR');
}

function addCreate(keys: Command): void {
  const create = keys
    .command('create')
    .summary('create a key for documents')
    .description('Creates a key for documents and prints its text, which cannot be shown again.')
    .addOption(
      organizationOption('organization; it is created if there is none of the name').makeOptionMandatory(),
    )
    .addOption(environmentOption())
    .requiredOption(
      '--permissions <list>',
      `comma-separated, of ${permissionNames.join(', ')}; products-… open product search too, ` +
        'as a key of that type without bounds does',
      readPermissions,
    )
    .option(
      '--expires-days <n>',
      `days until the key expires, 1 to ${daysMax} (default: it does not expire)`,
      wholeNumber(1, daysMax),
    )
    .option(
      '--credits <n>',
      'new balance of the organization, a multiple of 0.5 (default: it stays; a new organization has no limit)',
      readCredits,
    )
    .action(
      printing(
        (request: Parameters<typeof createKey>[1]) => withStores((stores) => createKey(stores, request)),
        createdLines,
      ),
    );
  readsVariables(create, 'MONGODB_URL', 'DATA_DIR');
}

function addCreateProductAdmin(keys: Command): void {
  const create = keys
    .command('create-product-admin')
    .summary('create an admin key for product search')
    .description(
      'Creates an admin key for product search and prints its text, which cannot be shown again. ' +
        'With it callers create further keys (POST /v1/keys); they cannot change or delete this one.',
    )
    .addOption(
      organizationOption('organization; it is created if there is none of the name').makeOptionMandatory(),
    )
    .addOption(environmentOption())
    .option('--name <text>', `name of the key, 1 to ${keyNameCharsMax} characters`, readKeyName, 'admin')
    .action(
      printing(
        (request: { organization: string; environment: Environment; name: string }) =>
          withStores((stores) => createProductAdminKey(stores, request)),
        createdLines,
      ),
    );
  readsVariables(create, 'MONGODB_URL', 'DATA_DIR');
}

/** @throws InvalidArgumentError */
function readKeyName(text: string): string {
  if (text.trim() !== '' && text.length <= keyNameCharsMax) return text.trim();
  throw new InvalidArgumentError(`It must have 1 to ${keyNameCharsMax} characters.`);
}

function createdLines(made: CreatedKey | CreatedProductKey): string[] {
  const { key, key_id, organization, organization_id, environment } = made;
  return [
    ...fieldLines({
      Key: key,
      'Key id': key_id,
      Organization: `${organization} (${organization_id}), ${environment}`,
      ...('type' in made
        ? { Type: 'admin, for product search' }
        : { Permissions: made.permissions.join(', '), Expires: made.expires_at?.toISOString() ?? 'never' }),
    }),
    keepKey,
  ];
}

function listLines({ keys }: { keys: ListedKey[] }): string[] {
  if (keys.length === 0) return ['No keys.'];
  const time = (at: Date | null) => (at === null ? '-' : shownTime(at));
  return tableLines(
    ['KEY ID', 'ORGANIZATION', 'ENVIRONMENT', 'CREATED (UTC)', 'LAST USED', 'EXPIRES', 'REVOKED', 'RIGHTS'],
    keys.map((key) => [
      key.key_id,
      key.organization ?? '-',
      key.environment,
      time(key.created_at),
      time(key.last_used_at),
      time(key.expires_at),
      time(key.revoked_at),
      key.type === null ? key.permissions.join(',') : `product search: ${key.type}`,
    ]),
  );
}
