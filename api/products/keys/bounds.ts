import { ValidationError } from '../../../src/domain/platform/refusal';
import { type KeyBounds } from '../../../src/domain/products/key-scope';
import { type SentBounds } from '../../../src/services/products/keys/bounds';
import { type NewKeyBody } from './schema';

/** Body members of keys, by the bounds that they set. */
const boundNames = {
  indexes: 'indexes',
  principals: 'principals',
  tenant: 'tenant',
  filter: 'filter',
  allowed_origins: 'allowedOrigins',
  facets: 'facets',
  hidden_fields: 'hiddenFields',
  visible_fields: 'visibleFields',
  rate_limit_per_second: 'ratePerSecond',
  expires_at: 'expiresAt',
} as const satisfies Record<string, keyof KeyBounds>;

const memberNames = new Map<unknown, string>(
  Object.entries(boundNames).map(([member, bound]) => [bound, member]),
);

/** Reads the bounds that a body of a key, or of a token, sets. */
export function sentBounds(body: Partial<Pick<NewKeyBody, keyof typeof boundNames>>): SentBounds {
  const members = Object.keys(boundNames) as (keyof typeof boundNames)[];
  return Object.fromEntries(
    members
      .filter((member) => body[member] !== undefined)
      .map((member) => [boundNames[member], body[member]]),
  );
}

/** Runs work on the bounds of a body; its issues then carry the names of the body's members. */
export async function namingMembers<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const issues = error.issues.map((issue) => ({
      ...issue,
      loc: issue.loc.map((part) => memberNames.get(part) ?? part),
    }));
    throw new ValidationError(issues);
  }
}
