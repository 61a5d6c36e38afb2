import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of what this package brings, such as `migrations/`. */
export function packagePath(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url))
}

export function packageVersion(): string {
  const text = readFileSync(packagePath('package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
