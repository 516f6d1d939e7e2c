import { CHART_POINTS_MAX, type ChartModel, type ChartSeries } from '../../ooxml/charts/chart-model';
import { type BiffText, readText } from '../biff-text';
import { type RecordCursor } from '../record-cursor';
import { RecordType } from '../record-type';
import { createChartCache } from './chart-cache';
import { ChartRecord } from './chart-record';
import { chartTypeOf } from './chart-type';
import { type SheetReferences } from '../sheet-references';
import { referenceText } from './references';

const seriesMax = 1_000;
/** Targets of a text in an OBJECTLINK record ([MS-XLS] 2.4.182). */
const titleLink = 1;
const axisLinks = [2, 3, 7];
/** Uses of a source record ([MS-XLS] 2.4.29). */
const nameSource = 0;
const valuesSource = 1;
const categoriesSource = 2;

/**
 * Reads a chart's substream ([MS-XLS] 2.1.7.20.1).
 *
 * @param position offset of its BOF record
 */
export function readChart(
  cursor: RecordCursor,
  position: number,
  text: BiffText,
  sheets: SheetReferences,
): ChartModel {
  const chart: ChartModel = { types: [], title: null, axes: [], series: [] };
  const cache = createChartCache(text);
  const open: number[] = [];
  let before = -1;
  let series: ChartSeries | null = null;
  let source = -1;
  let label = '';
  let link = -1;

  function readRecord(type: number, data: Buffer): void {
    const kind = chartTypeOf(type, data);
    if (kind !== null && !chart.types.includes(kind)) chart.types.push(kind);
    switch (type) {
      case ChartRecord.begin:
        open.push(before);
        break;
      case ChartRecord.end:
        close(open.pop());
        break;
      case ChartRecord.series:
        series = { name: null, categories: null, values: null, points: [], pointCount: 0 };
        break;
      case ChartRecord.text:
        label = '';
        link = -1;
        break;
      case ChartRecord.source:
        readSource(data);
        break;
      case ChartRecord.seriesText:
        addText(readText(data, 2, data.length, 1, text));
        break;
      case ChartRecord.objectLink:
        if (data.length >= 2) link = data.readUInt16LE(0);
        break;
      default:
        cache.add(type, data);
    }
    before = type;
  }

  function readSource(data: Buffer): void {
    if (data.length < 8) return;
    source = data[0]!;
    if (!series || open.at(-1) !== ChartRecord.series) return;
    const formula = data.subarray(8, 8 + data.readUInt16LE(6));
    const reference = text.biff8 ? referenceText(formula, sheets) : null;
    // Programs that store no cached name store at least its reference; a text that follows replaces it.
    if (source === nameSource) series.name = reference;
    else if (source === valuesSource) series.values = reference;
    else if (source === categoriesSource) series.categories = reference;
  }

  function addText(words: string): void {
    if (open.at(-1) === ChartRecord.text) label = words;
    else if (series && open.at(-1) === ChartRecord.series && source === nameSource) series.name = words;
  }

  function close(type: number | undefined): void {
    if (type === ChartRecord.series && series && chart.series.length < seriesMax) {
      chart.series.push(series);
      series = null;
    } else if (type === ChartRecord.text && label !== '') {
      if (link === titleLink) chart.title ??= label;
      else if (axisLinks.includes(link)) chart.axes.push(label);
    }
  }

  cursor.seek(position);
  cursor.next();
  while (cursor.next() && !isEnd(cursor)) {
    readRecord(cursor.type, Buffer.from(cursor.bytes.subarray(cursor.start, cursor.end)));
  }
  for (const [index, one] of chart.series.entries()) {
    one.pointCount = cache.pointCount(index);
    one.points = cache.points(index, CHART_POINTS_MAX);
  }
  return chart;
}

function isEnd({ type }: RecordCursor): boolean {
  return type === RecordType.eof;
}
