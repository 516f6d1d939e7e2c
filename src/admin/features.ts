import { parseArgs } from 'node:util';
import { Refusal, UsageError } from '../refusal';
import { webhookPermissionFeature } from '../domain/platform/features';
import { settingsRebuildFeature } from '../domain/products/features';
import { type Stores } from '../stores';
import { organizationNamePattern } from '../stores/platform/organizations';

/** Features that operators enable for an organization, by the name that the command line gives them. */
const ORGANIZATION_FEATURES = new Map([
  ['settings-rebuild', settingsRebuildFeature],
  ['webhook-permission', webhookPermissionFeature],
]);

/** Usage of the command line. */
export const featuresUsage = `Usage: npm run --silent features -- <enable|disable> --organization <name> <settings-rebuild|webhook-permission>

  settings-rebuild
      Replacing settings of an index with ?rebuild=true starts the full build that they need; without it such a change is
      refused with FIELD_NEEDS_REBUILD. While the feature is off, all changes are saved and wait for the next build.

  webhook-permission
      Webhooks are managed by keys with the permission webhooks, and each endpoint by those of the environment whose key made
      it. While the feature is off, any key of the organization
      manages all of them, their secrets included. What endpoints receive stays: events of all environments.

MongoDB is the one of MONGODB_URL, else that of the running stack (DATA_DIR, default .data).`;

type FeatureStores = Pick<Stores, 'organizations'>;

/**
 * Reads the command line, all of it before anything is connected. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readFeaturesCommand(argv: readonly string[]): (stores: FeatureStores) => Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { organization: { type: 'string' } },
  });
  const [command, name = '', ...more] = positionals;
  const { organization } = values;
  if (command !== 'enable' && command !== 'disable')
    throw new UsageError(command === undefined ? 'no command given' : `no command ${command}`);
  const isEnabled = command === 'enable';
  if (more.length > 0) throw new UsageError(`what is ${more[0]!}?`);

  if (organization === undefined || !organizationNamePattern.test(organization))
    throw new UsageError('--organization must be 1 to 63 lower-case letters, digits and inner hyphens');
  const feature = ORGANIZATION_FEATURES.get(name);
  if (feature === undefined) throw new UsageError(`no feature ${name === '' ? 'given' : name}`);
  return async ({ organizations }) => {
    const organizationId = await organizations.findByName(organization);
    if (organizationId === null) throw new Refusal(`No organization is called ${organization}.`);
    await organizations.setFeature(organizationId, feature, isEnabled);
    return `${name} is ${command}d for ${organization}.`;
  };
}
