import { z } from 'zod';

/** Longer than filters may be, so that they are refused with the place where they end. */
const filterTextMax = 65_536;

/** A filter expression of a body. */
export const filterText = z.string().max(filterTextMax);

/** Filters by field of a body. */
export const fieldFilters = z.record(z.string(), z.unknown());
