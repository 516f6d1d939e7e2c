import {
  type MaskedText,
  MASKING_REPORT_PARTS,
  type MaskingReportPart,
  type NearPlace,
} from '../domain/documents/masking';
import { type Sealer } from '../signing/sealed-text';

/** Line of a stored report: a masked text with its spans and sealed values. */
interface ReportLine extends Omit<MaskedText, 'spans' | 'near'> {
  spans: (readonly [start: number, end: number, tag: string])[];
  near: (readonly [start: number, end: number, tag: string, score: number])[];
  /** Sealed list of the values, one for each span. */
  values: string;
}

export interface ReportedText extends Omit<MaskedText, 'spans' | 'near'> {
  spans: { tag: string; start: number; end: number; value?: string }[];
  near: NearPlace[];
}

/** Blob key of one of the two reports of a file. */
export const reportKey = (folder: string, part: MaskingReportPart) => `${folder}${part}`;

export const fileReportKeys = (folder: string) => MASKING_REPORT_PARTS.map((part) => reportKey(folder, part));

/** Sealing context of the values of a line; lines count from 0. */
export const linePlace = (key: string, line: number) => `${key}/${line}`;

/** Formats the line of a text, line break included. */
export function writeLine({ spans, near, ...text }: MaskedText, values: Sealer, place: string): string {
  const line: ReportLine = {
    ...text,
    spans: spans.map(({ start, end, tag }) => [start, end, tag]),
    near: near.map(({ start, end, tag, score }) => [start, end, tag, score]),
    values: values.seal(
      spans.map(({ value }) => value),
      place,
    ),
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Parses a line.
 *
 * @param values null to leave the values out
 * @throws SealError
 */
export function readLine(text: string, values: Sealer | null, place: string): ReportedText {
  const { spans, near, values: sealed, ...rest } = JSON.parse(text) as ReportLine;
  const opened = values?.open(sealed, place) as string[] | undefined;
  return {
    ...rest,
    spans: spans.map(([start, end, tag], at) => ({
      tag,
      start,
      end,
      ...(opened === undefined ? {} : { value: opened[at]! }),
    })),
    near: near.map(([start, end, tag, score]) => ({ start, end, tag, score })),
  };
}
