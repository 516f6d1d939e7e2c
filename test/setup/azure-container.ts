import { randomUUID } from 'node:crypto';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { type AzureAccess } from '../../embedded/servers/azurite';

const writesAtOnce = 16;

/** A container of an emulator of Azure, to be filled and changed. */
export interface AzureContainer {
  name: string;
  client: ContainerClient;
  /** Fields by which requests for syncs name it. */
  source: { container: string; account_name: string; account_key: string };
  /** Writes blobs; `metadata` is theirs. */
  put(blobs: Record<string, string | Buffer>, metadata?: Record<string, string>): Promise<void>;
  remove(...names: string[]): Promise<void>;
}

/** Makes an empty container. */
export async function createContainer(azure: AzureAccess): Promise<AzureContainer> {
  const { endpoint, accountName, accountKey } = azure;
  const name = `container-${randomUUID().slice(0, 8)}`;
  const credential = new StorageSharedKeyCredential(accountName, accountKey);
  const client = new ContainerClient(`${endpoint}/${accountName}/${name}`, credential);
  await client.create();

  return {
    name,
    client,
    source: { container: name, account_name: accountName, account_key: accountKey },
    put: (blobs, metadata) =>
      inLanes(Object.entries(blobs), async ([blob, content]) => {
        await client
          .getBlockBlobClient(blob)
          .upload(content, Buffer.byteLength(content), metadata === undefined ? {} : { metadata });
      }),
    remove: (...names) =>
      inLanes(names, async (blob) => {
        await client.deleteBlob(blob);
      }),
  };
}

async function inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: writesAtOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
    }),
  );
}
