/** Facts of a candidate that decide whether it gets a place. */
export interface PageCandidate {
  documentId: string;
  /** Positions of the rules that name it. */
  rules: readonly number[];
}

/** How a page is filled. */
export interface PageRules {
  limit: number;
  /** Places that one document may take; null for any number. */
  perDocumentMax: number | null;
  /** For each rule, places that are kept for what it names. */
  reserves: readonly number[];
}

/**
 * The candidates that make up a page, in their order. First, rule by rule, the best candidates that a rule
 * names get places until the rule has as many as it reserves (what an earlier rule has brought counts); then
 * the best of all. No document gets more than its bound, in either step: what is above it gives its place to
 * the next candidate.
 *
 * @param ranked all candidates, best first
 * @returns positions in `ranked`, ascending
 */
export function selectPage(ranked: readonly PageCandidate[], rules: PageRules): number[] {
  const { limit, perDocumentMax, reserves } = rules;
  const chosen = new Set<number>();
  const ofDocument = new Map<string, number>();

  function choose(position: number, { documentId }: PageCandidate): boolean {
    const taken = ofDocument.get(documentId) ?? 0;
    if (chosen.has(position) || taken === perDocumentMax) return false;
    chosen.add(position);
    ofDocument.set(documentId, taken + 1);
    return true;
  }

  for (const [rule, reserve] of reserves.entries()) {
    if (reserve === 0) continue;
    let kept = [...chosen].filter((position) => ranked[position]!.rules.includes(rule)).length;
    for (let at = 0; at < ranked.length && kept < reserve && chosen.size < limit; at++)
      if (ranked[at]!.rules.includes(rule) && choose(at, ranked[at]!)) kept++;
  }
  for (let at = 0; at < ranked.length && chosen.size < limit; at++) choose(at, ranked[at]!);
  return [...chosen].sort((a, b) => a - b);
}
