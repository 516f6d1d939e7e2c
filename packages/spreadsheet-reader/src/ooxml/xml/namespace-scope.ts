import { conventionalNamespace, prefixOfNamespace, type Vocabulary } from './namespaces';

/** Namespace declarations of an element, with those of the elements around it. */
export interface NamespaceScope {
  readonly outer: NamespaceScope | null;
  /** Depth of the element; the scope ends with it. */
  readonly depth: number;
  /** Namespace by declared prefix, '' for names without one. */
  readonly declared: ReadonlyMap<string, string>;
  /** Known names of elements by name as written. */
  readonly names: Map<string, string>;
}

/**
 * Creates the scope around a part's root, whose names without a prefix belong to the vocabulary `main`. It is
 * for parts that lack declarations, which some programs write: a valid part declares all that it uses.
 */
export function createRootScope(main: Vocabulary): NamespaceScope {
  return {
    outer: null,
    depth: 0,
    declared: new Map([['', conventionalNamespace(main) ?? '']]),
    names: new Map(),
  };
}

/** Creates the scope of an element that declares namespaces. */
export function createScope(
  outer: NamespaceScope,
  depth: number,
  declared: ReadonlyMap<string, string>,
): NamespaceScope {
  return { outer, depth, declared, names: new Map() };
}

/** Prefix that an attribute declares, '' for the default namespace; null for any other attribute. */
export function declaredPrefix(attribute: string): string | null {
  if (attribute === 'xmlns') return '';
  return attribute.startsWith('xmlns:') ? attribute.slice('xmlns:'.length) : null;
}

/** Namespace of a prefix, '' for none; an undeclared prefix has its conventional meaning. */
export function namespaceOf(scope: NamespaceScope, prefix: string): string {
  for (let at: NamespaceScope | null = scope; at !== null; at = at.outer) {
    const uri = at.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return conventionalNamespace(prefix) ?? '';
}

/**
 * Name of an element under the known prefix of its namespace, such as `x:sheet`; `{namespace}name` where no
 * reader knows the namespace, and the bare name without one.
 */
export function elementName(scope: NamespaceScope, written: string): string {
  let name = scope.names.get(written);
  if (name === undefined) {
    const colon = written.indexOf(':');
    name = knownName(namespaceOf(scope, written.slice(0, Math.max(colon, 0))), written.slice(colon + 1));
    scope.names.set(written, name);
  }
  return name;
}

/** Name of an attribute as of an element, except that one without a prefix has no namespace. */
export function attributeName(scope: NamespaceScope, written: string): string {
  const colon = written.indexOf(':');
  if (colon < 0) return written;
  return knownName(namespaceOf(scope, written.slice(0, colon)), written.slice(colon + 1));
}

function knownName(uri: string, local: string): string {
  if (uri === '') return local;
  const prefix = prefixOfNamespace(uri);
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`;
}
