/** Progress bar; without a total it is indeterminate. */
export function Progress({ label, done, total }: { label: string; done: number; total: number | null }) {
  return total === null || total === 0 ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={done} max={total} />
  );
}
