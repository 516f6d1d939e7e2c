/**
 * Runs all `tasks` at once and answers their results by name. When one fails, the others are told to stop
 * through `controller`, and the first failure is thrown once all of them have ended.
 */
export async function allOrNothing<T extends Record<string, () => Promise<unknown>>>(
  tasks: T,
  controller: AbortController,
): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>> }> {
  const outcomes = await Promise.allSettled(
    Object.entries(tasks).map(async ([name, task]) => {
      try {
        return [name, await task()] as const;
      } catch (error) {
        controller.abort(error);
        throw error;
      }
    }),
  );
  controller.signal.throwIfAborted();
  const results = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return Object.fromEntries(results) as { [Name in keyof T]: Awaited<ReturnType<T[Name]>> };
}
