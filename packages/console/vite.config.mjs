import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Assets are named relative to the page, so that the console works below any prefix of a proxy. */
export default defineConfig({
  root: folder,
  base: './',
  plugins: [react()],
  build: {
    outDir: path.join(folder, '..', '..', 'dist', 'console-page'),
    emptyOutDir: true,
    // The content security policy of the page takes no inline data but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npx vite packages/console` with the API of a running stack.
  server: {
    proxy: {
      '^/((v1|v2|v3|b|r|u|health)/|console/settings)': process.env.SHEAF_URL ?? 'http://localhost:8080',
    },
  },
});
