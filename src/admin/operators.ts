import { operatorsPerOrganizationMax } from '../domain/products/limits';
import { Refusal } from '../refusal';
import { type Stores } from '../stores';
import { requireOrganization } from './tenant';

type OperatorStores = Pick<Stores, 'organizations'>;

/** Operators of an organization; null where management calls need not name one. */
export interface OrganizationOperators {
  organization: string;
  operators: string[] | null;
}

/** @throws Refusal */
export async function listOperators(
  { organizations }: OperatorStores,
  organization: string,
): Promise<OrganizationOperators> {
  const organizationId = await requireOrganization(organizations, organization);
  return { organization, operators: await organizations.operatorsOf(organizationId) };
}

/** @throws Refusal, also where the list would be too long */
export async function addOperators(
  stores: OperatorStores,
  organization: string,
  names: readonly string[],
): Promise<OrganizationOperators> {
  const { organizations } = stores;
  const organizationId = await requireOrganization(organizations, organization);
  const listed = (await organizations.operatorsOf(organizationId)) ?? [];
  if (new Set([...listed, ...names]).size > operatorsPerOrganizationMax)
    throw new Refusal(`An organization lists at most ${operatorsPerOrganizationMax} operators.`);
  await organizations.changeOperators(organizationId, { add: names });
  return listOperators(stores, organization);
}

/** @throws Refusal */
export async function removeOperators(
  stores: OperatorStores,
  organization: string,
  names: readonly string[],
): Promise<OrganizationOperators> {
  const organizationId = await requireOrganization(stores.organizations, organization);
  await stores.organizations.changeOperators(organizationId, { remove: names });
  return listOperators(stores, organization);
}

/** Deletes the list, so that management calls need not name an operator. @throws Refusal */
export async function disableOperators(
  stores: OperatorStores,
  organization: string,
): Promise<OrganizationOperators> {
  await stores.organizations.forgetOperators(await requireOrganization(stores.organizations, organization));
  return { organization, operators: null };
}
