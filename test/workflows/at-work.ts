/**
 * Counts what is at work at once. Nothing continues before `expected` of them are: where fewer are let in, a
 * test ends by its time limit, and however slow the machine is, `most` is not too small.
 */
export function countAtWork(expected: number) {
  let atWork = 0;
  let most = 0;
  let open: () => void;
  const reached = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    async enter(): Promise<void> {
      most = Math.max(most, ++atWork);
      if (atWork === expected) open();
      await reached;
    },
    leave(): void {
      atWork--;
    },
    most: () => most,
  };
}
