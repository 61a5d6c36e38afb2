/** Whether PostgreSQL can keep the text: it has no U+0000, and UTF-8 no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** The length of a text as every bound counts it, in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}
