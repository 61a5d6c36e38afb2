/** Sheets of labels, and rolls, by their names in the URL: `printed.css` has their measures. */
export const SHEETS = {
  a4x24: { name: 'A4, 3 × 8 labels of 70 × 37 mm', perPage: 24, labelMm: 70 },
  l7163: { name: 'A4, 2 × 7 labels of 99.1 × 38.1 mm (L7163)', perPage: 14, labelMm: 99.1 },
  avery5160: { name: 'US Letter, 3 × 10 labels of 2⅝ × 1 in (5160)', perPage: 30, labelMm: 66.675 },
  roll62: { name: 'Roll, 62 × 29 mm', perPage: 1, labelMm: 62 },
  roll4x2: { name: 'Roll, 4 × 2 in', perPage: 1, labelMm: 101.6 },
} as const

export type SheetName = keyof typeof SHEETS
