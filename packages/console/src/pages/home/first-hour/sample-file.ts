import careGuideUrl from './samples/sample-care-guide.txt?url';
import returnsUrl from './samples/sample-returns.html?url';
import salesUrl from './samples/sample-sales.xlsx?url';
import shopUrl from './samples/sample-shop.ndjson?url';
import warrantyUrl from './samples/sample-warranty.pdf?url';

/** Addresses of the sample files, which are assets of the console, by their names. */
const urls = {
  'sample-sales.xlsx': salesUrl,
  'sample-warranty.pdf': warrantyUrl,
  'sample-returns.html': returnsUrl,
  'sample-care-guide.txt': careGuideUrl,
  'sample-shop.ndjson': shopUrl,
};

export type SampleName = keyof typeof urls;

/** Reads a sample file. @throws Error when the service does not answer it */
export async function readSample(name: SampleName): Promise<File> {
  const response = await fetch(urls[name]);
  if (!response.ok) throw new Error(`The sample file ${name} is not answered: ${response.status}`);
  return new File([await response.blob()], name);
}
