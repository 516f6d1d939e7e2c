/** Facts of a candidate that decide whether it gets a place. */
export interface PageCandidate {
  documentId: string;
  /** Indexes of the rules that name it. */
  rules: readonly number[];
}

/** Bounds of a page. */
export interface PageRules {
  limit: number;
  /** Most places of one document; null for no limit. */
  perDocumentMax: number | null;
  /** For each rule, the number of reserved places. */
  reserves: readonly number[];
}

/**
 * Selects the candidates of a page, in their order. First, rule by rule, the best candidates that a rule
 * names get places until the rule has filled its reserve (those of earlier rules count); then the best of
 * all. In both steps a document has at most its bound; the next candidate takes the place of one above it.
 *
 * @param ranked all candidates, best first
 * @returns indexes in `ranked`, ascending
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
