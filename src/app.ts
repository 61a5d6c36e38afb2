import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { TokenAuthenticator } from './access-tokens/authenticate.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import { forgetOldResponsesHourly } from './database/forget-old-responses.ts'
import { operatorFor } from './domain/caller.ts'
import { readBlocks } from './domain/ip-ranges.ts'
import { serveConsole } from './http/console/serve-console.ts'
import { serveOpenApi } from './http/openapi/openapi.ts'
import { serveReference } from './http/openapi/reference.ts'
import { authenticateRequests } from './http/request/authentication.ts'
import { RateLimits } from './http/request/rate-limits.ts'
import { boundMemory } from './http/transport/bound-memory.ts'
import { ignoreUnknownExpectations } from './http/transport/client-errors.ts'
import { newApp } from './http/transport/fastify-app.ts'
import { type Readiness, serveHealth } from './http/transport/health.ts'
import type { Metrics } from './http/transport/metrics.ts'
import { respondToUnknownRoutes } from './http/transport/not-found.ts'
import { forgetImports } from './imports/forget-imports.store.ts'
import { addOperations } from './operations.ts'
import { listOrganizations } from './organizations/list-organizations.store.ts'
import { maintainInBackground } from './outbound-shipments/page-counts/maintain-page-counts.ts'
import { CheckedChains } from './sealed-log/checked-chains.ts'
import { toEventCheckpoint } from './sealed-log/event-checkpoint.ts'
import { sealInBackground } from './sealed-log/seal-in-background.ts'
import { serveVaultKeys } from './sealed-log/serve-vault-keys.ts'
import { SigningKeys } from './sealed-log/signing-keys.ts'
import { openSecrets, type Secrets } from './secrets/secrets.ts'
import { processDueTransfers } from './transfers/process-due-transfers.ts'
import { mayReceive } from './webhooks/delivery/addresses.ts'
import { deliverWebhooks } from './webhooks/delivery/deliver-webhooks.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly metrics: Metrics
  readonly log: Logger
  readonly readiness: Readiness
  /** The folder of the built console, if not that of this package. */
  readonly consoleFolder?: string | undefined
}

/** Assembles the HTTP interface. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, metrics, log, readiness } = options
  const app = await newApp({ config, log, metrics })
  app.decorate('operations', [])
  app.decorate('database', database)
  app.decorate('secrets', openSecrets(config))
  // Each operation validates its own requests: one response reports all violations.
  app.setValidatorCompiler(() => () => true)
  const authenticator = new TokenAuthenticator(database)
  authenticateRequests(app, authenticator, new RateLimits(config))
  respondToUnknownRoutes(app)
  boundMemory(app)
  ignoreUnknownExpectations(app)
  app.decorate(
    'processDue',
    processDueTransfers(database, (err, transferBatchId) => {
      log.error({ err, transferBatchId }, 'due transfer not processed')
    }),
  )
  const maintenance = maintainInBackground(database, (err, organizationId) => {
    log.error({ err, organizationId }, 'blocks of outbound shipments not maintained')
  })
  app.addHook('onClose', () => maintenance.stop())
  const stopForgetting = forgetOldResponsesHourly(
    database,
    async () => (await listOrganizations(database)).map(({ id }) => operatorFor(id)),
    (caller) => forgetImports(caller, database),
    (err) => log.error({ err }, 'old responses not forgotten'),
  )
  app.addHook('onClose', stopForgetting)
  const keys = new SigningKeys(database, app.secrets, (keyId) => {
    log.error({ keyId }, 'not a signing key of this vault, so it is not published')
  })
  const chains = new CheckedChains(keys, {
    contradicted: (organizationId, contradiction, isNews) => {
      metrics.contradicted()
      if (!isNews) return
      log.error({ organizationId, contradiction }, 'log contradicts its checkpoints: not signed')
    },
    // A copy that nobody changes with the database.
    signed: (row) => log.info({ checkpoint: toEventCheckpoint(row) }, 'event checkpoint signed'),
  })
  const stopSealing = sealInBackground(database, {
    chains,
    observer: metrics,
    failed: (err) => log.error({ err }, 'events not sealed or signed'),
    gap: (organizationId, sequence) => {
      log.error({ organizationId, sequence }, 'event missing, so later ones are not sealed')
    },
  })
  app.addHook('onClose', stopSealing)
  if (config.WEBHOOK_DELIVERY) sendWebhooks(app, options)
  const allowed = readBlocks(config.WEBHOOK_ALLOWED_NETWORKS)
  const urls = {
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    mayReceive: (address: string) => mayReceive(address, allowed),
  }
  const importLimits = { rowsMax: config.IMPORT_ROWS_MAX, bytesMax: config.IMPORT_BYTES_MAX }
  const { forget: forgetToken } = authenticator
  addOperations(app, { maintenance, forgetToken, chains, urls, importLimits })
  serveHealth(app, readiness)
  serveVaultKeys(app, keys)
  serveOpenApi(app)
  serveReference(app, config.DOCS)
  serveConsole(app, { isOn: config.CONSOLE, folder: options.consoleFolder })
  return app
}

function sendWebhooks(app: FastifyInstance, options: AppOptions): void {
  const { secrets, processDue } = app
  const delivery = deliverWebhooks({ ...options, secrets, processDue })
  // Attempts under way end while the requests under way do.
  app.addHook('preClose', (done) => {
    void delivery.stop()
    done()
  })
  app.addHook('onClose', () => delivery.stop())
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where the operator has to set SECRETS_KEY first. */
    secrets: Secrets | null
  }
}
