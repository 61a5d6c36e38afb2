import { BOLD } from './pdf-fonts.ts'
import type { Document, PdfText, Place } from './pdf-text.ts'

const MARGIN = 36
const SIZE = 8
const LINE = 11
const FOOT = 24

export interface PdfColumn {
  readonly title: string
  readonly width: number
  readonly right?: boolean
}

/** A4 across, in points. */
const [PAGE_WIDTH, PAGE_HEIGHT] = [841.89, 595.28]
const WIDTH = PAGE_WIDTH - 2 * MARGIN

interface Foot {
  readonly text: string
  /** The number of all pages; undefined while they are counted, and nothing is written. */
  readonly of: number | undefined
}

/** Pages of titles, paragraphs and tables. The head of a table stands on each of its pages. */
export class PdfPages {
  count = 0
  readonly #doc: Document
  readonly #text: PdfText
  readonly #foot: Foot
  #y = MARGIN

  constructor(doc: Document, text: PdfText, foot: Foot) {
    this.#doc = doc
    this.#text = text
    this.#foot = foot
    this.#begin()
  }

  title(text: string, size = 16): void {
    for (const line of this.#text.lines(text, (WIDTH * SIZE) / size, SIZE)) {
      this.#makeRoom(size * 3)
      this.#write(line, { x: MARGIN, y: this.#y, size, font: BOLD })
      this.#y += size * 1.5
    }
  }

  paragraph(text: string): void {
    for (const line of this.#text.lines(text, WIDTH, SIZE)) {
      this.#makeRoom(LINE)
      this.#write(line, { x: MARGIN, y: this.#y, size: SIZE })
      this.#y += LINE
    }
  }

  gap(): void {
    this.#y += LINE
  }

  /** Returns what writes a row of the table. */
  table(columns: readonly PdfColumn[]): (cells: readonly string[], isBold?: boolean) => void {
    const head = () => {
      this.#row(
        columns,
        columns.map(({ title }) => [title]),
        true,
      )
      const y = this.#y - 1
      if (this.#foot.of !== undefined) {
        this.#doc
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + WIDTH, y)
          .lineWidth(0.5)
          .stroke()
      }
      this.#y += 2
    }
    this.#makeRoom(3 * LINE)
    head()
    return (cells, isBold = false) => {
      const lines = cells.map((cell, index) => {
        const { width = 0 } = columns[index] ?? {}
        return this.#text.lines(cell, width - 6, SIZE)
      })
      const height = Math.max(...lines.map((one) => one.length)) * LINE
      if (this.#makeRoom(height)) head()
      this.#row(columns, lines, isBold)
    }
  }

  #begin(): void {
    this.count += 1
    this.#y = MARGIN
    const { text, of } = this.#foot
    if (of === undefined) return
    this.#doc.addPage()
    const y = PAGE_HEIGHT - MARGIN
    const [line = ''] = this.#text.lines(text, WIDTH - 90, SIZE)
    this.#write(line, { x: MARGIN, y, size: SIZE })
    const number = `Page ${this.count} of ${of}`
    this.#write(number, { x: MARGIN + WIDTH, y, size: SIZE, right: true })
  }

  #write(text: string, place: Place): void {
    if (this.#foot.of !== undefined) this.#text.write(text, place)
  }

  #row(
    columns: readonly PdfColumn[],
    cells: readonly (readonly string[])[],
    isBold: boolean,
  ): void {
    let x = MARGIN
    for (const [index, { width, right = false }] of columns.entries()) {
      const place = {
        x: right ? x + width - 6 : x,
        size: SIZE,
        right,
        ...(isBold && { font: BOLD }),
      }
      for (const [line, text] of (cells[index] ?? []).entries()) {
        this.#write(text, { ...place, y: this.#y + line * LINE })
      }
      x += width
    }
    this.#y += Math.max(1, ...cells.map((cell) => cell.length)) * LINE
  }

  /** Begins a page if this one has no room for so much; returns whether it did. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= PAGE_HEIGHT - MARGIN - FOOT) return false
    this.#begin()
    return true
  }
}
