/**
 * Starts the run of a job whose row is written. A failed start withdraws the acceptance, except where a run
 * has already claimed the row: then only the answer to the start was lost, and the job is accepted.
 *
 * @param withdraw removes the row; false where a run has claimed it, or it does not exist
 * @throws the error of the start, once the acceptance is withdrawn
 */
export async function startAccepted(
  start: () => Promise<unknown>,
  withdraw: () => Promise<boolean>,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (await withdraw()) throw error;
  }
}
