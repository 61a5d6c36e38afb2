import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type RelyingParty, relyingPartyOf } from './access/passkeys/assertion.ts'
import { BrowserSessions, KnownSecrets } from './access/sessions/browser-sessions.ts'
import { serveSessions } from './access/sessions/serve-sessions.ts'
import { serveSignIn } from './access/sign-in/serve-sign-in.ts'
import { type ForgetToken, TokenAuthenticator } from './access/tokens/authenticate.ts'
import { byPowersOfNow } from './access/tokens/token-powers.ts'
import type { Database } from './database/database.ts'
import { readBlocks } from './domain/ip-ranges.ts'
import type { CheckedChains } from './history/sealed-log/checked-chains.ts'
import { type SigningKeys, serveVaultKeys } from './history/sealed-log/signing-keys.ts'
import { serveOpenApi } from './http/openapi/openapi.ts'
import { serveConsole, serveReference } from './http/pages/site.ts'
import { type Authenticator, authenticateRequests } from './http/request/authentication.ts'
import { RateLimits } from './http/request/rate-limits.ts'
import { whenUsed } from './http/request/validation.ts'
import { boundMemory } from './http/transport/bound-memory.ts'
import { newApp } from './http/transport/fastify-app.ts'
import { type Readiness, serveHealth } from './http/transport/health.ts'
import { respondToUnknownRoutes } from './http/transport/routing.ts'
import { addOperations } from './operations.ts'
import type { Config } from './runtime/config/config.ts'
import type { Metrics } from './runtime/metrics/metrics.ts'
import { mayReceive } from './runtime/outbound/addresses.ts'
import type { UrlPolicy } from './runtime/outbound/url.rules.ts'
import type { Secrets } from './runtime/secrets/secrets.ts'
import { findNames } from './vault/names/find-names.store.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly metrics: Metrics
  readonly log: Logger
  readonly readiness: Readiness
  /** The folder of the built console, if not that of this package. */
  readonly consoleFolder?: string | undefined
  /** Tells callers in place of their tokens, where nothing but a command sends requests. */
  readonly authenticator?: Authenticator
  /** False where something else notes the words that searches find. */
  readonly notesWords?: false | undefined
}

/** Shared by requests and the work in the background (server/start-app.ts). */
export interface SharedParts {
  /** Null where the operator has to set SECRETS_KEY first. */
  readonly secrets: Secrets | null
  readonly endAndReviewTransfers: FastifyInstance['endAndReviewTransfers']
  readonly keys: SigningKeys
  readonly chains: CheckedChains
}

/** Assembles the HTTP interface. It does not listen yet. */
export async function buildApp(
  options: AppOptions,
  { secrets, endAndReviewTransfers, keys, chains }: SharedParts,
): Promise<FastifyInstance> {
  const { config, database, metrics, log, readiness } = options
  const app = await newApp({ config, log, metrics })
  app.decorate('operations', [])
  app.decorate('database', database)
  app.decorate('secrets', secrets)
  app.decorate('endAndReviewTransfers', endAndReviewTransfers)
  app.decorate('byPowersOfNow', byPowersOfNow)
  app.decorate('findNames', (caller, names) => findNames(caller, database, names))
  // Each operation validates its own requests: one response reports all violations.
  app.setValidatorCompiler(() => () => true)
  app.decorate('warmUps', [])
  const compileSerializer = serializerCompiler()(undefined, undefined)
  app.setSerializerCompiler((route) => {
    const compiled = whenUsed(() => compileSerializer(route as never) as (data: unknown) => string)
    app.warmUps.push(compiled)
    return (data) => compiled()(data)
  })
  const authenticator = new TokenAuthenticator(database)
  const limits = new RateLimits(config)
  authenticateRequests(app, options.authenticator ?? authenticator, limits)
  respondToUnknownRoutes(app)
  boundMemory(app)
  const urls = {
    webhooks: urlPolicy(config, 'WEBHOOK'),
    providers: urlPolicy(config, 'IDENTITY_PROVIDER'),
  }
  const importLimits = {
    rowsMax: config.IMPORT_ROWS_MAX,
    bytesMax: config.IMPORT_BYTES_MAX,
    timeoutMs: config.IMPORT_TIMEOUT_MS,
  }
  app.decorate('forgetToken', authenticator.forget)
  app.decorate('relyingParty', relyingPartyOf(config.PUBLIC_URL))
  addOperations(app, { chains, urls, importLimits })
  const knownSecrets = new KnownSecrets(database, limits)
  const sessions = new BrowserSessions(app, authenticator.forgetSession, knownSecrets)
  const parts = { authenticator, sessions, secrets: knownSecrets, limits }
  serveSessions(app, { ...parts, publicOrigin: config.PUBLIC_URL })
  serveSignIn(app, { config, sessions, limits })
  serveHealth(app, readiness)
  serveVaultKeys(app, keys)
  serveOpenApi(app)
  serveReference(app, config.DOCS)
  serveConsole(app, { isOn: config.CONSOLE, folder: options.consoleFolder })
  return app
}

function urlPolicy(config: Config, kind: 'WEBHOOK' | 'IDENTITY_PROVIDER'): UrlPolicy {
  const setting = `${kind}_ALLOWED_NETWORKS` as const
  const allowed = readBlocks(config[setting])
  const isAllowed = (address: string) => mayReceive(address, allowed)
  return { allowHttp: config[`${kind}_ALLOW_HTTP`], mayReceive: isAllowed, setting }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where the operator has to set SECRETS_KEY first. */
    secrets: Secrets | null
    relyingParty: RelyingParty
    forgetToken: ForgetToken
    /** Compile the schemas of operations, which their first requests would wait for. */
    warmUps: (() => unknown)[]
  }
}
