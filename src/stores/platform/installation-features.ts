import { type Db } from 'mongodb';
import { isDuplicateKey } from '../mongo/mongo';

/** The one row that tells of an installation as a whole. */
interface InstallationRow {
  _id: 'installation';
  features: string[];
}

const _id = 'installation';

/** Features that hold for all organizations of an installation. */
export function createInstallationFeatureStore(db: Db) {
  const rows = db.collection<InstallationRow>('installation');
  return {
    async isEnabled(feature: string): Promise<boolean> {
      return (await rows.findOne({ _id, features: feature }, { projection: { _id: 1 } })) !== null;
    },

    /** Enables a feature, or disables it. */
    async set(feature: string, isEnabled: boolean): Promise<void> {
      const change = isEnabled ? { $addToSet: { features: feature } } : { $pull: { features: feature } };
      await rows.updateOne({ _id }, change, { upsert: true });
    },

    /** Notes what is enabled from the start, where nothing was noted yet. */
    async begin(features: () => Promise<string[]>): Promise<void> {
      if ((await rows.findOne({ _id })) !== null) return;
      const row = { _id, features: await features() } as const;
      await rows.insertOne(row).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    },
  };
}
