/** No blob has this key. */
export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';

  constructor(key: string) {
    super(`no blob ${key}`);
  }
}

/** A body went on past the bytes that its writer allowed. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';

  constructor(readonly byteMax: number) {
    super(`the body is larger than ${byteMax} bytes`);
  }
}

/** The store itself cannot be reached or fails: the same call may work later. */
export class BlobsUnavailable extends Error {
  override readonly name: string = 'BlobsUnavailable';

  constructor(cause: unknown, message = 'the blob store does not answer') {
    super(message, { cause });
  }
}

/** The store takes no bytes: it is full, over its quota, or mounted to be read only. */
export class BlobsFull extends BlobsUnavailable {
  override readonly name = 'BlobsFull';

  constructor(cause: unknown) {
    super(cause, 'the blob store has no room, or takes no writes');
  }
}
