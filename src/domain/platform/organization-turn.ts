/**
 * Failure type of an attempt whose organization uses all its slots of a worker. The activity is retried, and
 * the attempt does not count as a try.
 */
export const organizationBusy = 'OrganizationBusy';
