// Preloaded into the service by a test with --import: PostgreSQL, and only that, is started with
// the variables of VAULT_TEST_POSTGRES_ENV. The service gives it a clean environment otherwise.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'

const more = JSON.parse(process.env.VAULT_TEST_POSTGRES_ENV)
const { spawn } = childProcess
childProcess.spawn = (program, args, options) => {
  const isServer = basename(program) === 'postgres'
  return spawn(program, args, isServer ? { ...options, env: { ...options.env, ...more } } : options)
}
syncBuiltinESMExports()
