/** An entry of the menu. */
export interface Section {
  path: string;
  name: string;
}

/** The menu, in groups with a heading. */
export const sections: readonly { heading: string; entries: readonly Section[] }[] = [
  { heading: 'Documents', entries: [{ path: '/jobs', name: 'Jobs' }] },
  { heading: 'Products', entries: [{ path: '/products/indexes', name: 'Indexes' }] },
];
