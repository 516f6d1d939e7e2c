import { ChartRecord } from './chart-record';

const NAMES: Readonly<Record<number, string>> = {
  [ChartRecord.bar]: 'column chart',
  [ChartRecord.line]: 'line chart',
  [ChartRecord.pie]: 'pie chart',
  [ChartRecord.area]: 'area chart',
  [ChartRecord.scatter]: 'scatter chart',
  [ChartRecord.radar]: 'radar chart',
  [ChartRecord.radarArea]: 'radar chart',
  [ChartRecord.surface]: 'surface chart',
  [ChartRecord.pieOfPie]: 'pie-of-pie chart',
};

const lyingFlag = 0x01;
const bubblesFlag = 0x01;

/**
 * Chart type in words (`stacked bar chart`) by the record that names it; null for other records. Flags are
 * those of [MS-XLS] 2.4.15, 2.4.20, 2.4.162, 2.4.195 and 2.4.247.
 */
export function chartTypeOf(type: number, data: Buffer): string | null {
  const name = NAMES[type];
  if (name === undefined) return null;
  const word = (at: number) => (at + 2 <= data.length ? data.readUInt16LE(at) : 0);
  switch (type) {
    case ChartRecord.bar: {
      const flags = word(4);
      return stacking(flags >> 1) + (flags & lyingFlag ? 'bar chart' : name);
    }
    case ChartRecord.line:
    case ChartRecord.area:
      return stacking(word(0)) + name;
    case ChartRecord.pie:
      return word(2) > 0 ? 'doughnut chart' : name;
    case ChartRecord.scatter:
      return word(4) & bubblesFlag ? 'bubble chart' : name;
    default:
      return name;
  }
}

/** Word for stacked values, or for shares of 100 %, by the flags. */
function stacking(flags: number): string {
  if (flags & 2) return '100 % stacked ';
  return flags & 1 ? 'stacked ' : '';
}
