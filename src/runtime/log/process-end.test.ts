import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

/** Ends of a process with lines that were not written yet. */
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

test('A line is written within a moment, also while the process goes on', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' }).info('alone')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  assert.equal(JSON.parse(`${line}`).msg, 'alone')
})

test('A line that comes while another is being written is written behind it', async () => {
  const program = `
    import { pbkdf2 } from 'node:crypto'
    import fs from 'node:fs'
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
    const { write } = fs
    fs.write = (...given) => {
      fs.write = write
      log.info('second')
      return write(...given)
    }
    log.info('first')
    // Threads that write files are busy until long after the second line is due.
    for (let thread = 0; thread < 4; thread += 1) pbkdf2('a', 'b', 2e6, 32, 'sha256', () => {})
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (/second/.test(output)) child.kill('SIGKILL')
  }
  assert.match(output, /first.*second/s)
})
