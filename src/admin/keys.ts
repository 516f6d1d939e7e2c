import { parseArgs } from 'node:util';
import { Refusal, UsageError } from '../refusal';
import { ID_PREFIX } from '../domain/platform/ids';
import { type Environment, ENVIRONMENTS } from '../domain/platform/tenancy';
import { typePermissions, unbounded } from '../domain/products/key-scope';
import { keyNameCharsMax } from '../domain/products/limits';
import { type Stores } from '../stores';
import { newId } from '../stores/mongo/new-id';
import { type NewApiKey } from '../stores/platform/api-keys';
import { newProductKeyText } from '../stores/products/product-keys';
import {
  environmentName,
  organizationName,
  permissionNames,
  readCount,
  readCredits,
  readPermissions,
} from './options';

/** Usage of the command line. */
export const keysUsage = `Usage: npm run --silent keys -- <command>

  create --organization <name> --environment <${ENVIRONMENTS.join('|')}> --permissions <list>
         [--expires-days <n>] [--credits <n>] [--json]
      Makes a key and shows its text, once. Permissions: ${permissionNames.join(', ')}, comma-separated.
      The last three open product search too, as a key of that type without bounds does.
      --expires-days ends it after so many days; without it the key does not expire.
      --credits sets the organization's balance (again: sets it again, does not add); without it a new organization
      has no limit and an existing one keeps its balance.
  create-product-admin --organization <name> --environment <name> [--name <text>] [--json]
      Makes an admin key for product search and shows its text, once. With it callers make further keys (POST
      /v1/keys); they cannot change or delete this one.
  list [--organization <name>] [--json]
      Shows every key but its text.
  rotate <key_id> [--overlap-hours <n>] [--json]
      Makes a key with the rights and the lifetime of another, which goes on working for so many hours, 24 by
      default. Keys of product search are rotated by their owners (POST /v1/keys).
  revoke <key_id> [--json]
      Ends a key; API processes notice within five seconds.
  credits <organization> <n|unlimited> [--json]
      Sets the balance of an organization, or takes its limit away.

MongoDB is the one of MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

/** Operands of commands, by their number. */
const operandNames = ['nothing', 'one key id', 'an organization and its credits'];
const daysMax = 3_650;
const overlapHoursMax = 30 * 24;
const overlapHoursDefault = '24';
const hourMs = 3_600_000;
const optionNames = [
  'organization',
  'environment',
  'permissions',
  'credits',
  'name',
  'expires-days',
  'overlap-hours',
] as const;
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
      'expires-days': text,
      'overlap-hours': text,
      json: { type: 'boolean', default: false },
    },
  });
  const { json, ...options } = values;
  const [command, ...rest] = positionals;
  const fits = (names: readonly OptionName[], operands: number) => {
    const extra = optionNames.find((name) => options[name] !== undefined && !names.includes(name));
    if (extra !== undefined) throw new UsageError(`${command} takes no --${extra}`);
    if (rest.length !== operands)
      throw new UsageError(
        operands === 0 ? `what is ${rest[0]}?` : `${command} takes ${operandNames[operands]}`,
      );
  };
  switch (command) {
    case 'create':
      fits(['organization', 'environment', 'permissions', 'credits', 'expires-days'], 0);
      return { run: create(options), json };
    case 'create-product-admin':
      fits(['organization', 'environment', 'name'], 0);
      return { run: createProductAdmin(options), json };
    case 'list':
      fits(['organization'], 0);
      return { run: list(options.organization), json };
    case 'rotate':
      fits(['overlap-hours'], 1);
      return { run: rotate(rest[0]!, options['overlap-hours']), json };
    case 'credits':
      fits([], 2);
      return { run: setCredits(rest[0], rest[1]!), json };
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
  const credits = options.credits === undefined ? undefined : readCredits('--credits', options.credits);
  const days = options['expires-days'];
  const lifetimeMs = days === undefined ? null : readCount('--expires-days', days, 1, daysMax) * 24 * hourMs;

  return async ({ apiKeys, credits: creditStore, organizations }) => {
    const organizationId = await organizations.ensure(organization);
    if (credits !== undefined) await creditStore.setBalance(organizationId, credits);
    const expiresAt = lifetimeMs === null ? null : new Date(Date.now() + lifetimeMs);
    const made = await apiKeys.create({ organizationId, environment }, permissions, expiresAt);
    return shown(made, { organization, organizationId, environment, permissions });
  };
}

interface KeyOwner {
  organization: string;
  organizationId: string;
  environment: Environment;
  permissions: string[];
}

/** A new key of documents, as it is shown once. */
function shown({ keyId, text: key, expiresAt }: NewApiKey, owner: KeyOwner): KeysOutput {
  const { organization, organizationId, environment, permissions } = owner;
  const names = { organization, organization_id: organizationId, environment, permissions };
  return {
    json: { key, key_id: keyId, ...names, expires_at: expiresAt },
    lines: [
      `Key           ${key}`,
      `Key id        ${keyId}`,
      `Organization  ${organization} (${organizationId}), ${environment}`,
      `Permissions   ${permissions.join(', ')}`,
      `Expires       ${expiresAt?.toISOString() ?? 'never'}`,
      'Keep the key: it is not stored and cannot be shown again.',
    ],
  };
}

function rotate(keyId: string, overlapHours = overlapHoursDefault): Run {
  const overlapMs = readCount('--overlap-hours', overlapHours, 0, overlapHoursMax) * hourMs;
  return async ({ apiKeys, organizations }) => {
    const made = await apiKeys.rotate(keyId, overlapMs);
    if (made === null) throw new Refusal(`No key of documents that works has the id ${keyId}.`);
    const { organizationId, environment, permissions } = made.row;
    const names = await organizations.names([organizationId]);
    return shown(made, {
      organization: names.get(organizationId)!,
      organizationId,
      environment,
      permissions,
    });
  };
}

function setCredits(name: string | undefined, text: string): Run {
  const organization = organizationName(name);
  const credits = text === 'unlimited' ? null : readCredits('the credits', text);
  return async ({ credits: creditStore, organizations }) => {
    const organizationId = await organizations.findByName(organization);
    if (organizationId === null) throw new Refusal(`No organization is called ${organization}.`);
    await creditStore.setBalance(organizationId, credits);
    return {
      json: { organization, organization_id: organizationId, credits },
      lines: [`${organization} has ${credits === null ? 'no limit' : `${credits} credits`}.`],
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
      ...(await productKeys.listAll(organizationId)).map((row) => ({
        ...row,
        revokedAt: row.deletedAt,
        expiresAt: null,
      })),
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
      expires_at: row.expiresAt ?? null,
    }));
    const lines = keys.map((key) =>
      [
        key.key_id,
        key.organization ?? '',
        key.environment,
        key.type === null ? key.permissions.join(',') : `product ${key.type}`,
        `created ${key.created_at.toISOString()}`,
        `used ${key.last_used_at?.toISOString() ?? 'never'}`,
        ...(key.expires_at === null ? [] : [`expires ${key.expires_at.toISOString()}`]),
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
