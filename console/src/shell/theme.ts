import { createTheme } from '@mantine/core'

// The header of a dialog is none of the page: without this, the page has two.
const attributes = { header: { role: 'presentation' } }

/** System fonts: nothing is loaded from elsewhere. */
export const THEME = createTheme({
  primaryColor: 'indigo',
  // Links, and white words on buttons, have enough contrast (WCAG AA).
  primaryShade: { light: 8, dark: 9 },
  autoContrast: true,
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes } },
    Drawer: { defaultProps: { attributes } },
    // A title in the colour of its alert has too little contrast.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
})
