import { median, pairedRatio } from '../../../bench/statistics';
import { textTable } from '../../../bench/text-table';
import type { ReaderName } from './readers';
import type { ReaderResult, SubjectResult } from './rounds';

/** The reader that the others are compared with: calamine for workbooks, papaparse for CSV. */
const YARDSTICK: Record<SubjectResult['format'], ReaderName> = {
  xlsx: 'calamine',
  xls: 'calamine',
  csv: 'papaparse',
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** Share of the cells that are there, or their number where that is unknown. */
function completeness({ complete, cells }: ReaderResult): string {
  if (complete === null) return String(cells);
  return complete === 1 ? 'all' : `${(complete * 100).toFixed(3)} %`;
}

/**
 * A subject as a table: per reader the median, the range, the ratio to the yardstick, the peak, what it read.
 */
export function resultTable(result: SubjectResult): string {
  const yardstick = result.readers.find((reader) => reader.reader === YARDSTICK[result.format]);
  const ratio = (own: readonly number[], other: readonly number[] | undefined) =>
    other === undefined ? '-' : pairedRatio(own, other).toFixed(2);
  const rows = result.readers.map((reader) => [
    reader.reader,
    median(reader.seconds).toFixed(3),
    `${Math.min(...reader.seconds).toFixed(3)}-${Math.max(...reader.seconds).toFixed(3)}`,
    String(reader.seconds.length),
    ratio(reader.seconds, yardstick?.seconds),
    median(reader.cpuSeconds).toFixed(3),
    ratio(reader.cpuSeconds, yardstick?.cpuSeconds),
    reader.peakBytes === 0 ? '-' : megabytes(reader.peakBytes),
    completeness(reader),
    String(reader.failed),
  ]);
  const title = [
    result.subject,
    `${megabytes(result.bytes)} MB`,
    ...(result.cells === null ? [] : [`${result.cells} cells`]),
    `load ${result.load[0]!.toFixed(1)}`,
  ].join(', ');
  const header = [
    'reader',
    'median s',
    'range',
    'runs',
    `to ${YARDSTICK[result.format]}`,
    'CPU s',
    'ratio',
    'peak MB',
    'cells',
    'refused',
  ];
  return `${title}\n${textTable(header, rows)}`;
}
