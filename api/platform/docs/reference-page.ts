/** A part of the API with a document of its own: a product, or the service. */
export interface DescribedPart {
  /** Name in addresses. */
  id: string;
  /** Name for readers. */
  title: string;
}

/**
 * Content security policy of the page. The page loads nothing from other hosts; its library writes inline
 * styles and data images, but no inline script.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sheaf API</title>
    <link rel="icon" href="docs/favicon.svg">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/reference.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Three sheets, bound together. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" stroke="#1f5f8b" stroke-width="3">
<path fill="none" d="M10 4 16 28 22 4M16 4V28M9 17H23"/></svg>
`;

/**
 * Script of the page. It offers the parts by name. All features that would contact the library's vendor are
 * off: fonts, telemetry, assistants and a proxy for requests.
 */
export function startScript(parts: readonly DescribedPart[]): string {
  const sources = parts.map(({ id, title }) => ({ title, slug: id, url: `openapi.json?product=${id}` }));
  const settings = {
    sources,
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: '',
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});\n`;
}
