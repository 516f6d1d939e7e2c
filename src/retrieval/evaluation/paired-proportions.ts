/** Difference of two treatments of the same subjects. */
export interface PairedDifference {
  /** Two-sided p-value. */
  pValue: number;
  /** Share of successes of the second minus that of the first; null without subjects. */
  difference: number | null;
  /** 95 % confidence interval of the difference. */
  ci95: [number, number] | null;
}

/** The 0.975 quantile of the standard normal distribution. */
const z975 = 1.959963984540054;

/**
 * Compares two proportions of the same subjects.
 *
 * - The p value is McNemar's test in its exact form: under the null hypothesis the discordant pairs fall to
 *   either side like a fair coin, so that p = min(1, 2 P(X <= min(b, c))) with X binomial over b + c tosses
 *   (McNemar, Psychometrika 12, 1947).
 * - The interval is that of Bonett and Price, the Wald interval after one pair is added to each discordant
 *   cell (J. Educ. Behav. Stat. 37(4), 2012), which Fagerland, Lydersen and Laake recommend for small samples
 *   too (Stat. Med. 33, 2014). Its centre is drawn towards zero, and it is cut off at -1 and 1.
 *
 * @param subjects all pairs
 * @param firstOnly pairs in which only the first had success
 * @param secondOnly pairs in which only the second had
 */
export function comparePaired(subjects: number, firstOnly: number, secondOnly: number): PairedDifference {
  const pValue = Math.min(1, 2 * coinTail(firstOnly + secondOnly, Math.min(firstOnly, secondOnly)));
  if (subjects === 0) return { pValue, difference: null, ci95: null };
  const first = (firstOnly + 1) / (subjects + 2);
  const second = (secondOnly + 1) / (subjects + 2);
  const centre = second - first;
  const reach = z975 * Math.sqrt((first + second - centre ** 2) / (subjects + 2));
  return {
    pValue,
    difference: (secondOnly - firstOnly) / subjects,
    ci95: [Math.max(-1, centre - reach), Math.min(1, centre + reach)],
  };
}

/**
 * Probability of at most `heads` heads in so many tosses, computed in logarithms, since 2^-10,000 underflows.
 */
function coinTail(tosses: number, heads: number): number {
  let logTerm = -tosses * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let k = 1; k <= heads; k++) {
    logTerm += Math.log((tosses - k + 1) / k);
    tail += Math.exp(logTerm);
  }
  return tail;
}
