#!/usr/bin/env node
// Starts src/cli.ts with a Node that runs TypeScript: this one where it is new enough, else the one
// that the package brings along. Plain JavaScript that an old Node understands, and nothing more.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_NEEDED = 24
// New objects are cleared away after every 16 MB instead of 64, and old ones sooner: a service under
// load takes less memory, and answers as many requests. After every 8 MB it makes up to a fifth fewer.
const SMALL_HEAP = ['--max-semi-space-size=16', '--max-old-space-size=512']
const cli = new URL('../src/cli.ts', import.meta.url)

// Compiled code is kept, and a start takes a quarter less time. Beside the code it belongs to:
// who can write there could as well change the code, which is true of no temporary folder. Where
// nothing can be written, nothing is kept; NODE_COMPILE_CACHE names another folder.
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_NEEDED) {
  module.enableCompileCache(COMPILED)
  await import(cli.href)
} else {
  handOver(pinnedNode())
}

function pinnedNode() {
  const { platform, arch } = process
  const name = `node-${platform}-${arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const node = join(folder, 'bin', 'node')
    if (existsSync(node)) return node
  } catch {
    // Not installed: told below.
  }
  console.error(
    `vault-inventory needs Node ${NODE_MAJOR_NEEDED} or later; this is ${process.versions.node}. ` +
      'Install one, or run npm ci with optional dependencies, which brings one along for Linux ' +
      '(x64, arm64) and macOS (x64).',
  )
  process.exit(1)
}

function handOver(node) {
  // The extra channel tells the child when this process is gone, even by kill -9.
  const run = [...SMALL_HEAP, fileURLToPath(cli), ...process.argv.slice(2)]
  const child = spawn(node, run, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    console.error(`The Node at ${node} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    // As a shell tells it: 128 and the number of the signal that ended the child.
    process.exit(code === null ? 128 + constants.signals[signal] : code)
  })
}
