/** Temporal did not answer in time. Whether it did what was requested is unknown. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable';

  constructor(cause: unknown) {
    super('Temporal does not answer.', { cause });
  }
}
