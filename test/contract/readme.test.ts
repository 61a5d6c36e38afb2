import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Block, blocksOf, paste } from '../support/documents/blocks.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'

test('the commands of README and INTEGRATING print what they show', async (t) => {
  const directory = temporaryDirectory(t)
  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '' }
  symlinkSync(join(process.cwd(), 'examples'), join(directory, 'examples'))
  const [setUp, serve, ...create] = blocksOf('README.md', '## A vault of your own')
  const operations = [...create, ...blocksOf('docs/INTEGRATING.md', '## The other operations')]
  await paste((setUp as Block).text, directory, env)
  assert.equal(serve?.text, 'npx vault-inventory serve\n')
  const service = await startServiceProcess({ env, cleanup: (work) => afterTest(t, work) })
  const commands = operations.filter(({ language }) => language === 'sh')
  assert.equal(commands.length, 8, 'the four operations, from pending to done, an event, verify')
  // Pasted into one shell, as a reader does: later blocks use variables of earlier ones.
  const shell: string[] = []
  operations.forEach(({ language }, index) => {
    if (language === 'sh') shell.push(...pasted(operations[index] as Block, service.url))
  })
  const { stdout } = await paste(shell.join(''), directory, env)
  const printed = stdout.split(`${END}\n`)
  operations.forEach(({ language, text }, index) => {
    if (language !== 'json') return
    const command = operations.slice(0, index).filter((block) => block.language === 'sh').length
    assert.deepEqual(steady(printed[command - 1] as string), steady(text))
  })
  assert.match(printed.at(-2) as string, /nothing/i, 'verify finds nothing wrong')
  service.signal('SIGTERM')
  await service.exited
})

const END = '--- end of the block'

function pasted({ text }: Block, url: string): string[] {
  return [text.replaceAll('http://127.0.0.1:8080', url), `echo; echo '${END}'\n`]
}

/** A response without the members that differ between runs: ids and times of new records. */
function steady(text: string): unknown {
  return JSON.parse(text, (name, value) => {
    // An event is sealed within a second or so.
    if (['sequence', 'chainHash', 'requestId', 'cursor'].includes(name)) return '...'
    if (typeof value !== 'string') return value
    if (value.startsWith('evt_')) return 'evt_...'
    if (value.startsWith('/v1/')) return value.replace(/xfer_\w+/, 'xfer_...')
    if (/^(xfer|tok)_[0-9a-z]{26}$/.test(value)) return `${value.slice(0, 4)}...`
    // Times in the example files are earlier, and stay.
    const isRecent = Date.parse(value) > Date.parse('2026-06-01')
    if (/At$|^at$/.test(name) && isRecent) return 'a moment ago'
    return name === 'expiresAt' ? 'in 14 days' : value
  })
}
