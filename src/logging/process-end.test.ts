import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { LineBlocks } from './line-blocks.ts'

function openBlocks() {
  const written: string[] = []
  const destination = {
    write: (block: string) => written.push(block),
    flush: (flushed?: () => void) => flushed?.(),
    flushSync: () => undefined,
  }
  const blocks = new LineBlocks(destination, 4_096)
  return { blocks, written }
}

test('Lines wait for others up to a block, or a tenth of a second, and keep their order', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { blocks, written } = openBlocks()
  const line = `${'x'.repeat(1_000)}\n`
  for (let number = 0; number < 5; number += 1) blocks.append(line)
  assert.deepEqual(written, [line.repeat(4)])
  t.mock.timers.tick(99)
  assert.deepEqual(written, [line.repeat(4)])
  t.mock.timers.tick(1)
  assert.deepEqual(written, [line.repeat(4), line])
  blocks.append('waits\n')
  blocks.write('does not\n')
  assert.deepEqual(written.slice(2), ['waits\ndoes not\n'])
  blocks.append('last\n')
  blocks.flushSync()
  assert.deepEqual(written.slice(3), ['last\n'])
})

/** How a process can end with lines that were not written yet. */
const ENDS = {
  'process.exit': 'process.exit(3)',
  'a defect': "throw new Error('a defect')",
  'nothing left to do': '',
}

for (const [end, last] of Object.entries(ENDS)) {
  test(`No line is lost where a process ends by ${end}`, async () => {
    const program = `
      import { createLog, lineWriterOf } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
      const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
      const { write } = lineWriterOf(log)
      const late = () => {
        for (let number = 0; number < 5000; number += 1) {
          if (number % 1000 === 0) log.info({ number }, 'of the logger')
          else write(JSON.stringify({ number, msg: 'ünser' }) + '\\n')
        }
        ${last}
      }
      setTimeout(late, 20)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const lines = (await text(child.stdout)).trimEnd().split('\n')
    // The block that was on its way at the end may come behind those written then.
    const numbers = lines.map((line) => JSON.parse(line).number).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 5_000 }, (_, number) => number),
    )
  })
}
