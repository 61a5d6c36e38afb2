import {
  addressBlocks,
  addressPairs,
  basePath,
  databaseUrl,
  integer,
  integerOf,
  isOn,
  oneOf,
  publicOrigin,
  secretsKeys,
  setting,
  text,
  transportSecurity,
} from './setting-values.ts'
import { TRACE_SETTINGS } from './trace-settings.ts'

const PORTS = { from: 0, to: 65_535 }
const MILLISECONDS = { from: 1, to: 600_000 }
const HTTP_MILLISECONDS = { from: 100, to: 600_000 }

/** All settings with their defaults and descriptions; `.env.example` says the same. */
export const SETTINGS = {
  HOST: text(
    '127.0.0.1',
    'Address that the API listens on. 127.0.0.1 is this machine only; 0.0.0.0 is every interface.',
  ),
  PORT: integer({ default: 8080, ...PORTS }, 'Port of the API. 0: any free port.'),
  DATABASE_URL: setting(
    { default: '', secret: true, parse: databaseUrl },
    'postgres:// address of your PostgreSQL (15 or later). Over a network, add ?sslmode=verify-full&sslrootcert=FILE. Empty: the service runs its own under DATA_DIR.',
  ),
  DATABASE_NODES: setting(
    { default: '', parse: addressPairs },
    "Addresses of a Citus cluster's nodes that the service reaches by others than the cluster's own: 10.0.0.2:5432=db2.example:6432, separated by commas.",
  ),
  SERVICE_ROLE: setting(
    { default: '', parse: (value) => (value === '' ? null : value) },
    'Role that the service connects as, if another role owns the tables. Each migration grants it exactly the rights that the service needs. Empty: nothing is granted. Used only with DATABASE_URL.',
  ),
  DATA_DIR: text(
    './data',
    'Folder of the embedded PostgreSQL. Used only while DATABASE_URL is empty.',
  ),
  SECRETS_KEY: setting(
    { default: '', secret: true, parse: secretsKeys },
    'Key that encrypts the secrets of webhooks and identity providers, and the private signing keys in the database: 32 bytes in base64 (openssl rand -base64 32). To replace it, put the new key before the old one, separated by a comma. Empty: made and kept under DATA_DIR; with DATABASE_URL, none.',
  ),
  DATABASE_POOL_SIZE: integer(
    { default: 10, from: 1, to: 500 },
    'Connections for requests. The service opens seven more: two for reads by id and of names, two for pages of shipments, two for searches, one for health checks.',
  ),
  DATABASE_QUEUE_MAX: integer(
    { default: 1_000, from: 1, to: 1_000_000 },
    'Maximum number of statements that wait for a connection, and of requests of one kind that wait to share a transaction. Beyond it, requests get 503 at once.',
  ),
  DATABASE_QUEUE_TIMEOUT_MS: integer(
    { default: 3_000, ...MILLISECONDS },
    'Milliseconds that a statement may wait for a connection, or a request may wait to share a transaction. Then 503.',
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(
    { default: 10_000, ...MILLISECONDS },
    'Milliseconds that one statement of a request may run, or that a transaction may pause between two statements. Then 503.',
  ),
  DATABASE_LOCK_TIMEOUT_MS: integer(
    { default: 5_000, ...MILLISECONDS },
    'Milliseconds that a statement may wait for a lock. Then 503.',
  ),
  DATABASE_TRANSACTION_TIMEOUT_MS: integer(
    { default: 12_000, ...MILLISECONDS },
    'Milliseconds that the whole transaction of a change may take, with PostgreSQL 17 or later. Then 503.',
  ),
  DATABASE_CONNECT_TIMEOUT_MS: integer(
    { default: 5_000, ...MILLISECONDS },
    'Milliseconds that an attempt to connect to PostgreSQL may take. Then 503. An open connection counts as dead if it is silent for this long after the limit of its statement or transaction.',
  ),
  STATEMENT_BATCH_SIZE_MAX: integer(
    { default: 64, from: 1, to: 1_000 },
    'Maximum number of changes of one organization that share a transaction if they arrive together. 1: each change has its own.',
  ),
  STATEMENT_BATCHES_IN_FLIGHT_MAX: integer(
    { default: 4, from: 1, to: 500 },
    'Maximum number of shared transactions that one process runs at the same time. An organization has one at a time.',
  ),
  BASE_PATH: setting(
    { default: '', parse: basePath },
    'Path of the base address, such as /vault where clients see https://example.com/vault/v1/transfers. Links of responses, /docs and /console begin with it; requests may come with it or without. Empty: none.',
  ),
  PUBLIC_URL: setting(
    { default: '', parse: publicOrigin },
    'Address that browsers use, such as https://vault.example.com, without a path. Set it where a proxy changes the Host header. Empty: that of each request.',
  ),
  TRUSTED_PROXIES: setting(
    { default: '', parse: addressBlocks },
    "Addresses or CIDR blocks of proxies whose X-Forwarded-For is trusted, separated by commas. Empty: none, so a client behind a proxy appears with the proxy's address.",
  ),
  STRICT_TRANSPORT_SECURITY: setting(
    { default: 'max-age=31536000', parse: transportSecurity },
    'Value of the header Strict-Transport-Security, which browsers obey over HTTPS. Add "; includeSubDomains" if all subdomains have HTTPS. off: no such header.',
  ),
  DOCS: setting(
    { default: 'on', parse: isOn },
    'on: /docs shows the API reference to everybody. One process sends its script to 32 readers at a time; others get 503. off: /docs returns 404. /openapi.json is always there.',
  ),
  CONSOLE: setting(
    { default: 'on', parse: isOn },
    'on: /console shows the console; it asks for an access token. off: /console returns 404.',
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    { default: 0, from: 0, to: 1_000_000 },
    'Requests per minute that one process accepts from a token, all tokens that it issued, and all that replaced it. 0: no limit.',
  ),
  RATE_LIMIT_WRITES_PER_MINUTE: integer(
    { default: 0, from: 0, to: 1_000_000 },
    'Maximum number of changes (POST, PUT, PATCH, DELETE) among these requests. 0: no further limit.',
  ),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: integer(
    { default: 0, from: 0, to: 10_000_000 },
    'Requests per minute that one process accepts from all tokens of an organization. 0: no limit.',
  ),
  AUTH_FAILURES_PER_MINUTE: integer(
    { default: 60, from: 0, to: 1_000_000 },
    'Requests with an invalid token, cookie or one-time code that an address may send to one process per minute. Each further one gets 429; valid tokens, cookies that were used before and sign-ins that have begun still pass. Ten times as many sign-ins may begin. 0: no limit.',
  ),
  WEBHOOK_DELIVERY: setting(
    { default: 'on', parse: isOn },
    'on: this process sends webhooks, together with all others that do. off: it sends none; at least one process must.',
  ),
  WEBHOOK_ALLOW_HTTP: setting(
    { default: 'off', parse: isOn },
    'on: a webhook endpoint may have an http:// URL. Anybody on the way can then read and change what is sent. off: https:// only.',
  ),
  WEBHOOK_ALLOWED_NETWORKS: setting(
    { default: '', parse: addressBlocks },
    'Addresses or CIDR blocks that webhooks may be sent to although they are not public, or are of this machine, separated by commas. Empty: only public addresses of others, so that no caller can make the service send requests into your network.',
  ),
  IDENTITY_PROVIDER_ALLOW_HTTP: setting(
    { default: 'off', parse: isOn },
    'on: an identity provider may have http:// URLs. Anybody on the way can then sign in as anybody. off: https:// only.',
  ),
  IDENTITY_PROVIDER_ALLOWED_NETWORKS: setting(
    { default: '', parse: addressBlocks },
    'Addresses or CIDR blocks of identity providers that are not public, or are of this machine, separated by commas. Empty: only public addresses of others.',
  ),
  METRICS_HOST: text(
    '127.0.0.1',
    'Address that the server of the Prometheus metrics listens on, separate from the API.',
  ),
  METRICS_PORT: setting(
    { default: '', parse: (value) => (value === '' ? null : integerOf(value, PORTS)) },
    'Port of the metrics. 0: any free port. Empty: 9464, or any free port if 9464 is taken.',
  ),
  LOG_LEVEL: oneOf(
    {
      default: 'info',
      values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    },
    'Lowest level of the log lines that are written: trace, debug, info, warn, error, fatal or silent.',
  ),
  LOG_FORMAT: oneOf(
    { default: 'auto', values: ['auto', 'json', 'pretty'] },
    'json: one JSON object per line. pretty: for reading. auto: pretty on a terminal, else json.',
  ),
  HEADERS_TIMEOUT_MS: integer(
    { default: 10_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a client may take to send the headers of one request; REQUEST_TIMEOUT_MS at most. Then 408.',
  ),
  IMPORT_ROWS_MAX: integer(
    { default: 1_000_000, from: 1, to: 10_000_000 },
    'Maximum number of rows of a file that POST /v1/imports takes. Then 413.',
  ),
  IMPORT_BYTES_MAX: integer(
    { default: 536_870_912, from: 1_024, to: 10_737_418_240 },
    'Maximum size of that file in bytes. Then 413.',
  ),
  IMPORT_TIMEOUT_MS: integer(
    { default: 3_600_000, from: 100, to: 86_400_000 },
    'Milliseconds that a client may take to send that file. Then 408.',
  ),
  REQUEST_TIMEOUT_MS: integer(
    { default: 30_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a client may take to send one request, headers and body. Then 408. The files of imports have IMPORT_TIMEOUT_MS.',
  ),
  IDLE_TIMEOUT_MS: integer(
    { default: 60_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a connection may stall during a request or a response. Then it is closed. A stall: no byte moves in either direction, or the client does not finish reading one write.',
  ),
  KEEP_ALIVE_TIMEOUT_MS: integer(
    { default: 72_000, ...HTTP_MILLISECONDS },
    'Milliseconds that a connection may stay open between two requests. Keep it above the idle timeout of your load balancer (often 60 s).',
  ),
  SHUTDOWN_DELAY_MS: integer(
    { default: 0, from: 0, to: 600_000 },
    'Milliseconds between "not ready" and closing the port, so that a load balancer can notice.',
  ),
  SHUTDOWN_TIMEOUT_MS: integer(
    { default: 30_000, ...HTTP_MILLISECONDS },
    'Milliseconds that running requests may take to finish after SIGTERM or SIGINT. Then they are cut off.',
  ),
  ...TRACE_SETTINGS,
} as const
