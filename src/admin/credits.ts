import { type Stores } from '../stores';
import { requireOrganization } from './tenant';

type CreditStores = Pick<Stores, 'credits' | 'organizations'>;

/** Credits of an organization; `balance` and `remaining` are null without a limit. */
export interface OrganizationCredits {
  organization: string;
  organization_id: string;
  balance: number | null;
  /** Credits reserved by running jobs. */
  held: number;
  remaining: number | null;
}

/** @throws CommandError */
export async function showCredits(
  { credits, organizations }: CreditStores,
  organization: string,
): Promise<OrganizationCredits> {
  const organizationId = await requireOrganization(organizations, organization);
  return { organization, organization_id: organizationId, ...(await credits.account(organizationId)) };
}

/** Sets the balance of an organization; null removes its limit. @throws CommandError */
export async function setCredits(
  stores: CreditStores,
  organization: string,
  balance: number | null,
): Promise<OrganizationCredits> {
  const organizationId = await requireOrganization(stores.organizations, organization);
  await stores.credits.setBalance(organizationId, balance);
  return showCredits(stores, organization);
}
