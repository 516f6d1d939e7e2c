/**
 * Error type of an attempt that came while its organization had all the slots of a worker that it may have;
 * it is tried again and uses up none of the tries of the work.
 */
export const organizationBusy = 'OrganizationBusy';
