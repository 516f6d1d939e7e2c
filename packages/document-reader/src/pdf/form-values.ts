import { type Pdfium, type Pointer } from './pdfium';

/**
 * Bytes of `FPDF_FORMFILLINFO` (`fpdf_formfill.h`) with room to spare; its callbacks are never called here.
 */
const infoBytes = 512;
const infoVersion = 2;

/** Types of fields (`fpdf_formfill.h`). */
const fieldType = {
  none: -1,
  unknown: 0,
  pushButton: 1,
  checkBox: 2,
  radioButton: 3,
  comboBox: 4,
  listBox: 5,
} as const;
/** Flag of a text field whose characters are shown as bullets (ISO 32000, table 228). */
const passwordFlag = 1 << 13;
const optionsMax = 1_000;

/**
 * Opens the form of a document. The value of a field often lies in the dictionary of a parent, which only the
 * form knows.
 *
 * @returns a function that reads what the field of a widget shows, '' for nothing
 */
export function openForm(pdfium: Pdfium, document: Pointer): (widget: Pointer) => string {
  const info = Buffer.alloc(infoBytes);
  info.writeInt32LE(infoVersion);
  const form = pdfium.FPDFDOC_InitFormFillEnvironment(document, pdfium.store(info));
  const value = pdfium.store(Buffer.from('V\0'));
  const state = pdfium.store(Buffer.from('AS\0'));
  const entryOf = (widget: Pointer, key: Pointer): string =>
    pdfium.text('utf-16le', (buffer, size) => pdfium.FPDFAnnot_GetStringValue(widget, key, buffer, size));
  /** Of a widget that the form does not know. */
  const ownValueOf = (widget: Pointer): string => entryOf(widget, value);
  if (form === 0) return ownValueOf;

  const valueOf = (widget: Pointer): string =>
    pdfium.text('utf-16le', (buffer, size) => pdfium.FPDFAnnot_GetFormFieldValue(form, widget, buffer, size));

  /** Of a box that is checked; the others of its field have the same value. */
  function stateOf(widget: Pointer): string {
    const shown = entryOf(widget, state) || ownValueOf(widget);
    if (shown === '' || shown === 'Off') return '';
    const exported = pdfium.text('utf-16le', (buffer, size) =>
      pdfium.FPDFAnnot_GetFormFieldExportValue(form, widget, buffer, size),
    );
    return exported === '' ? shown : exported;
  }

  /** What people see of the chosen options, whose values may be codes. */
  function chosenLabels(widget: Pointer): string {
    const labels: string[] = [];
    const count = Math.min(pdfium.FPDFAnnot_GetOptionCount(form, widget), optionsMax);
    for (let index = 0; index < count; index++) {
      if (pdfium.FPDFAnnot_IsOptionSelected(form, widget, index) !== 1) continue;
      labels.push(
        pdfium.text('utf-16le', (buffer, size) =>
          pdfium.FPDFAnnot_GetOptionLabel(form, widget, index, buffer, size),
        ),
      );
    }
    return labels.join(', ');
  }

  return (widget) => {
    switch (pdfium.FPDFAnnot_GetFormFieldType(form, widget)) {
      case fieldType.none:
      case fieldType.unknown:
        return ownValueOf(widget);
      case fieldType.pushButton:
        return '';
      case fieldType.checkBox:
      case fieldType.radioButton:
        return stateOf(widget);
      case fieldType.comboBox:
      case fieldType.listBox:
        return chosenLabels(widget) || valueOf(widget);
      default:
        return (pdfium.FPDFAnnot_GetFormFieldFlags(form, widget) & passwordFlag) === 0 ? valueOf(widget) : '';
    }
  };
}
