import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { type AzureAccess } from '../../embedded/servers/azurite';
import { concurrently } from '../service/concurrently';

const putsAtOnce = 32;
const blobsPerFolder = 1_000;
const width = 7;

/** A container full of small blobs. */
export interface FilledContainer {
  name: string;
  client: ContainerClient;
}

/** Puts so many small blobs into a new container, a thousand to a folder. */
export async function fillContainer(
  { endpoint, accountName, accountKey }: AzureAccess,
  name: string,
  count: number,
): Promise<FilledContainer> {
  const credential = new StorageSharedKeyCredential(accountName, accountKey);
  const client = new ContainerClient(`${endpoint}/${accountName}/${name}`, credential);
  await client.create();
  await concurrently(count, putsAtOnce, async (at) => {
    const folder = String(Math.floor(at / blobsPerFolder)).padStart(width, '0');
    const content = `text ${at}`;
    await client
      .getBlockBlobClient(`folder-${folder}/text-${String(at).padStart(width, '0')}.txt`)
      .upload(content, content.length);
  });
  return { name, client };
}

/** A blob as the listing of the vendor's library has it. */
export interface ListedBlob {
  key: string;
  etag: string;
  byteSize: number;
}

/** Lists a container by the vendor's library alone, in its largest pages, and hands out page by page. */
export async function* bareListing({ client }: FilledContainer): AsyncGenerator<ListedBlob[]> {
  for await (const { segment } of client.listBlobsFlat().byPage({ maxPageSize: 5_000 }))
    yield segment.blobItems.map(({ name, properties }) => ({
      key: name,
      etag: properties.etag.replace(/^"(.*)"$/, '$1'),
      byteSize: properties.contentLength ?? 0,
    }));
}

/** Seconds that the vendor's library takes for the whole listing. */
export async function timeListing(container: FilledContainer, count: number): Promise<number> {
  const startMs = performance.now();
  let listed = 0;
  for await (const page of bareListing(container)) listed += page.length;
  const seconds = (performance.now() - startMs) / 1_000;
  if (listed !== count) throw new Error(`the container lists ${listed} of ${count} blobs`);
  return seconds;
}
