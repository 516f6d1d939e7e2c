/**
 * Feature of an organization that operators enable: `PUT` of settings may start the rebuild that the change
 * needs.
 */
export const settingsRebuildFeature = 'settings_rebuild';
