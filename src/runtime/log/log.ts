import { fstatSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino, stdTimeFunctions, symbols } from 'pino'
import type { Config } from '../config/config.ts'

const require = createRequire(import.meta.url)

/** The service's logger: JSON lines, or readable lines for a terminal. */
export function createLog(
  config: Pick<Config, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  destination?: DestinationStream,
): Logger {
  const readable =
    config.LOG_FORMAT === 'pretty' ||
    (config.LOG_FORMAT === 'auto' && process.stdout.isTTY === true)
  const options = {
    level: config.LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: safeError },
  }
  if (destination !== undefined) return pino(options, destination)
  if (!readable) return pino(options, standardOutput())
  // Loaded only for a reader: it would cost a service that logs JSON 50 ms at the start.
  const pretty = require('pino-pretty') as typeof import('pino-pretty')
  const colorize = process.stdout.isTTY === true
  return pino(options, pretty({ colorize, singleLine: true, ignore: 'pid', sync: true }))
}

/** Several processes can write this many bytes into one pipe without breaking up their lines. */
const PIPE_BLOCK = 4_096
/** With larger ones pino copies too much for each line. */
const BLOCK = 16_384

/** A line waits for others at most this long. */
const WAIT_MS = 100

/**
 * Writes lines in blocks: one write per line cost as much as making the line. It is asynchronous,
 * so that no request waits. Pino writes what waits before the process ends, except by SIGKILL.
 */
function standardOutput(): DestinationStream {
  const maxWrite = fstatSync(process.stdout.fd).isFIFO() ? PIPE_BLOCK : BLOCK
  const minLength = maxWrite - 1
  const stream = pino.destination({ sync: false, minLength, maxWrite })
  const write = stream.write.bind(stream)
  // Pino's own timer writes nothing ten times a second where nothing is logged.
  let isDue = false
  let [lines, linesBefore] = [0, 0]
  const flushSoon = () => {
    if (isDue) return
    isDue = true
    const flush = () => {
      isDue = false
      stream.flush()
    }
    setTimeout(flush, WAIT_MS).unref()
  }
  stream.write = (line) => {
    lines += 1
    flushSoon()
    return write(line)
  }
  // A write was under way when lines came: to flush did nothing then.
  stream.on('drain', () => {
    if (lines !== linesBefore) flushSoon()
    linesBefore = lines
  })
  return stream
}

/** Writes lines to a logger's output. */
export interface LineWriter {
  /** The members of every line: `,"pid":1`. */
  readonly members: string
  readonly write: (line: string) => void
}

/** For lines that are made without the logger, because it is slower. */
export function lineWriterOf(log: Logger): LineWriter {
  const inner = log as unknown as Record<symbol, unknown>
  const stream = inner[symbols.streamSym] as DestinationStream
  const members = inner[symbols.chindingsSym] as string
  return { members, write: (line) => stream.write(line) }
}

/** Causes that an operator must know at once, in words that quote no data. */
const CAUSES: Readonly<Record<string, string>> = {
  53100: 'the disk of the database is full',
  53200: 'the database is out of memory',
  53300: 'the database has no connection left',
  58030: 'the database cannot read or write its files',
  XX001: 'data of the database are damaged',
  XX002: 'an index of the database is damaged',
}

/** Whether somebody has to act on an error of the database, because it does not pass by itself. */
export function mustBeKnown(error: unknown): boolean {
  return Object.hasOwn(CAUSES, (error as { code?: string }).code ?? '')
}

/**
 * An error without quoted data: PostgreSQL puts values of a row into messages. Names and codes are
 * enough.
 */
function safeError(error: Error & Record<string, unknown>): object {
  const isDatabaseError = error.name === 'PostgresError'
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    name: error.name,
    message: isDatabaseError ? (CAUSES[error.code as string] ?? 'see code') : error.message,
    code: error.code,
    constraint: error.constraint_name,
    table: error.table_name,
    routine: error.routine,
    stack: frames?.join('\n'),
  }
}

interface Line {
  readonly until: number
  leftOut: number
}

/**
 * Logs what can happen again and again: each line once in a while, with the number of those that it
 * left out meanwhile (`leftOut`).
 */
export class RepeatedLog {
  readonly #log: Pick<Logger, 'warn' | 'error'>
  readonly #everyMs: number
  readonly #lines = new Map<string, Line>()

  constructor(log: Pick<Logger, 'warn' | 'error'>, everyMs: number) {
    this.#log = log
    this.#everyMs = everyMs
  }

  /** @param key of lines that repeat each other */
  write(level: 'warn' | 'error', msg: string, fields: object = {}, key = msg): void {
    const now = performance.now()
    const last = this.#lines.get(key)
    if (last !== undefined && now < last.until) {
      last.leftOut += 1
      return
    }
    this.#lines.set(key, { until: now + this.#everyMs, leftOut: 0 })
    const leftOut = last !== undefined && last.leftOut > 0 && { leftOut: last.leftOut }
    this.#log[level]({ ...fields, ...leftOut }, msg)
  }
}
