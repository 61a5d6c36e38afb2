import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${CHECKOUT}package.json`, 'utf8')) as {
  scripts: { start: string }
}
const words = scripts.start.split(' ')

/** The program of the package and of the image, as `npm start` runs it. */
export const PUBLISHED = `${CHECKOUT}dist/cli.js`
export const PUBLISHED_OPTIONS = words.filter((word) => word.startsWith('--'))
export const PUBLISHED_ENV: Readonly<Record<string, string>> = Object.fromEntries(
  words.filter((word) => /^\w+=/.test(word)).map((word) => word.split('=')),
)

/** Builds it from the sources of this checkout. */
export function buildPublished(): void {
  execFileSync('npm', ['run', '--silent', 'prepack'], { cwd: CHECKOUT, stdio: 'ignore' })
}
