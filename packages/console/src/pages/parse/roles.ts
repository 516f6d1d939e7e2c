import { type SheetChunk } from './chunk-lines';

/** Role of an area in the grid. */
export type AreaRole = 'header' | 'data' | 'subtotal' | 'total' | 'note' | 'figure';

/** The roles with the sign at their left edge, in the order of the legend. */
export const areaRoles: readonly { role: AreaRole; sign: string; meaning: string }[] = [
  { role: 'header', sign: 'H', meaning: 'Header rows: the names of columns' },
  { role: 'data', sign: 'D', meaning: 'Data rows' },
  { role: 'subtotal', sign: 'S', meaning: 'Subtotals' },
  { role: 'total', sign: 'T', meaning: 'Totals' },
  { role: 'note', sign: 'N', meaning: 'Notes: titles and remarks outside of tables' },
  { role: 'figure', sign: 'F', meaning: 'Figures: pictures and charts' },
];

export function roleOf(chunk: SheetChunk): AreaRole {
  return chunk.chunk_type === 'figure' ? 'figure' : (chunk.row_role ?? 'note');
}

export const signOf = (role: AreaRole): string => areaRoles.find((it) => it.role === role)?.sign ?? '';
