/** Lines of the icons, in a square of 16 units. */
const lines = {
  home: 'M2.5 7.2 8 2.5l5.5 4.7v6.3h-4V9.8h-3v3.7h-4z',
  jobs: 'M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5',
  parse: 'M2.5 3h11v10h-11zM2.5 6.3h11M6.3 6.3V13M2.5 9.7h11',
  collections: 'M2 4.5V12a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1H8L6.5 3H3a1 1 0 0 0-1 1z',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14',
  history: 'M2.6 6.2A5.7 5.7 0 1 1 2.4 9M2.5 3v3.3h3.3M8 5v3.2l2 1.3',
  syncs: 'M13 6.5A5.3 5.3 0 0 0 3.3 5M3 2.3V5h2.7M3 9.5A5.3 5.3 0 0 0 12.7 11M13 13.7V11h-2.7',
  evaluations: 'M2.5 13.5h11M4 11V8.5M8 11V3M12 11V6',
  products: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.5 5 8 8.2 13.5 5M8 8.2v6',
  aliases:
    'M6.6 9.4a2.6 2.6 0 0 0 3.7 0l2.4-2.4A2.6 2.6 0 1 0 9 3.3l-.8.8M9.4 6.6a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 1 0 7 12.7l.8-.8',
  imports: 'M8 2v7.5M5 6.7 8 9.7l3-3M2.5 11v2.5h11V11',
  keys: 'M10.3 9a3.3 3.3 0 1 0-3.1-2.2L2.5 11.5v2h2.2v-1.6h1.6v-1.6l1.3-1.3a3.3 3.3 0 0 0 2.7 0zM11 5h.01',
  audit: 'M8 1.8 13 3.7v4c0 3-2 5.3-5 6.5-3-1.2-5-3.5-5-6.5v-4zM5.8 8l1.6 1.6L10.5 6.4',
  webhooks: 'M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z',
  documents: 'M4 1.8h5L12.5 5v9.2h-8.5zM9 1.8V5h3.5M6 8h4M6 10.7h4',
  reference:
    'M8 4C6.5 2.8 4.5 2.5 2.5 2.8v9.7C4.5 12.2 6.5 12.5 8 13.7c1.5-1.2 3.5-1.5 5.5-1.2V2.8C11.5 2.5 9.5 2.8 8 4zM8 4v9.7',
  leave: 'M6.5 2.5h-4v11h4M6.5 8h7M10.7 5.2 13.5 8l-2.8 2.8',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.8',
} as const;

export type IconName = keyof typeof lines;

/** A picture of a word that stands beside it; assistive technology skips it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={lines[name]} />
    </svg>
  );
}
