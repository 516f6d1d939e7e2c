interface Span {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Refinement of a schema with optional `from` and `to`: the end must be after the beginning. */
export const endsAfterItBegins: [
  holds: (span: Span) => boolean,
  refusal: { path: string[]; message: string },
] = [
  ({ from, to }) => from === undefined || to === undefined || from < to,
  { path: ['to'], message: 'must lie after from' },
];
