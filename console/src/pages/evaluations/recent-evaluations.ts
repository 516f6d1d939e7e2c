/** Evaluations that were opened in this tab; the API has no list of them. Signing out forgets them. */
const storageName = 'sheaf-evaluations';
const recentMax = 20;

/** Their ids, the latest first. */
export function recentEvaluations(): string[] {
  const stored = sessionStorage.getItem(storageName);
  return stored === null ? [] : stored.split(' ');
}

/** Puts an evaluation in front. */
export function rememberEvaluation(id: string): void {
  const others = recentEvaluations().filter((other) => other !== id);
  sessionStorage.setItem(storageName, [id, ...others].slice(0, recentMax).join(' '));
}
