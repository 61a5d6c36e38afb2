import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// While a file waits, the tests that it has registered already run; once they have ended, node:test
// considers the file done and runs its after hooks: tests registered later have no database.
test('a test file awaits all that it needs before it registers its tests', () => {
  for (const path of globSync('{src,test}/**/*.{test,soak}.ts')) {
    const lines = readFileSync(path, 'utf8').split('\n')
    const first = lines.findIndex((line) => /^\s*(?:(?:test|soakTest)\w*|describe)\(/.test(line))
    lines.forEach((line, index) => {
      if (index <= first || !/^(?:await\b|(?:const|let|for)\b.*\bawait\b)/.test(line)) return
      assert.fail(`${path}:${index + 1}: wait before the first test, in line ${first + 1}`)
    })
  }
})
