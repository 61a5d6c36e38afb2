import { createTheme, defaultVariantColorsResolver } from '@mantine/core'

// The header of a dialog is none of the page: without this, the page has two.
const dialog = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
}

/** System fonts: nothing is loaded from elsewhere. Texts have enough contrast (WCAG AA). */
export const THEME = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  // Above this, black has more contrast than white.
  luminanceThreshold: 0.18,
  variantColorResolver: (input) => {
    const isRed = input.variant === 'filled' && input.color === 'red'
    return defaultVariantColorsResolver(isRed ? { ...input, color: 'red.9' } : input)
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // That of a page, and that of its parts.
  headings: {
    sizes: { h1: { fontSize: '1.625rem' }, h2: { fontSize: '1.125rem', lineHeight: '1.45' } },
  },
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { ...dialog, centered: true } },
    Drawer: { defaultProps: dialog },
    Text: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    CloseButton: { defaultProps: { size: 24 } },
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    // A title in the colour of its alert has too little contrast.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
})
