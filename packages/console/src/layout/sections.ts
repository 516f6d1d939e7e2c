import { type IconName } from '../parts/icon';

export interface Section {
  path: string;
  name: string;
  icon: IconName;
}

/** The menu, in groups with a heading. */
export const sections: readonly { heading: string; entries: readonly Section[] }[] = [
  { heading: 'Overview', entries: [{ path: '/', name: 'Home', icon: 'home' }] },
  {
    heading: 'Documents',
    entries: [
      { path: '/jobs', name: 'Jobs', icon: 'jobs' },
      { path: '/parse', name: 'Parse', icon: 'parse' },
      { path: '/collections', name: 'Collections', icon: 'collections' },
      { path: '/syncs', name: 'Syncs', icon: 'syncs' },
      { path: '/query', name: 'Query', icon: 'search' },
      { path: '/history', name: 'History', icon: 'history' },
      { path: '/evaluations', name: 'Evaluations', icon: 'evaluations' },
    ],
  },
  {
    heading: 'Products',
    entries: [
      { path: '/products/indexes', name: 'Indexes', icon: 'products' },
      { path: '/products/aliases', name: 'Aliases', icon: 'aliases' },
      { path: '/products/imports', name: 'Imports', icon: 'imports' },
      { path: '/products/keys', name: 'Keys', icon: 'keys' },
      { path: '/products/audit', name: 'Audit log', icon: 'audit' },
    ],
  },
  { heading: 'Service', entries: [{ path: '/webhooks', name: 'Webhooks', icon: 'webhooks' }] },
];
