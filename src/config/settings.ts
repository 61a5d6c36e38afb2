import {
  addressBlocks,
  databaseUrl,
  integer,
  integerOf,
  isOn,
  oneOf,
  setting,
  text,
  transportSecurity,
} from './setting-values.ts'

const PORTS = { from: 0, to: 65_535 }
const MILLISECONDS = { from: 1, to: 600_000 }
const HTTP_MILLISECONDS = { from: 100, to: 600_000 }

/** All settings with their defaults and descriptions; `.env.example` says the same. */
export const SETTINGS = {
  HOST: text(
    '127.0.0.1',
    'Address that the API listens on: 127.0.0.1 for this machine only, 0.0.0.0 for every interface.',
  ),
  PORT: integer({ default: 8080, ...PORTS }, 'Port of the API; 0 takes any free port.'),
  DATABASE_URL: setting(
    { default: '', secret: true, parse: databaseUrl },
    'postgres:// address of your PostgreSQL (15 or later); over a network add ?sslmode=verify-full&sslrootcert=FILE. Empty: the service runs its own PostgreSQL under DATA_DIR.',
  ),
  SERVICE_ROLE: setting(
    { default: '', parse: (value) => (value === '' ? null : value) },
    'Role that the service connects as when another role owns the tables. Each migration grants it the rights that the service needs, and no more. Empty: nothing is granted. Used only with DATABASE_URL.',
  ),
  DATA_DIR: text(
    './data',
    'Folder of the embedded PostgreSQL; used only while DATABASE_URL is empty.',
  ),
  DATABASE_POOL_SIZE: integer(
    { default: 10, from: 1, to: 500 },
    'Connections for requests. The service opens three more for reads by id and pages of shipments, and one for health checks.',
  ),
  DATABASE_QUEUE_MAX: integer(
    { default: 1_000, from: 1, to: 1_000_000 },
    'Maximum number of statements that wait for a connection, and of requests of one kind that wait to share one. Beyond it, requests fail with 503 at once.',
  ),
  DATABASE_QUEUE_TIMEOUT_MS: integer(
    { default: 3_000, ...MILLISECONDS },
    'Milliseconds that a statement may wait for a connection, or a request to share one. After that, the request fails with 503.',
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(
    { default: 10_000, ...MILLISECONDS },
    'Milliseconds that one statement of a request may run in PostgreSQL.',
  ),
  DATABASE_LOCK_TIMEOUT_MS: integer(
    { default: 5_000, ...MILLISECONDS },
    'Milliseconds that a statement may wait for a lock that another one holds.',
  ),
  DATABASE_TRANSACTION_TIMEOUT_MS: integer(
    { default: 12_000, ...MILLISECONDS },
    'Milliseconds that the whole transaction of a change may take, with PostgreSQL 17 or later.',
  ),
  DATABASE_CONNECT_TIMEOUT_MS: integer(
    { default: 5_000, ...MILLISECONDS },
    'Milliseconds that one attempt to connect to PostgreSQL may take.',
  ),
  STATEMENT_BATCH_SIZE_MAX: integer(
    { default: 64, from: 1, to: 1_000 },
    'Maximum number of changes of one organization that share a transaction when they arrive together. 1: each change has its own.',
  ),
  STATEMENT_BATCHES_IN_FLIGHT_MAX: integer(
    { default: 4, from: 1, to: 500 },
    'Maximum number of shared transactions at the same time in one service process. An organization has one at a time.',
  ),
  TRUSTED_PROXIES: setting(
    { default: '', parse: addressBlocks },
    'Proxies whose X-Forwarded-For the service believes: addresses or CIDR blocks, separated by commas. Empty: none; the client is the address that connects.',
  ),
  STRICT_TRANSPORT_SECURITY: setting(
    { default: 'max-age=31536000', parse: transportSecurity },
    'Value of the header Strict-Transport-Security, which browsers obey over HTTPS. Add "; includeSubDomains" when all subdomains have HTTPS. off: no such header.',
  ),
  DOCS: setting(
    { default: 'on', parse: isOn },
    'on: /docs shows the API reference to everybody. off: /docs returns 404, and /openapi.json remains.',
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    { default: 0, from: 0, to: 1_000_000 },
    'Requests per minute and process that a token may make, together with all tokens that it issued or was rotated to. 0: no limit.',
  ),
  RATE_LIMIT_WRITES_PER_MINUTE: integer(
    { default: 0, from: 0, to: 1_000_000 },
    'Of these, requests that may change something (POST, PATCH). 0: no further limit.',
  ),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: integer(
    { default: 0, from: 0, to: 10_000_000 },
    'Requests per minute and process that all tokens of an organization may make together. 0: no limit.',
  ),
  AUTH_FAILURES_PER_MINUTE: integer(
    { default: 60, from: 0, to: 1_000_000 },
    'Requests per minute and process that one address may make with an invalid token; further ones fail with 429. 0: no limit.',
  ),
  METRICS_HOST: text(
    '127.0.0.1',
    'Address that the Prometheus metrics listen on, separate from the API.',
  ),
  METRICS_PORT: setting(
    { default: '', parse: (value) => (value === '' ? null : integerOf(value, PORTS)) },
    'Port of the metrics; 0 takes any free port. Empty: 9464, or any free port when that is taken.',
  ),
  LOG_LEVEL: oneOf(
    {
      default: 'info',
      values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    },
    'Lowest severity that is logged: trace, debug, info, warn, error, fatal or silent.',
  ),
  LOG_FORMAT: oneOf(
    { default: 'auto', values: ['auto', 'json', 'pretty'] },
    'json: one JSON object per line. pretty: for reading. auto: pretty on a terminal, json elsewhere.',
  ),
  HEADERS_TIMEOUT_MS: integer(
    { default: 10_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a client may take to send the headers of one request; at most REQUEST_TIMEOUT_MS.',
  ),
  REQUEST_TIMEOUT_MS: integer(
    { default: 30_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a client may take to send one request, headers and body.',
  ),
  IDLE_TIMEOUT_MS: integer(
    { default: 60_000, ...HTTP_MILLISECONDS },
    'During a request or a response: milliseconds without a byte in either direction, or without the client taking a whole write, after which the connection is closed.',
  ),
  KEEP_ALIVE_TIMEOUT_MS: integer(
    { default: 72_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a connection may stay open between two requests.',
  ),
  SHUTDOWN_DELAY_MS: integer(
    { default: 0, from: 0, to: 600_000 },
    'Milliseconds between reporting "not ready" and closing the port, so that a load balancer notices.',
  ),
  SHUTDOWN_TIMEOUT_MS: integer(
    { default: 30_000, ...HTTP_MILLISECONDS },
    'Milliseconds that requests in progress may take to finish after a stop was requested.',
  ),
} as const
