/** Example of the bounds of a collection, for the documentation. */
export const maskingBoundsExample = {
  bounds: [
    {
      tag: 'PERSON',
      bound: 'wider',
      graded: true,
      set_by: 'key_01JD3V…',
      set_at: '2026-11-20T19:15:41.002Z',
    },
    { tag: 'EMAIL', bound: 'default', graded: false, set_by: null, set_at: null },
  ],
};
