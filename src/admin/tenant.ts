import { parseArgs } from 'node:util';
import { type Environment, type Tenant } from '../domain/platform/tenancy';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';
import { environmentName, organizationName } from './options';

/** A collection or an index, as a command line names it. */
export interface NamedPlace {
  organization: string;
  environment: Environment;
  name: string;
}

/**
 * Reads `--organization <name> --environment <name> <place>`.
 *
 * @throws UsageError, or an error of `parseArgs`
 */
export function readNamedPlace(argv: readonly string[], noun: 'collection' | 'index'): NamedPlace {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { organization: text, environment: text },
  });
  const [name, ...more] = positionals;
  const organization = organizationName(values.organization);
  const environment = environmentName(values.environment);
  if (name === undefined) throw new UsageError(`no ${noun} given`);
  if (more.length > 0) throw new UsageError(`what is ${more[0]!}?`);
  return { organization, environment, name };
}

/** @throws Refusal where no organization has the name */
export async function tenantOf(
  organizations: Pick<Stores['organizations'], 'findByName'>,
  { organization, environment }: NamedPlace,
): Promise<Tenant> {
  const organizationId = await organizations.findByName(organization);
  if (organizationId === null) throw new Refusal(`No organization is called ${organization}.`);
  return { organizationId, environment };
}
