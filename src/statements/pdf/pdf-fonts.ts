import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** A font that is embedded where a text needs it. */
export interface FontFile {
  readonly name: string
  readonly path: string
  readonly isRightToLeft: boolean
}

const fontOf = (family: string, subset: string, weight = 400): FontFile => ({
  name: `${family} ${subset} ${weight}`,
  // The library damages accented letters of WOFF2.
  path: resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`),
  isRightToLeft: subset === 'hebrew' || subset === 'arabic',
})

export const PLAIN = fontOf('noto-sans', 'latin')
export const BOLD = fontOf('noto-sans', 'latin', 700)

const SUBSETS = ['latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']

/** It has every letter of the basic plane, Chinese and Korean among them, in a plain shape. */
export const WIDEST = fontOf('unifont', 'latin')

/** The fonts in which a letter is looked for, the first first. */
export const FONTS: readonly FontFile[] = [
  PLAIN,
  ...SUBSETS.map((subset) => fontOf('noto-sans', subset)),
  fontOf('noto-sans', 'devanagari'),
  fontOf('noto-sans-hebrew', 'hebrew'),
  fontOf('noto-sans-arabic', 'arabic'),
  WIDEST,
]
