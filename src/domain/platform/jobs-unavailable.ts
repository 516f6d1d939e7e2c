/** Temporal did not answer, or not in time: whether it did what was asked is unknown. */
export class JobsUnavailable extends Error {
  override readonly name = 'JobsUnavailable';

  constructor(cause: unknown) {
    super('Temporal does not answer.', { cause });
  }
}
