import { type Environment, type Tenant } from '../domain/platform/tenancy';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';

type FindByName = Pick<Stores['organizations'], 'findByName'>;

/** A collection or an index, as the command line names it. */
export interface NamedPlace {
  organization: string;
  environment: Environment;
  name: string;
}

/** Returns the id of an organization. @throws CommandError where no organization has the name */
export async function requireOrganization(organizations: FindByName, name: string): Promise<string> {
  const organizationId = await organizations.findByName(name);
  if (organizationId === null) throw new CommandError(`No organization is called ${name}.`);
  return organizationId;
}

/** @throws CommandError where no organization has the name */
export async function requireTenant(
  organizations: FindByName,
  { organization, environment }: NamedPlace,
): Promise<Tenant> {
  return { organizationId: await requireOrganization(organizations, organization), environment };
}
