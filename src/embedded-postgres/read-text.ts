import { readFileSync } from 'node:fs'

/** A file's text; empty when the file cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
