/** Name of the archive entry that a relative reference in entry `from` leads to. */
export function resolveReference(from: string, reference: string): string {
  const path = decoded(reference.replace(/[?#].*$/s, ''));
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The percent sign is literal.
    return path;
  }
}
