import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// The tests that stand next to the code need no database: one process runs them all.
for (const path of globSync('src/**/*.test.ts').sort()) {
  await import(pathToFileURL(resolve(path)).href)
}
