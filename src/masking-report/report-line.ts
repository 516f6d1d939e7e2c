import { type MaskedText, MASKING_REPORT_PARTS, type MaskingReportPart } from '../domain/documents/masking';
import { type Sealer } from '../signing/sealed-text';

/** Line of a stored report: a masked text with its places. The values lie sealed beside them. */
interface ReportLine extends Omit<MaskedText, 'spans'> {
  spans: (readonly [start: number, end: number, tag: string])[];
  /** Sealed list of strings, by place. */
  values: string;
}

export interface ReportedText extends Omit<MaskedText, 'spans'> {
  spans: { tag: string; start: number; end: number; value?: string }[];
}

/** Key of one of the two reports below the folder of a file. */
export const reportKey = (folder: string, part: MaskingReportPart) => `${folder}${part}`;

/** Keys of both reports of a file. */
export const fileReportKeys = (folder: string) => MASKING_REPORT_PARTS.map((part) => reportKey(folder, part));

/** Place of a line, counted from 0, which its values are bound to. */
export const linePlace = (key: string, line: number) => `${key}/${line}`;

/** Writes the line of a text, its end included. */
export function writeLine({ spans, ...text }: MaskedText, values: Sealer, place: string): string {
  const line: ReportLine = {
    ...text,
    spans: spans.map(({ start, end, tag }) => [start, end, tag]),
    values: values.seal(
      spans.map(({ value }) => value),
      place,
    ),
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Reads a line.
 *
 * @param values null to leave the values out
 * @throws SealError
 */
export function readLine(text: string, values: Sealer | null, place: string): ReportedText {
  const { spans, values: sealed, ...rest } = JSON.parse(text) as ReportLine;
  const opened = values?.open(sealed, place) as string[] | undefined;
  return {
    ...rest,
    spans: spans.map(([start, end, tag], at) => ({
      tag,
      start,
      end,
      ...(opened === undefined ? {} : { value: opened[at]! }),
    })),
  };
}
