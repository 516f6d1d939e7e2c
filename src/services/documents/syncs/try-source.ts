import { ObjectStoreError } from '../../../object-stores';
import { type ServiceDeps } from '../../deps';

/** A container, and the access to it. */
export interface TriedSource {
  accountName: string;
  container: string;
  prefix: string;
  /** Secret. */
  accountKey: string;
}

/** Tries to list a source. Nothing is kept. @returns why it cannot be listed; null when it can */
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
