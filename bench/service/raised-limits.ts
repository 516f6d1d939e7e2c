const unlimited = '10000000';

/** Variables by which no limit of requests holds a bench up. */
export const raisedLimits = {
  RATE_LIMIT_KEY_PER_MINUTE: unlimited,
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: unlimited,
  RATE_LIMIT_QUERIES_PER_MINUTE: unlimited,
  RATE_LIMIT_WEBHOOKS_PER_MINUTE: unlimited,
  RATE_LIMIT_DELIVERIES_PER_MINUTE: unlimited,
};
