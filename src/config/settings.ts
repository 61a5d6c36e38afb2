import { addressBlock } from '../domain/ip-ranges.ts'
import { readDatabaseUrl } from './database-url.ts'

/** One setting of the environment. */
export interface Setting<T> {
  readonly description: string
  readonly default: string
  readonly secret?: true
  /** Returns the typed value, or throws an Error whose message completes "NAME must be ...". */
  readonly parse: (text: string) => T
}

/** Every setting there is, with its default and what it means: `.env.example` says the same. */
export const SETTINGS = {
  HOST: setting({
    description:
      'Address that the API listens on. 127.0.0.1 is this machine only; 0.0.0.0 is every interface.',
    default: '127.0.0.1',
    parse: text,
  }),
  PORT: setting({
    description: 'Port of the API; 0 takes any free one.',
    default: '8080',
    parse: integer(0, 65_535),
  }),
  DATABASE_URL: setting({
    description:
      'postgres:// address of your PostgreSQL (15 or later), over a network with ?sslmode=verify-full&sslrootcert=FILE. Empty: the service runs its own under DATA_DIR.',
    default: '',
    secret: true,
    parse: databaseUrl,
  }),
  SERVICE_ROLE: setting({
    description:
      'Role that the service connects as, where another one owns the tables: each migration grants it what the service needs, and no more. Empty: nothing is granted. Used only with DATABASE_URL.',
    default: '',
    parse: (value) => (value === '' ? null : value),
  }),
  DATA_DIR: setting({
    description: 'Folder of the embedded PostgreSQL; used only while DATABASE_URL is empty.',
    default: './data',
    parse: text,
  }),
  DATABASE_POOL_SIZE: setting({
    description:
      'Connections that the service opens for requests, three more for reads by id and pages of shipments, and one for health checks.',
    default: '10',
    parse: integer(1, 500),
  }),
  DATABASE_QUEUE_MAX: setting({
    description:
      'Statements that may wait for a connection, and requests of one kind that may wait to share one; past it, 503 at once.',
    default: '1000',
    parse: integer(1, 1_000_000),
  }),
  DATABASE_QUEUE_TIMEOUT_MS: setting({
    description:
      'Milliseconds that a statement may wait for a connection, or a request to share one; then it is answered 503.',
    default: '3000',
    parse: integer(1, 600_000),
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: setting({
    description: 'Milliseconds that one statement of a request may run in PostgreSQL.',
    default: '10000',
    parse: integer(1, 600_000),
  }),
  DATABASE_LOCK_TIMEOUT_MS: setting({
    description: 'Milliseconds that a statement may wait for a lock that another one holds.',
    default: '5000',
    parse: integer(1, 600_000),
  }),
  DATABASE_TRANSACTION_TIMEOUT_MS: setting({
    description:
      'Milliseconds that the transaction of a change may take in all, with PostgreSQL 17 or later.',
    default: '12000',
    parse: integer(1, 600_000),
  }),
  DATABASE_CONNECT_TIMEOUT_MS: setting({
    description: 'Milliseconds until an attempt to connect to PostgreSQL is given up.',
    default: '5000',
    parse: integer(1, 600_000),
  }),
  STATEMENT_BATCH_SIZE_MAX: setting({
    description:
      'Maximum number of changes of one organization that share a transaction when they arrive together; 1: each has its own.',
    default: '64',
    parse: integer(1, 1_000),
  }),
  STATEMENT_BATCHES_IN_FLIGHT_MAX: setting({
    description:
      'Maximum number of shared transactions at the same time in one service process. An organization has one at a time.',
    default: '4',
    parse: integer(1, 500),
  }),
  TRUSTED_PROXIES: setting({
    description:
      'Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed, with commas between. Empty: none; a client has the address that it connects from.',
    default: '',
    parse: addressBlocks,
  }),
  STRICT_TRANSPORT_SECURITY: setting({
    description:
      'Value of the header Strict-Transport-Security, which browsers obey over HTTPS; add "; includeSubDomains" where all of them have HTTPS. off: no such header.',
    default: 'max-age=31536000',
    parse: transportSecurity,
  }),
  DOCS: setting({
    description:
      'on: /docs shows the API reference to everybody. off: /docs is answered 404; /openapi.json is not.',
    default: 'on',
    parse: (value) => oneOf('on', 'off')(value) === 'on',
  }),
  RATE_LIMIT_PER_MINUTE: setting({
    description:
      'Requests that a token, with all that it issued or was rotated to, may make a minute of each process; 0: any number.',
    default: '0',
    parse: integer(0, 1_000_000),
  }),
  RATE_LIMIT_WRITES_PER_MINUTE: setting({
    description: 'Of these, requests that may change something (POST, PATCH); 0: no further limit.',
    default: '0',
    parse: integer(0, 1_000_000),
  }),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: setting({
    description:
      'Requests that all tokens of an organization may make a minute of each process; 0: any number.',
    default: '0',
    parse: integer(0, 10_000_000),
  }),
  AUTH_FAILURES_PER_MINUTE: setting({
    description:
      'Requests with a token that is not valid that an address may make a minute of each process; each further one is answered 429. 0: any number.',
    default: '60',
    parse: integer(0, 1_000_000),
  }),
  METRICS_HOST: setting({
    description: 'Address that the Prometheus metrics listen on, apart from the API.',
    default: '127.0.0.1',
    parse: text,
  }),
  METRICS_PORT: setting({
    description:
      'Port of the metrics; 0 takes any free one. Empty: 9464, or any free one where that is taken.',
    default: '',
    parse: (value) => (value === '' ? null : integer(0, 65_535)(value)),
  }),
  LOG_LEVEL: setting({
    description:
      'Least severe log lines written: trace, debug, info, warn, error, fatal or silent.',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  LOG_FORMAT: setting({
    description:
      'json writes one JSON object per line; pretty is for reading; auto: pretty on a terminal.',
    default: 'auto',
    parse: oneOf('auto', 'json', 'pretty'),
  }),
  HEADERS_TIMEOUT_MS: setting({
    description:
      'Milliseconds that a client may take to send the headers of one request; REQUEST_TIMEOUT_MS at most.',
    default: '10000',
    parse: integer(100, 600_000),
  }),
  REQUEST_TIMEOUT_MS: setting({
    description: 'Milliseconds that a client may take to send one request, headers and body.',
    default: '30000',
    parse: integer(100, 600_000),
  }),
  IDLE_TIMEOUT_MS: setting({
    description:
      'Milliseconds without a byte in either direction, or without a client having taken a whole write, after which a connection is cut in the middle of a request or a response.',
    default: '60000',
    parse: integer(100, 600_000),
  }),
  KEEP_ALIVE_TIMEOUT_MS: setting({
    description: 'Milliseconds that a connection may stay open between two requests.',
    default: '72000',
    parse: integer(100, 600_000),
  }),
  SHUTDOWN_DELAY_MS: setting({
    description:
      'Milliseconds between "not ready" and closing the port, for a load balancer to notice.',
    default: '0',
    parse: integer(0, 600_000),
  }),
  SHUTDOWN_TIMEOUT_MS: setting({
    description:
      'Milliseconds that requests under way may take to finish once a stop was asked for.',
    default: '30000',
    parse: integer(100, 600_000),
  }),
} as const

function setting<T>(value: Setting<T>): Setting<T> {
  return value
}

/** The value of a header; empty where there is to be none. */
function transportSecurity(value: string): string {
  if (value === 'off') return ''
  if (!/^max-age=\d+(; *(includeSubDomains|preload))*$/i.test(value)) {
    throw new Error('off, or like max-age=31536000; includeSubDomains')
  }
  return value
}

function text(value: string): string {
  if (value === '') throw new Error('a text that is not empty')
  return value
}

function integer(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= least && number <= most)) {
      throw new Error(`a whole number from ${least} to ${most}`)
    }
    return number
  }
}

function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return (value) => {
    if (!(allowed as string[]).includes(value)) throw new Error(`one of ${allowed.join(', ')}`)
    return value as T
  }
}

function addressBlocks(value: string): readonly string[] {
  if (value === '') return []
  const blocks = value.split(',').map((block) => addressBlock(block.trim()))
  if (blocks.includes(undefined)) {
    throw new Error('addresses or CIDR blocks such as 10.0.0.0/8, with commas between')
  }
  return blocks as string[]
}

function databaseUrl(value: string): string | null {
  if (value === '') return null
  if (readDatabaseUrl(value) === null) {
    throw new Error('an address such as postgres://user:password@host:5432/database')
  }
  return value
}
