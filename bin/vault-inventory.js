#!/usr/bin/env node
// Starts the program with a Node that runs it: this one if it is new enough, otherwise the one that the
// package installs. This file must stay plain JavaScript that an old Node understands.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_NEEDED = 24
// The status of a program that the loader of the system could not load.
const LACKS_LIBRARY = 127
// Collects new objects after every 16 MB instead of 64, and old ones sooner: the service needs less
// memory under load and serves as many requests. At 8 MB it serves up to a fifth fewer.
// One arena of malloc for all threads, below, is 10 MB less.
const SMALL_HEAP = ['--max-semi-space-size=16', '--max-old-space-size=512']
// Node strips no types below node_modules: the published package has JavaScript instead of src/.
const sources = new URL('../src/cli.ts', import.meta.url)
const cli = existsSync(sources) ? sources : new URL('../dist/cli.js', import.meta.url)

// The cache of compiled code saves a quarter of a start. It is next to the code, not in a temporary
// folder: only a user who could change the code can write there. In a read-only folder nothing is
// cached, unless NODE_COMPILE_CACHE names another one.
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

if (process.env.npm_command !== undefined) stopWithNpm()
if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_NEEDED) {
  module.enableCompileCache(COMPILED)
  await import(cli.href)
} else {
  handOver(pinnedNode())
}

// npm passes a signal to the shell that it starts this program with. The shell ends, this program would
// run on, and nobody would know of it.
function stopWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

function pinnedNode() {
  const { platform, arch } = process
  for (const name of [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]) {
    try {
      const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
      const node = join(folder, 'bin', 'node')
      if (existsSync(node)) return node
    } catch {
      // Not installed: reported below.
    }
  }
  console.error(
    `vault-inventory needs Node ${NODE_MAJOR_NEEDED} or later; this is ${process.versions.node}. ` +
      'Install one, or run npm ci with optional dependencies, which installs one for Linux ' +
      '(x64, arm64) and macOS (x64, arm64).',
  )
  process.exit(1)
}

function handOver(node) {
  // The ipc channel lets the child notice the end of this process, even by kill -9.
  const run = [...SMALL_HEAP, fileURLToPath(cli), ...process.argv.slice(2)]
  const child = spawn(node, run, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: COMPILED, MALLOC_ARENA_MAX: '1', ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    console.error(`The Node at ${node} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (code === LACKS_LIBRARY) {
      console.error(
        `The Node at ${node} needs a library that this system lacks: install libatomic1 (Debian, ` +
          'Ubuntu) or libatomic (Fedora, Alma), or a Node of your own from version ' +
          `${NODE_MAJOR_NEEDED} on.`,
      )
    }
    // The exit status of a shell: 128 plus the number of the signal that ended the child.
    process.exit(code === null ? 128 + constants.signals[signal] : code)
  })
}
