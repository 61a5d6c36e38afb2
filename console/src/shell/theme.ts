import { createTheme } from '@mantine/core'

/** System fonts: nothing is loaded from elsewhere. */
export const THEME = createTheme({
  primaryColor: 'indigo',
  // Links, and white words on buttons, have enough contrast (WCAG AA).
  primaryShade: { light: 8, dark: 9 },
  autoContrast: true,
  components: {
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        // Its header is not the page's.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // A title in the colour of its alert has too little contrast.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
})
