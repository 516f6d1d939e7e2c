import { type PaletteEntry } from './entry';

/** Place in the storage of the tab, which signing out clears. */
const storageName = 'sheaf-recent-pages';
const recentMax = 12;
const things =
  /^\/(?:parse|collections|evaluations|webhooks|jobs\/(?:documents|products)|history\/queries|products\/keys)\/.+$/;
/** An index is one thing with several tabs. */
const indexPattern = /^\/products\/indexes\/[^/]+/;

type RecentPage = Pick<PaletteEntry, 'to' | 'name'>;

/** Pages of single things that were opened in this tab, the latest first. */
export function readRecentPages(): PaletteEntry[] {
  return stored().map((page) => ({ ...page, group: 'Recent' }));
}

/** Notes a page of a single thing. Lists are in the menu, and are not noted. */
export function noteRecentPage(pathname: string, name: string): void {
  const to = thingPath(pathname);
  if (to === null) return;
  const page = { to, name };
  const others = stored().filter(({ to }) => to !== page.to);
  sessionStorage.setItem(storageName, JSON.stringify([page, ...others].slice(0, recentMax)));
}

/** Address of the thing that a page shows; null for a page of none. */
function thingPath(pathname: string): string | null {
  const index = indexPattern.exec(pathname);
  if (index !== null) return index[0];
  return things.test(pathname) ? pathname : null;
}

function stored(): RecentPage[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]');
    return Array.isArray(value) ? value.filter((page) => isPage(page)) : [];
  } catch {
    // Any other value in the storage is no list of pages.
    return [];
  }
}

const isPage = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'name' in value &&
  typeof value.to === 'string' &&
  typeof value.name === 'string';
