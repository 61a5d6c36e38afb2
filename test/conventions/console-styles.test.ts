import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const MANTINE = 'node_modules/@mantine/core/styles'
const built = (ending: string) =>
  globSync(`console/dist/assets/*.${ending}`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

test('console/src/shell/mantine.css imports the sheet of every component that is built in', () => {
  const [scripts, sheets] = [built('js'), built('css')]
  const missing = globSync(`${MANTINE}/*.css`, { exclude: ['**/*.layer.css'] }).filter((path) => {
    const classes = readFileSync(path, 'utf8').match(/\bm_[\da-f]+\b/g) ?? []
    return classes.some((name) => scripts.includes(name) && !sheets.includes(name))
  })
  assert.deepEqual(missing, [], 'import these in the order of @mantine/core/styles.css')
})
