import { type ContentTag } from './content-scan';
import { addToDataStyle, beginDataStyle, codeOf, endLiteral, type OpenDataStyle } from './data-style';

const stylesMax = 65_536;

interface CellStyle {
  dataStyle: string | undefined;
  parent: string | undefined;
}

interface DataStyle {
  code: string;
  /** Styles of values that meet a condition, in place of this one. */
  maps: { condition: string; name: string }[];
}

/** Number formats and hidden tables by the styles of a workbook. */
export interface OdsStyles {
  /** Reads a start tag of a part, wherever it stands. */
  open: (tag: ContentTag) => void;
  readonly wantsText: boolean;
  text: (text: string) => void;
  close(name: string): void;
  /** Number of the format of a cell style, for `formatCode`. */
  formatOf(cellStyle: string | undefined, otherwise: string): number;
  formatCode: (format: number) => string;
  /** Whether tables of a style are hidden. */
  isHidden(tableStyle: string | undefined): boolean;
}

/** Creates the styles, which the scan of each part fills before cells ask for formats. */
export function createOdsStyles(): OdsStyles {
  const cellStyles = new Map<string, CellStyle>();
  const dataStyles = new Map<string, DataStyle>();
  const hiddenTables = new Set<string>();
  const formats: string[] = ['General'];
  const formatOfCode = new Map([['General', 0]]);
  const formatOfStyle = new Map<string, number>();
  let open: OpenDataStyle | null = null;
  let maps: DataStyle['maps'] = [];
  let tableStyle: string | null = null;

  function readStyle(tag: ContentTag): void {
    const attributes = tag.attributes();
    const name = attributes.get('style:name');
    const family = attributes.get('style:family');
    tableStyle = family === 'table' ? (name ?? null) : null;
    if (family !== 'table-cell' || cellStyles.size >= stylesMax) return;
    cellStyles.set(name ?? '', {
      dataStyle: attributes.get('style:data-style-name'),
      parent: attributes.get('style:parent-style-name'),
    });
  }

  /** Name of the data style of a cell style or of the nearest one that it follows. */
  function dataStyleOf(cellStyle: string): string | undefined {
    const seen = new Set<string>();
    let name: string | undefined = cellStyle;
    while (name !== undefined && !seen.has(name)) {
      seen.add(name);
      const style = cellStyles.get(name);
      if (style?.dataStyle !== undefined) return style.dataStyle;
      name = style?.parent;
    }
    return undefined;
  }

  function codeWithMaps({ code, maps: own }: DataStyle): string {
    const codeFor = (condition: RegExp) => {
      const map = own.find((candidate) => condition.test(candidate.condition.replace(/\s/g, '')));
      return map && dataStyles.get(map.name)?.code;
    };
    const notNegative = codeFor(/^value\(\)>=0$/);
    if (notNegative !== undefined) return `${notNegative};${code}`;
    const [positive, negative] = [codeFor(/^value\(\)>0$/), codeFor(/^value\(\)<0$/)];
    if (positive !== undefined && negative !== undefined) return `${positive};${negative};${code}`;
    return own.length > 0 ? 'General' : code;
  }

  function formatOfNew(code: string): number {
    const known = formatOfCode.get(code);
    if (known !== undefined) return known;
    if (formats.length >= stylesMax) return 0;
    formatOfCode.set(code, formats.length);
    return formats.push(code) - 1;
  }

  return {
    open(tag) {
      if (open !== null) {
        if (tag.name === 'style:map') {
          const attributes = tag.attributes();
          const condition = attributes.get('style:condition') ?? '';
          maps.push({ condition, name: attributes.get('style:apply-style-name') ?? '' });
        } else addToDataStyle(open, tag);
      } else if (tag.name === 'style:style') readStyle(tag);
      else if (tag.name === 'style:table-properties' && tableStyle !== null) {
        if (tag.attributes().get('table:display') === 'false') hiddenTables.add(tableStyle);
      } else {
        open = beginDataStyle(tag);
        maps = [];
      }
    },
    get wantsText() {
      return open !== null && open.literal !== null;
    },
    text(text) {
      if (open !== null && open.literal !== null) open.literal += text;
    },
    close(name) {
      if (open === null) return;
      endLiteral(open);
      if (!name.endsWith('-style') || !name.startsWith('number:')) return;
      if (dataStyles.size < stylesMax) dataStyles.set(open.name, { code: codeOf(open), maps });
      open = null;
    },
    formatOf(cellStyle, otherwise) {
      const key = `${otherwise} ${cellStyle ?? ''}`;
      let format = formatOfStyle.get(key);
      if (format === undefined) {
        const name = cellStyle === undefined ? undefined : dataStyleOf(cellStyle);
        const found = name === undefined ? undefined : dataStyles.get(name);
        const code = found === undefined ? 'General' : codeWithMaps(found);
        format = formatOfNew(code === 'General' ? otherwise : code);
        if (formatOfStyle.size < 2 * stylesMax) formatOfStyle.set(key, format);
      }
      return format;
    },
    formatCode: (format) => formats[format] ?? 'General',
    isHidden: (name) => name !== undefined && hiddenTables.has(name),
  };
}
