/** A bar of what is done; without a total it only says that something goes on. */
export function Progress({ label, done, total }: { label: string; done: number; total: number | null }) {
  return total === null || total === 0 ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={done} max={total} />
  );
}
