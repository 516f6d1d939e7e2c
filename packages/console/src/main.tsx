import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import '@fontsource-variable/inter/wght.css';
import './styles/theme.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/parts.css';
import './styles/tables.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
