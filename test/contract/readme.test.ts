import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../support/embedded-directory.ts'
import { startServiceProcess } from '../support/service-process.ts'

const LAUNCHER = join(process.cwd(), 'bin', 'vault-inventory.js')

interface Block {
  readonly language: string
  readonly text: string
}

test('what the README shows of a vault of your own is what a reader sees', async (t) => {
  const directory = temporaryDirectory(t)
  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '' }
  symlinkSync(join(process.cwd(), 'examples'), join(directory, 'examples'))
  const [setUp, serve, ...operations] = blocksOf('## A vault of your own')
  await paste(setUp as Block, directory, env)
  assert.equal(serve?.text, 'npx vault-inventory serve\n')
  const cleanups: (() => unknown)[] = []
  t.after(async () => {
    for (const cleanup of cleanups) await cleanup()
  })
  const service = await startServiceProcess({ env, cleanup: (work) => void cleanups.push(work) })
  assert.equal(operations.length, 8, 'a command and its answer for each of the four operations')
  const readsToken = 'TOKEN=$(head -1 token.txt)\n'
  while (operations.length > 0) {
    const [command, answer] = operations.splice(0, 2) as [Block, Block]
    const text = readsToken + command.text.replace('http://127.0.0.1:8080', service.url)
    const { stdout } = await paste({ ...command, text }, directory, env)
    assert.deepEqual(steady(stdout), steady(answer.text))
  }
  service.signal('SIGTERM')
  await service.exited
})

/** The fenced blocks of one section. */
function blocksOf(heading: string): Block[] {
  const section =
    readFileSync('README.md', 'utf8').split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, text]) => ({
    language: language as string,
    text: text as string,
  }))
}

async function paste({ text }: Block, cwd: string, env: Record<string, string>) {
  const script = text.replaceAll('npx vault-inventory', `node ${LAUNCHER}`)
  return await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
  })
}

/** An answer without what differs from run to run: the id and the time of what was just created. */
function steady(text: string): unknown {
  const answer = JSON.parse(text)
  if (answer.data.id?.startsWith('xfer_')) {
    assert.match(answer.data.id, /^xfer_[0-9a-z]{26}$/)
    answer.data = { ...answer.data, id: 'xfer_...', createdAt: '...' }
  }
  return answer
}
