import { createTheme } from '@mantine/core'

/** System fonts: nothing is loaded from elsewhere. */
export const THEME = createTheme({
  primaryColor: 'indigo',
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  cursorType: 'pointer',
})
