import { webhookPermissionFeature } from '../domain/platform/features';
import { settingsRebuildFeature } from '../domain/products/features';
import { type Stores } from '../stores';
import { requireOrganization } from './tenant';

type FeatureStores = Pick<Stores, 'organizations'>;

/** Features that operators enable, by the names that commands take. */
const FEATURES = {
  'settings-rebuild': settingsRebuildFeature,
  'webhook-permission': webhookPermissionFeature,
} as const;

export type FeatureName = keyof typeof FEATURES;
export const featureNames = Object.keys(FEATURES) as FeatureName[];

export interface FeatureState {
  feature: FeatureName;
  organization: string;
  enabled: boolean;
}

export async function setFeature(
  { organizations }: FeatureStores,
  { feature, organization, enabled }: FeatureState,
): Promise<FeatureState> {
  const organizationId = await requireOrganization(organizations, organization);
  await organizations.setFeature(organizationId, FEATURES[feature], enabled);
  return { feature, organization, enabled };
}

/** Lists all features of an organization with their states. @throws CommandError */
export async function listFeatures(
  { organizations }: FeatureStores,
  organization: string,
): Promise<{ features: FeatureState[] }> {
  const organizationId = await requireOrganization(organizations, organization);
  const features: FeatureState[] = [];
  for (const feature of featureNames) {
    const enabled = await organizations.hasFeature(organizationId, FEATURES[feature]);
    features.push({ feature, organization, enabled });
  }
  return { features };
}
