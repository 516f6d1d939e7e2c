/** An entry of the menu. */
export interface Section {
  path: string;
  name: string;
}

/** The menu, in groups with a heading. */
export const sections: readonly { heading: string; entries: readonly Section[] }[] = [
  {
    heading: 'Documents',
    entries: [
      { path: '/jobs', name: 'Jobs' },
      { path: '/parse', name: 'Parse' },
      { path: '/query', name: 'Query' },
      { path: '/history', name: 'History' },
      { path: '/collections', name: 'Collections' },
    ],
  },
];
