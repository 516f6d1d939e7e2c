import { ObjectStoreError } from '../../../object-stores';
import { type ServiceDeps } from '../../deps';

/** Container, and the credentials for it. */
export interface TriedSource {
  accountName: string;
  container: string;
  prefix: string;
  /** Account key; secret. */
  accountKey: string;
}

/** Tries to list a source; it stores nothing. @returns why it cannot be listed; null where it can */
export async function trySource(
  { objectStores }: Pick<ServiceDeps, 'objectStores'>,
  { prefix, ...access }: TriedSource,
  signal: AbortSignal,
): Promise<ObjectStoreError | null> {
  const store = objectStores.open({ family: 'azure', ...access });
  try {
    await store.list(prefix, { after: null, limit: 1, signal });
    return null;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    return error;
  }
}
