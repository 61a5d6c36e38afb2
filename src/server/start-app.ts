import type { FastifyInstance } from 'fastify'
import { forgetSessions } from '../access/sessions/session.ts'
import { type AppOptions, buildApp, type SharedParts } from '../app.ts'
import { forgetOldResponsesHourly } from '../database/forget-old-responses.ts'
import { CheckedChains } from '../history/sealed-log/checked-chains.ts'
import { toEventCheckpoint } from '../history/sealed-log/event-checkpoint.ts'
import { sealInBackground } from '../history/sealed-log/seal-in-background.ts'
import { SigningKeys } from '../history/sealed-log/signing-keys.ts'
import { deliverWebhooks } from '../history/webhooks/delivery/deliver-webhooks.ts'
import { RepeatedLog } from '../runtime/log/log.ts'
import { openSecrets } from '../runtime/secrets/secrets.ts'
import { forgetImports } from '../vault/imports/imports.store.ts'
import { noteWordsInBackground } from '../vault/search/note-words.ts'
import { overdueTransfers } from '../vault/transfers/expire-transfers.ts'

/** Lines that an operator has to mend are logged this often for as long as they last. */
const HOUR_MS = 3_600_000

/**
 * The HTTP interface, which does not listen yet, and the work in the background, which starts at
 * once and stops when the interface closes.
 */
export async function startApp(options: AppOptions): Promise<FastifyInstance> {
  const parts = sharedParts(options)
  const stopForgetting = startForgetting(options)
  const sealing = new EventTarget()
  const stopSealing = startSealing(options, parts, sealing)
  const stopNoting = options.notesWords === false ? undefined : startNoting(options)
  const isSending = options.config.WEBHOOK_DELIVERY
  const stopDelivery = isSending ? deliverWebhooks({ ...options, ...parts, sealing }) : undefined
  const app = await buildApp(options, parts)
  // Attempts under way end while the requests under way do.
  app.addHook('preClose', (done) => {
    void stopDelivery?.()
    done()
  })
  app.addHook('onClose', async () => {
    const stops = [stopForgetting(), stopSealing(), stopNoting?.()]
    await Promise.all([stopDelivery?.(), ...stops])
  })
  return app
}

/** The parts that requests and the work in the background share. */
export function sharedParts({
  config,
  database,
  metrics,
  log,
}: Pick<AppOptions, 'config' | 'database' | 'metrics' | 'log'>): SharedParts {
  const secrets = openSecrets(config)
  const hourly = new RepeatedLog(log, HOUR_MS)
  const keys = new SigningKeys(database, secrets, (keyId) => {
    const line = 'not a signing key of this vault, so it is not published'
    hourly.write('error', line, { keyId }, keyId)
  })
  const chains = new CheckedChains(keys, {
    contradicted: (organizationId, contradiction) => {
      metrics.contradicted()
      const line = 'log contradicts its checkpoints: not signed'
      hourly.write('error', line, { organizationId, contradiction }, organizationId)
    },
    // A copy that nobody changes with the database.
    signed: (row) => log.info({ checkpoint: toEventCheckpoint(row) }, 'event checkpoint signed'),
  })
  const endAndReviewTransfers = overdueTransfers(database, (err, transferBatchId) => {
    log.error({ err, transferBatchId }, 'transfer not expired or reviewed')
  })
  return { secrets, keys, chains, endAndReviewTransfers }
}

function startForgetting({ database, log }: AppOptions) {
  return forgetOldResponsesHourly(
    database,
    async (caller) => {
      await forgetImports(caller, database)
      await database.long(caller, forgetSessions)
    },
    (err) => log.error({ err }, 'old responses not forgotten'),
  )
}

function startSealing(
  { database, metrics, log }: AppOptions,
  { chains }: SharedParts,
  sealing: EventTarget,
) {
  const hourly = new RepeatedLog(log, HOUR_MS)
  return sealInBackground(database, {
    chains,
    sealing,
    observer: metrics,
    failed: (err) => log.error({ err }, 'events not sealed or signed'),
    gap: (organizationId, sequence) => {
      const line = 'event missing, so later ones are not sealed'
      hourly.write('error', line, { organizationId, sequence }, organizationId)
    },
  })
}

function startNoting({ database, metrics, log }: AppOptions) {
  return noteWordsInBackground(database, metrics, (err) => {
    log.error({ err }, 'search words not noted')
  })
}
