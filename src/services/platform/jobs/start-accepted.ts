/**
 * Starts the run of a job whose row is written. When the start fails, the acceptance is withdrawn, unless a
 * run has claimed the row already: then only the answer to the start was lost, and the job is accepted.
 *
 * @param withdraw takes the row back; false when a run has it, or there is no such job
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
