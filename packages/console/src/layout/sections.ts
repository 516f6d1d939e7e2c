export interface Section {
  path: string;
  name: string;
}

/** The menu, in groups with a heading. */
export const sections: readonly { heading: string; entries: readonly Section[] }[] = [
  { heading: 'Overview', entries: [{ path: '/', name: 'Home' }] },
  {
    heading: 'Documents',
    entries: [
      { path: '/jobs', name: 'Jobs' },
      { path: '/parse', name: 'Parse' },
      { path: '/collections', name: 'Collections' },
      { path: '/query', name: 'Query' },
      { path: '/history', name: 'History' },
      { path: '/evaluations', name: 'Evaluations' },
    ],
  },
  {
    heading: 'Products',
    entries: [
      { path: '/products/indexes', name: 'Indexes' },
      { path: '/products/aliases', name: 'Aliases' },
      { path: '/products/imports', name: 'Imports' },
      { path: '/products/keys', name: 'Keys' },
      { path: '/products/audit', name: 'Audit log' },
    ],
  },
  { heading: 'Service', entries: [{ path: '/webhooks', name: 'Webhooks' }] },
];
