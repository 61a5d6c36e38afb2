import { createTheme } from '@mantine/core'

// The header of a dialog is none of the page: without this, the page has two.
const dialog = { defaultProps: { attributes: { header: { role: 'presentation' } } } }

/** System fonts: nothing is loaded from elsewhere. */
export const THEME = createTheme({
  primaryColor: 'indigo',
  // White on the sixth shade has too little contrast (WCAG AA).
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
  components: { Modal: dialog, Drawer: dialog },
})
