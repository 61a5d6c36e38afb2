import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// Each choice of docs/SPEC-CHOICES.md ends with a pointer: `-> ` and files in backticks, each with
// a text after `#` that the file must contain, such as a symbol or the title of a test.

const files = globSync([
  '{src,test,console/src,migrations}/**/*.{ts,tsx,sql}',
  'clients/*/test/**/*.ts',
])
const document = readFileSync('docs/SPEC-CHOICES.md', 'utf8')
const entries = document
  .split(/\n(?= *- )|\n\n/)
  .map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
  .filter((entry) => entry.startsWith('- '))

function namesOf(entry: string): string[] {
  return /^- \*\*(N[N0-9, ]+)\*\*/.exec(entry)?.[1]?.split(', ') ?? []
}

test('each choice points at a file that exists, and at what stands in it', () => {
  const wrong = entries.flatMap((entry) => {
    const pointers = /-> (`.*`)$/.exec(entry)?.[1]
    if (pointers === undefined) return [entry]
    return [...pointers.matchAll(/`([^`]+)`/g)].flatMap(([, pointer = '']) => {
      const violation = violationOf(pointer)
      return violation === null ? [] : [`${pointer}: ${violation}`]
    })
  })
  assert.ok(entries.length > 70)
  assert.deepEqual(wrong, [])
})

test('each choice has numbers of its own', () => {
  const numbers = entries.flatMap(namesOf)
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  assert.deepEqual(repeated, [])
})

test('each choice that a comment cites is in the list', () => {
  const numbers = new Set(entries.flatMap(namesOf))
  const missing = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/[Ss]pec choices? (N\d+(?:, N\d+)*)/g)]
      .flatMap(([, cited = '']) => cited.split(', '))
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: ${number}`),
  )
  assert.deepEqual(missing, [])
})

function violationOf(pointer: string): string | null {
  const [name = '', text] = pointer.split('#')
  const [path, ...more] = files.filter((file) => file === name || file.endsWith(`/${name}`))
  if (path === undefined) return 'no such file'
  if (more.length > 0) return `more than one file: ${[path, ...more].join(', ')}`
  if (text === undefined || readFileSync(path, 'utf8').includes(text)) return null
  return `${path} has no such text`
}
