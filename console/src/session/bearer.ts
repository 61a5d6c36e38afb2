import { sendCookie } from '../api/request.ts'

/** A short bearer of this tab: it is in memory alone, in no storage and in no URL. */
export interface Bearer {
  readonly token: string
  readonly sessionId: string
  /** The person, or else the session of a token. */
  readonly holder: string
  /** On the clock of `performance.now()`. */
  readonly untilMs: number
}

interface Traded {
  readonly data: {
    readonly token: string
    readonly sessionId: string
    readonly personId: string | null
    readonly expiresInMs: number
    readonly idleInMs: number
  }
}

/** A bearer is replaced so long before its end. */
const EARLY_MS = 30_000

/** The part of the idle time after which activity moves its end. */
const NOTED_PART = 5

let trading: Promise<Bearer> | undefined
let isUsed = true
let timer: ReturnType<typeof setTimeout> | undefined
/** The moment from which activity is worth telling the service. */
let tellFromMs = Number.POSITIVE_INFINITY
/** A bearer that lasts less ends with its session. */
const BEARER_MS = 10 * 60_000

/** The last trade: the idle time, and the ends of the session as far as they are known. */
const known = {
  atMs: 0,
  idleMs: 0,
  idleUntilMs: Number.POSITIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
}

/** The end of the session, if it is close: unless somebody uses another page, or for good. */
export function closeEnd(closeMs: number): { inMs: number; isForGood: boolean } | undefined {
  const [idleMs, lastMs] = [known.idleUntilMs, known.untilMs].map((at) => at - performance.now())
  if (lastMs !== undefined && lastMs < closeMs) return { inMs: lastMs, isForGood: true }
  const isClose = idleMs !== undefined && idleMs < Math.min(closeMs, known.idleMs / 2)
  return isClose ? { inMs: idleMs, isForGood: false } : undefined
}

/** The time since the ends were asked for. */
export function sinceTradeMs(): number {
  return performance.now() - known.atMs
}

/**
 * Trades the cookie of the session for a bearer; requests at the same time share it.
 * @param renew is called when the bearer should be replaced
 * @throws {ProblemError}
 */
export function trade(renew: () => void): Promise<Bearer> {
  trading ??= tradeNow(renew).finally(() => {
    trading = undefined
  })
  return trading
}

async function tradeNow(renew: () => void): Promise<Bearer> {
  const active = isUsed
  const beganMs = performance.now()
  const { data } = await sendCookie<Traded>('POST', '/session/bearer', { active })
  const { token, sessionId, personId, expiresInMs, idleInMs } = data
  const isLast = expiresInMs < Math.min(BEARER_MS, idleInMs)
  known.atMs = beganMs
  known.idleUntilMs = beganMs + idleInMs
  known.untilMs = isLast ? beganMs + expiresInMs : Number.POSITIVE_INFINITY
  if (active) {
    isUsed = false
    known.idleMs = idleInMs
    tellFromMs = beganMs + idleInMs / NOTED_PART
  }
  clearTimeout(timer)
  // Close to the end of the session, it is asked again right after that.
  const isShort = expiresInMs <= 2 * EARLY_MS
  timer = setTimeout(renew, isShort ? expiresInMs + 1_000 : expiresInMs - EARLY_MS)
  return { token, sessionId, holder: personId ?? sessionId, untilMs: beganMs + expiresInMs }
}

/** Stops asking for bearers: the session is over. */
export function stopTrading(): void {
  clearTimeout(timer)
  isUsed = true
  tellFromMs = Number.POSITIVE_INFINITY
}

/** Calls `renew` where a person's activity should move the idle end of the session. */
export function watchActivity(renew: () => void): void {
  const seen = () => {
    isUsed = true
    if (performance.now() < tellFromMs) return
    tellFromMs = Number.POSITIVE_INFINITY
    renew()
  }
  for (const event of ['pointerdown', 'keydown']) {
    window.addEventListener(event, seen, { capture: true, passive: true })
  }
}
