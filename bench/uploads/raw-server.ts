import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The yardstick of the upload bench: a bare `node:http` server that pipes each body into a file of the folder
 * named by its argument, with the SHA-256 of the bytes, and answers the file's name. Prints its port as one
 * line.
 */
function main(folder: string): void {
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const name = randomUUID();
    pipeline(request, hashing, createWriteStream(join(folder, name))).then(
      () => response.setHeader('etag', `"${hash.digest('hex')}"`).end(name),
      (error: unknown) => response.destroy(error as Error),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    console.log((server.address() as AddressInfo).port);
  });
}

main(process.argv[2]!);
