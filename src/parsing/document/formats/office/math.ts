import { elementAt, elementsOf, textOf, valueAt, type XmlElement } from './element';

/**
 * Linear form of a formula (Office MathML, ECMA-376 part 1, 22.1): fractions as `(a)/(b)`, powers as `a^(b)`.
 */
export function readFormula(element: XmlElement): string {
  const part = (name: string) => {
    const found = elementAt(element, name);
    return found === undefined ? '' : content(found);
  };
  switch (element.name) {
    case 't':
      return textOf(element);
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'rad':
      return part('deg') === '' ? `√${grouped(part('e'))}` : `root(${part('deg')}, ${part('e')})`;
    case 'nary':
      return `${valueAt(element, 'naryPr', 'chr') ?? '∫'}${limit('_', part('sub'))}${limit('^', part('sup'))} ${part('e')}`;
    case 'd':
      return delimited(element);
    default:
      return content(element);
  }
}

function content(element: XmlElement): string {
  return elementsOf(element).map(readFormula).join('');
}

function limit(mark: string, text: string): string {
  return text === '' ? '' : mark + grouped(text);
}

function grouped(text: string): string {
  return text.length === 1 ? text : `(${text})`;
}

function delimited(element: XmlElement): string {
  const inner = elementsOf(element)
    .filter(({ name }) => name === 'e')
    .map(content);
  const begin = valueAt(element, 'dPr', 'begChr') ?? '(';
  return (
    begin + inner.join(valueAt(element, 'dPr', 'sepChr') ?? '|') + (valueAt(element, 'dPr', 'endChr') ?? ')')
  );
}
