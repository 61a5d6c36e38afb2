/**
 * 128 bits that tell one file from another. Nothing secret depends on them: the service refuses a
 * key that comes back with another body. (A browser has SHA-256 only over HTTPS.)
 */
export function digestOf(text: string): string {
  return half(text, 0) + half(text, 0x9e3779b9)
}

/** cyrb53, with all of its 64 bits. */
function half(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  const mixed =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const other =
    Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixed ^ (mixed >>> 13), 3266489909)
  return [mixed, other].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
