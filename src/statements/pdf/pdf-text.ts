import { readFileSync } from 'node:fs'
import type PDFDocument from 'pdfkit'
import { FONTS, type FontFile, PLAIN } from './pdf-fonts.ts'
import { unpackedFont } from './unpacked-font.ts'

export type Document = InstanceType<typeof PDFDocument>

/** A part of a line in one font. */
interface Run {
  readonly font: FontFile
  readonly text: string
}

/** Controls move or hide what follows; they are shown as what they are. */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u
const NEUTRAL = /^[\s\p{P}]+$/u
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const CACHED_MAX = 2_000

/**
 * Writes texts in any script: each letter in the first font that has it. A letter that none has is
 * written as its number, `\u{1F600}`, so that no name loses one.
 */
export class PdfText {
  readonly #doc: Document
  readonly #has = new Map<FontFile, (codePoint: number) => boolean>()
  readonly #opened = new Map<FontFile, EmbeddedFont>()
  readonly #lines = new Map<string, readonly string[]>()

  constructor(doc: Document) {
    this.#doc = doc
  }

  /** Writes one line. @param right whether `x` is its end */
  write(text: string, { x, y, size, right = false, font = PLAIN }: Place): void {
    let at = right ? x - this.#width(text, size, font) : x
    for (const run of this.#runs(text, font)) {
      const width = this.#use(run, size)
      // Fonts have different heights: their letters stand on one line.
      const more = { lineBreak: false, baseline: 'alphabetic', ...featuresOf(run) } as const
      this.#doc.text(run.text, at, y + size, more)
      at += width
    }
  }

  /** The lines of a text in a column: broken between words, or within one that is too long. */
  lines(text: string, width: number, size: number): readonly string[] {
    const key = `${width} ${size} ${text}`
    const known = this.#lines.get(key)
    if (known !== undefined) return known
    const lines = this.#broken(text, width, size)
    if (this.#lines.size >= CACHED_MAX) this.#forget()
    this.#lines.set(key, lines)
    return lines
  }

  #broken(text: string, width: number, size: number): string[] {
    const fits = (line: string) => this.#width(line.trimEnd(), size, PLAIN) <= width
    if (fits(text)) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/(?<=\s)/)) {
      if (fits(line + word)) {
        line += word
        continue
      }
      if (line !== '') lines.push(line)
      line = fits(word) ? word : ''
      if (line !== '') continue
      for (const { segment } of GRAPHEMES.segment(word)) {
        if (line !== '' && !fits(line + segment)) {
          lines.push(line)
          line = ''
        }
        line += segment
      }
    }
    return line === '' ? lines : [...lines, line]
  }

  #width(text: string, size: number, font: FontFile): number {
    return this.#runs(text, font).reduce((sum, run) => sum + this.#use(run, size), 0)
  }

  /** Makes the font of a run the document's; returns the width of the run. */
  #use(run: Run, size: number): number {
    this.#open(run.font).fontSize(size)
    return this.#doc.widthOfString(run.text, featuresOf(run))
  }

  #runs(text: string, first: FontFile): Run[] {
    const runs: { font: FontFile; text: string }[] = []
    const add = (font: FontFile, part: string) => {
      const last = runs.at(-1)
      if (last?.font === font) last.text += part
      else runs.push({ font, text: part })
    }
    if (/^[\x20-\x7e]*$/.test(text)) return [{ font: first, text }]
    for (const { segment } of GRAPHEMES.segment(text)) {
      const last = runs.at(-1)?.font
      // A space between two words of a language that is read from the right belongs to them.
      const stays =
        last?.isRightToLeft === true && NEUTRAL.test(segment) && this.#isIn(last, segment)
      const font = stays ? last : [first, ...FONTS].find((one) => this.#isIn(one, segment))
      if (font !== undefined && !CONTROLS.test(segment)) add(font, segment)
      else for (const letter of segment) this.#addAlone(letter, first, add)
    }
    return runs.flatMap((run) => withoutEnd(run, first))
  }

  #addAlone(letter: string, first: FontFile, add: (font: FontFile, text: string) => void): void {
    const font = CONTROLS.test(letter) ? undefined : FONTS.find((one) => this.#isIn(one, letter))
    if (font !== undefined) add(font, letter)
    else add(first, `\\u{${letter.codePointAt(0)?.toString(16)}}`)
  }

  /** Makes a font the document's. */
  #open(font: FontFile): Document {
    const isNew = !this.#opened.has(font)
    if (isNew) this.#doc.registerFont(font.name, unpackedFont(readFileSync(font.path)))
    this.#doc.font(font.name)
    if (isNew) this.#opened.set(font, (this.#doc as unknown as Opened)._font)
    return this.#doc
  }

  /** The library keeps every word that it has laid out, ids among them. */
  #forget(): void {
    this.#lines.clear()
    for (const font of this.#opened.values()) font.layoutCache = Object.create(null)
  }

  #isIn(font: FontFile, segment: string): boolean {
    let has = this.#has.get(font)
    if (has === undefined) {
      this.#open(font)
      const opened = this.#opened.get(font)?.font
      has = (codePoint) => opened?.hasGlyphForCodePoint(codePoint) === true
      this.#has.set(font, has)
    }
    for (const letter of segment) if (!has(letter.codePointAt(0) as number)) return false
    return true
  }
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly right?: boolean
  readonly font?: FontFile
}

/** A font of the library, which its types leave out. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
  layoutCache: object
}

interface Opened {
  readonly _font: EmbeddedFont
}

/**
 * The library lays text out word by word, unless features are named: words that are read from the
 * right would stand in the wrong order.
 */
function featuresOf({ font }: Run): { features?: [] } {
  return font.isRightToLeft ? { features: [] } : {}
}

/** Takes spaces and marks off the end of words that are read from the right: others follow. */
function withoutEnd(run: Run, first: FontFile): Run[] {
  const [end = ''] = run.font.isRightToLeft ? (/[\s\p{P}]+$/u.exec(run.text) ?? []) : []
  if (end === '') return [run]
  return [
    { font: run.font, text: run.text.slice(0, -end.length) },
    { font: first, text: end },
  ]
}
