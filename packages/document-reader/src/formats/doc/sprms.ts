/** Numbers of single properties that are read ([MS-DOC] 2.6). */
export const Sprm = {
  deleted: 0x0800,
  hiddenField: 0x0802,
  hidden: 0x083c,
  special: 0x0855,
  characterStyle: 0x4a30,
  symbol: 0x6a09,
  picture: 0x6a03,
  inTable: 0x2416,
  rowEnd: 0x2417,
  innerCellEnd: 0x244b,
  innerRowEnd: 0x244c,
  tableDepth: 0x6649,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  largeProperties: 0x6646,
  largePropertiesOld: 0x6645,
  headerRow: 0x3404,
} as const;

const tableDefinition = 0xd608;
const tabChanges = 0xc615;
/** Bytes of an operand by the upper three bits of its number; 0 where its first byte tells. */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

/** Calls `take` for each property of a list, with the offset of its operand, which is whole. */
export function readSprms(sprms: Buffer, take: (sprm: number, operand: number) => void): void {
  for (let at = 0; at + 2 < sprms.length;) {
    const sprm = sprms.readUInt16LE(at);
    const operand = at + 2;
    const end = operand + operandSize(sprms, sprm, operand);
    if (end > sprms.length) return;
    take(sprm, operand);
    at = end;
  }
}

function operandSize(sprms: Buffer, sprm: number, operand: number): number {
  const fixed = operandBytes[sprm >> 13]!;
  if (fixed > 0) return fixed;
  if (sprm === tableDefinition) return operand + 2 > sprms.length ? 2 : sprms.readUInt16LE(operand) + 1;
  const counted = sprms[operand]!;
  if (sprm !== tabChanges || counted < 255) return counted + 1;
  // Changes of tabs may take more bytes than a byte can count.
  const deletions = sprms[operand + 1] ?? 0;
  const additions = sprms[operand + 2 + deletions * 4] ?? 0;
  return 3 + deletions * 4 + additions * 3;
}
