/**
 * Feature of an installation: small namespaces lie in search indexes that they share. On in a new installation;
 * an operator enables it in an older one, once no program of a release without it runs any more.
 */
export const sharedIndexesFeature = 'shared_indexes';
