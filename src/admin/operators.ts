import { operatorsPerOrganizationMax } from '../domain/products/limits';
import { CommandError } from '../command-errors';
import { type Stores } from '../stores';
import { requireOrganization } from './tenant';

type OperatorStores = Pick<Stores, 'organizations'>;

/** Operators of an organization; null where management calls need not name one. */
export interface OrganizationOperators {
  organization: string;
  operators: string[] | null;
}

/** @throws CommandError */
export async function listOperators(
  { organizations }: OperatorStores,
  organization: string,
): Promise<OrganizationOperators> {
  const organizationId = await requireOrganization(organizations, organization);
  return { organization, operators: await organizations.operatorsOf(organizationId) };
}

/** @throws CommandError, also where the list would be too long */
export async function addOperators(
  stores: OperatorStores,
  organization: string,
  names: readonly string[],
): Promise<OrganizationOperators> {
  const { organizations } = stores;
  const organizationId = await requireOrganization(organizations, organization);
  const listed = (await organizations.operatorsOf(organizationId)) ?? [];
  if (new Set([...listed, ...names]).size > operatorsPerOrganizationMax)
    throw new CommandError(`An organization lists at most ${operatorsPerOrganizationMax} operators.`);
  await organizations.changeOperators(organizationId, { add: names });
  return listOperators(stores, organization);
}

/** @throws CommandError */
export async function removeOperators(
  stores: OperatorStores,
  organization: string,
  names: readonly string[],
): Promise<OrganizationOperators> {
  const organizationId = await requireOrganization(stores.organizations, organization);
  await stores.organizations.changeOperators(organizationId, { remove: names });
  return listOperators(stores, organization);
}

/** Deletes the list, so that management calls need not name an operator. @throws CommandError */
export async function disableOperators(
  stores: OperatorStores,
  organization: string,
): Promise<OrganizationOperators> {
  await stores.organizations.forgetOperators(await requireOrganization(stores.organizations, organization));
  return { organization, operators: null };
}
