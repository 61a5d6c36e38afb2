import { globSync, readFileSync } from 'node:fs'

/** The files of tests that `npm run test:soak` runs at full length. */
export function soakFiles(): string[] {
  return globSync('test/resilience/*.{test,soak}.ts')
    .filter((path) =>
      /\/chaos\/(soak-test|database-conditions)\.ts/.test(readFileSync(path, 'utf8')),
    )
    .sort()
}
