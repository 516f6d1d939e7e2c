import { parseArgs } from 'node:util';
import { Refusal, UsageError } from '../refusal';
import { PERMISSIONS } from '../domain/documents/permissions';
import { ID_PREFIX } from '../domain/platform/ids';
import { type Environment, ENVIRONMENTS, isEnvironment } from '../domain/platform/tenancy';
import { typePermissions, unbounded } from '../domain/products/key-scope';
import { keyNameCharsMax } from '../domain/products/limits';
import { PRODUCT_GRANTS } from '../domain/products/permissions';
import { type Stores } from '../stores';
import { newId } from '../stores/mongo/new-id';
import { newProductKeyText } from '../stores/products/product-keys';
import { organizationNamePattern } from '../stores/platform/organizations';

const permissionNames = [...PERMISSIONS, ...PRODUCT_GRANTS];

/** Usage of the command line. */
export const keysUsage = `Usage: npm run --silent keys -- <command>

  create --organization <name> --environment <${ENVIRONMENTS.join('|')}> --permissions <list> [--credits <n>] [--json]
      Makes a key and shows its text, once. Permissions: ${permissionNames.join(', ')}, comma-separated.
      The last three open product search too, as a key of that type without bounds does.
      --credits sets the organization's balance (again: sets it again, does not add); without it a new organization
      has no limit and an existing one keeps its balance.
  create-product-admin --organization <name> --environment <name> [--name <text>] [--json]
      Makes an admin key for product search and shows its text, once. With it callers make further keys (POST
      /v1/keys); they cannot change or delete this one.
  list [--organization <name>] [--json]
      Shows every key but its text.
  revoke <key_id> [--json]
      Ends a key; API processes notice within five seconds.

MongoDB is the one of MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

const optionNames = ['organization', 'environment', 'permissions', 'credits', 'name'] as const;
type OptionName = (typeof optionNames)[number];
type Options = Partial<Record<OptionName, string>>;

/** Output of a command: one JSON line, or lines for people. */
export interface KeysOutput {
  json: unknown;
  lines: string[];
}

type Run = (stores: Stores) => Promise<KeysOutput>;

/**
 * Reads the command line, all of it before anything is connected.
 *
 * @throws UsageError, or an error of `parseArgs`
 */
export function readKeysCommand(argv: readonly string[]): { run: Run; json: boolean } {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      organization: text,
      environment: text,
      permissions: text,
      credits: text,
      name: text,
      json: { type: 'boolean', default: false },
    },
  });
  const { json, ...options } = values;
  const [command, ...rest] = positionals;
  const fits = (names: readonly OptionName[], operands: number) => {
    const extra = optionNames.find((name) => options[name] !== undefined && !names.includes(name));
    if (extra !== undefined) throw new UsageError(`${command} takes no --${extra}`);
    if (rest.length !== operands)
      throw new UsageError(operands === 0 ? `what is ${rest[0]}?` : `${command} takes one key id`);
  };
  switch (command) {
    case 'create':
      fits(['organization', 'environment', 'permissions', 'credits'], 0);
      return { run: create(options), json };
    case 'create-product-admin':
      fits(['organization', 'environment', 'name'], 0);
      return { run: createProductAdmin(options), json };
    case 'list':
      fits(['organization'], 0);
      return { run: list(options.organization), json };
    case 'revoke':
      fits([], 1);
      return { run: revoke(rest[0]!), json };
    default:
      throw new UsageError(command === undefined ? 'no command given' : `no command ${command}`);
  }
}

function create(options: Options): Run {
  const organization = organizationName(options.organization);
  const environment = environmentName(options.environment);
  const permissions = readPermissions(options.permissions);
  const credits = options.credits === undefined ? undefined : readCredits(options.credits);

  return async ({ apiKeys, credits: creditStore, organizations }) => {
    const organizationId = await organizations.ensure(organization);
    if (credits !== undefined) await creditStore.setBalance(organizationId, credits);
    const { keyId, text: key } = await apiKeys.create({ organizationId, environment }, permissions);
    return {
      json: { key, key_id: keyId, organization, organization_id: organizationId, environment, permissions },
      lines: [
        `Key           ${key}`,
        `Key id        ${keyId}`,
        `Organization  ${organization} (${organizationId}), ${environment}`,
        `Permissions   ${permissions.join(', ')}`,
        'Keep the key: it is not stored and cannot be shown again.',
      ],
    };
  };
}

function createProductAdmin(options: Options): Run {
  const organization = organizationName(options.organization);
  const environment = environmentName(options.environment);
  const { name = 'admin' } = options;
  if (name.trim() === '' || name.length > keyNameCharsMax)
    throw new UsageError(`--name must have 1 to ${keyNameCharsMax} characters`);

  return async ({ organizations, productKeys }) => {
    const organizationId = await organizations.ensure(organization);
    const key = newProductKeyText();
    const keyId = newId(ID_PREFIX.apiKey);
    await productKeys.create({
      _id: keyId,
      organizationId,
      environment,
      name: name.trim(),
      type: 'admin',
      permissions: [...typePermissions.admin],
      bounds: unbounded,
      ancestors: [],
      lineage: [],
      createdBy: null,
      issuedByService: true,
      text: key,
    });
    return {
      json: { key, key_id: keyId, organization, organization_id: organizationId, environment, type: 'admin' },
      lines: [
        `Key           ${key}`,
        `Key id        ${keyId}`,
        `Organization  ${organization} (${organizationId}), ${environment}`,
        'Type          admin, for product search',
        'Keep the key: it is not stored and cannot be shown again.',
      ],
    };
  };
}

function list(name: string | undefined): Run {
  if (name !== undefined) organizationName(name);
  return async ({ apiKeys, organizations, productKeys }) => {
    const organizationId = name === undefined ? undefined : await organizations.findByName(name);
    if (organizationId === null) throw new Refusal(`No organization is called ${name}.`);
    const rows = [
      ...(await apiKeys.list(organizationId)).map((row) => ({ ...row, type: null })),
      ...(await productKeys.listAll(organizationId)).map((row) => ({ ...row, revokedAt: row.deletedAt })),
    ];
    const names = await organizations.names(rows.map((row) => row.organizationId));
    const keys = rows.map((row) => ({
      key_id: row._id,
      organization: names.get(row.organizationId) ?? null,
      environment: row.environment,
      type: row.type,
      permissions: row.permissions,
      created_at: row.createdAt,
      last_used_at: row.lastUsedAt,
      revoked_at: row.revokedAt,
    }));
    const lines = keys.map((key) =>
      [
        key.key_id,
        key.organization ?? '',
        key.environment,
        key.type === null ? key.permissions.join(',') : `product ${key.type}`,
        `created ${key.created_at.toISOString()}`,
        `used ${key.last_used_at?.toISOString() ?? 'never'}`,
        ...(key.revoked_at === null ? [] : [`revoked ${key.revoked_at.toISOString()}`]),
      ].join('  '),
    );
    return { json: { keys }, lines: lines.length === 0 ? ['No keys.'] : lines };
  };
}

function revoke(keyId: string): Run {
  return async ({ apiKeys, productKeys }) => {
    const isRevoked = (await apiKeys.revoke(keyId)) || (await productKeys.delete(keyId));
    if (!isRevoked) throw new Refusal(`No key has the id ${keyId}.`);
    return { json: { key_id: keyId, revoked: true }, lines: [`${keyId} is revoked.`] };
  };
}

function environmentName(value: string | undefined): Environment {
  if (isEnvironment(value)) return value;
  throw new UsageError(`--environment must be one of ${ENVIRONMENTS.join(', ')}`);
}

function organizationName(value: string | undefined): string {
  if (value !== undefined && organizationNamePattern.test(value)) return value;
  throw new UsageError('--organization must be 1 to 63 lower-case letters, digits and inner hyphens');
}

function readPermissions(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !permissionNames.some((known) => known === name));
  if (wrong.length > 0)
    throw new UsageError(`--permissions must be a comma-separated list of ${permissionNames.join(', ')}`);
  return permissionNames.filter((known) => names.includes(known));
}

function readCredits(value: string): number {
  const credits = Number(value);
  if (value.trim() !== '' && credits >= 0 && Number.isSafeInteger(credits * 2)) return credits;
  throw new UsageError('--credits must be a multiple of 0.5, zero or more');
}
