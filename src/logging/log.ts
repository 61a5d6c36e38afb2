import { fstatSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino, stdTimeFunctions, symbols } from 'pino'
import type { Config } from '../config/config.ts'
import { LineBlocks } from './line-blocks.ts'

const require = createRequire(import.meta.url)

/** The service's logger: JSON lines, or for a terminal readable ones. */
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
  // Only where somebody reads along: loading it takes a service that logs JSON 50 ms.
  const pretty = require('pino-pretty') as typeof import('pino-pretty')
  return pino(
    options,
    pretty({
      colorize: process.stdout.isTTY === true,
      singleLine: true,
      ignore: 'pid',
      sync: true,
    }),
  )
}

/** What several processes can write into one pipe without tearing each other's lines, in bytes. */
const PIPE_BLOCK = 4_096
const BLOCK = 65_536

function standardOutput(): LineBlocks {
  const block = fstatSync(process.stdout.fd).isFIFO() ? PIPE_BLOCK : BLOCK
  // Written behind the requests' back; a least length other than 0 is what makes flush() wait.
  return new LineBlocks(pino.destination({ sync: false, minLength: 1, maxWrite: block }), block)
}

/** What writes lines to where a logger writes, some time soon where that is done in blocks. */
export interface LineWriter {
  /** The members that every line has: `,"pid":1`. */
  readonly members: string
  readonly write: (line: string) => void
}

/** For lines that are put together without the logger, which takes longer. */
export function lineWriterOf(log: Logger): LineWriter {
  const inner = log as unknown as Record<symbol, unknown>
  const stream = inner[symbols.streamSym] as DestinationStream
  const members = inner[symbols.chindingsSym] as string
  if (stream instanceof LineBlocks) return { members, write: (line) => stream.append(line) }
  return { members, write: (line) => stream.write(line) }
}

/** What an operator has to know of the database at once, in words that quote nothing. */
const CAUSES: Readonly<Record<string, string>> = {
  53100: 'the disk of the database is full',
  53200: 'the database is out of memory',
  53300: 'the database has no connection left',
  58030: 'the database cannot read or write its files',
  XX001: 'data of the database are damaged',
  XX002: 'an index of the database is damaged',
}

/**
 * An error without what it may quote: PostgreSQL puts values of a row into its messages and
 * details, and the driver hangs the statement's parameters on the error. Names and codes say
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
