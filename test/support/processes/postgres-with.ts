import { fileURLToPath } from 'node:url'
import { CLI } from './program.ts'

/**
 * Starts a service whose own PostgreSQL has these variables in its environment, and not the
 * service itself.
 */
export function postgresWith(variables: Readonly<Record<string, string>>): {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
} {
  return {
    command: [
      '--import',
      fileURLToPath(new URL('../preload/preload-postgres.js', import.meta.url)),
      CLI,
    ],
    env: { VAULT_TEST_POSTGRES_ENV: JSON.stringify(variables) },
  }
}
