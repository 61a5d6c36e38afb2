import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('the compiler finds nothing', () => {
  assert.equal(run('tsc', '--noEmit'), '')
  assert.equal(run('tsc', '--noEmit', '-p', 'console'), '')
})

test('the linter and formatter find nothing', () => {
  assert.equal(run('biome', 'check', '.', '--error-on-warnings', '--colors=off'), '')
})

/** The output of a tool that fails; empty if it succeeds. */
function run(tool: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${tool}`, args, {
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${stdout}${stderr}`
}
