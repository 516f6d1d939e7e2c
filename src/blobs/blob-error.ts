/** No blob has this key. */
export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';

  constructor(key: string) {
    super(`no blob ${key}`);
  }
}

/** A body exceeds the size that its writer allowed. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';

  constructor(readonly byteMax: number) {
    super(`the body is larger than ${byteMax} bytes`);
  }
}

/** The store cannot be reached or fails: the same call may succeed later. */
export class BlobsUnavailable extends Error {
  override readonly name: string = 'BlobsUnavailable';

  constructor(cause: unknown, message = 'the blob store does not answer') {
    super(message, { cause });
  }
}

/** The store accepts no bytes: it is full, over its quota, or read-only. */
export class BlobsFull extends BlobsUnavailable {
  override readonly name = 'BlobsFull';

  constructor(cause: unknown) {
    super(cause, 'the blob store has no room, or takes no writes');
  }
}
