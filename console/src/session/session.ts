import { useSyncExternalStore } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { localProblem, ProblemError, request, sendCookie, setCredentials } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { hasEntry } from '../display/forms.ts'
import { type Bearer, stopTrading, trade, watchActivity } from './bearer.ts'

// The sign-in is a cookie that no script can read. Each tab trades it for bearers, and tells the
// other tabs when somebody signs in or out.

export interface Session {
  /** `asking` until the service says whether somebody is signed in in this browser. */
  readonly state: 'asking' | 'in' | 'out'
  /** Another sign-in has another one. */
  readonly id?: string | undefined
  /** Somebody else has another one. While signed out: who may go on with what is on the page. */
  readonly holder?: string | undefined
  /** Whether the page has an entry that this person has not sent. */
  readonly hasEntry?: boolean
  /** Why nobody is signed in any more, or why the service could not say. */
  readonly ended?: Problem | undefined
  /** That of a link: the person decides whether to use it. */
  readonly offered?: Offer | undefined
}

/** A way to sign in that a link brings. */
export interface Offer {
  readonly kind: 'token' | 'code'
  /** Empty if it can be none. */
  readonly secret: string
}

let session: Session = { state: 'asking' }
let bearer: Bearer | undefined
/** Whether this tab or another one is signing out: that the session ends is no news then. */
let isLeaving = false
const listeners = new Set<() => void>()
const tabs = new BroadcastChannel(`vault-inventory.session${BASE_PATH}`)

function change(next: Partial<Session>): void {
  session = { ...session, ...next }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/**
 * Calls `listener` after a new sign-in, of the same person or not, and when nobody is signed in any
 * more.
 */
export function onSessionChange(listener: (isSamePerson: boolean) => void): void {
  let { id, holder } = session
  subscribe(() => {
    // Whoever signs in next decides what becomes of the page.
    const isKept = session.state === 'out' && session.holder !== undefined
    if (session.id === id || isKept) return
    const isSamePerson = session.holder === holder
    ;({ id, holder } = session)
    listener(isSamePerson)
  })
}

/** The token of the page's caller: a session of it that begins later is of the same holder. */
let heldTokenId: string | undefined

export function noteCaller(tokenId: string): void {
  heldTokenId = tokenId
}

async function holderOf({ holder, token }: Bearer): Promise<string> {
  if (session.state !== 'out' || session.holder === undefined) return holder
  if (session.holder === holder) return holder
  const { tokenId } = (await request('GET /v1/caller', { token })).body.data
  return tokenId === heldTokenId ? session.holder : holder
}

/** Asks whether somebody is signed in in this browser, now and as long as the page is open. */
export function beginSession(): void {
  watchActivity(() => void ask())
  tabs.addEventListener('message', ({ data }) => {
    if (data === 'leaving') isLeaving = true
    else if (data === 'out') end()
    else if (data !== session.id) void ask()
  })
  void ask()
}

/** Trades the cookie, and takes over what that says of the session. */
export async function ask(): Promise<void> {
  await freshBearer().catch(() => undefined)
}

/** @throws {ProblemError} after the end of the session is shown, if that is why */
async function freshBearer(): Promise<Bearer> {
  try {
    const traded = await trade(() => void ask())
    const { sessionId: id } = traded
    const holder = session.id === id ? session.holder : await holderOf(traded)
    bearer = traded
    // A page that a sign-in led here may be the first to know of it.
    if (session.state === 'asking') tabs.postMessage(id)
    if (session.id !== id) change({ state: 'in', id, holder, ended: undefined })
    return { ...traded, holder: holder ?? traded.holder }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { problem } = error
    const isRefusal = problem.status === 401 || problem.status === 403
    // At first, nobody being signed in is no news.
    const isEnd = problem.code === 'session_ended'
    const news = isEnd ? session.state === 'in' && !isLeaving && ENDED.problem : problem
    if (isRefusal) end(news || session.ended, news && isEnd ? session.holder : undefined)
    else if (session.state === 'asking') change({ ended: problem })
    throw error
  }
}

/** @param holder who may go on with what is on the page, after a session that they did not end */
function end(ended?: Problem, holder?: string): void {
  bearer = undefined
  isLeaving = false
  stopTrading()
  change({ state: 'out', id: undefined, holder, ended, hasEntry: hasEntry() })
}

/** Signs in with a token, or with a one-time code. @throws {ProblemError} */
export async function signIn({ kind, secret }: Offer): Promise<void> {
  await sendCookie('POST', '/session', { [kind]: secret })
  bearer = undefined
  await freshBearer().catch((error: unknown) => {
    const isLost = error instanceof ProblemError && error.problem.code === 'session_ended'
    throw isLost ? COOKIE_LOST : error
  })
  change({ ended: undefined })
  tabs.postMessage(session.id)
}

export async function signOut(ended?: Problem): Promise<void> {
  isLeaving = true
  tabs.postMessage('leaving')
  try {
    await sendCookie('DELETE', '/session')
    end(ended)
  } catch (error) {
    end(error instanceof ProblemError ? notSignedOut(error.problem) : ended)
  }
  tabs.postMessage('out')
}

setCredentials({
  bearer: async () => {
    if (session.state !== 'in') return undefined
    if (bearer !== undefined && performance.now() < bearer.untilMs) return bearer.token
    return await ofSamePerson()
  },
  renewed: async (refused) => {
    // Another request may have renewed it meanwhile.
    if (bearer !== undefined && bearer.token !== refused) return bearer.token
    return await ofSamePerson()
  },
})

/** A request that one person began is not sent for another, who signed in in another tab. */
async function ofSamePerson(): Promise<string> {
  const before = session.holder
  const { token, holder } = await freshBearer()
  if (holder !== before) throw SOMEBODY_ELSE
  return token
}

export function refuseOffer(): void {
  change({ offered: undefined })
}

/**
 * Takes a token or a one-time code out of the address (`#token=…`, `#code=…`) and keeps it in memory
 * until the person decides. A link can be anybody's: nothing in it signs in by itself.
 */
export function takeOffer(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [token, code] = [fragment.get('token'), fragment.get('code')]
  if (token === null && code === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const isCode = /^[\w-]{1,64}\.[\w-]{43}$/.test(code ?? '')
  const offered: Offer =
    code === null
      ? { kind: 'token', secret: tokenIn(token ?? '') }
      : { kind: 'code', secret: isCode ? code : '' }
  change({ offered })
}

/**
 * The token in a pasted text, without spaces, quotes and "Bearer" around it; empty if it cannot be
 * a token, or be sent in a header.
 */
export function tokenIn(text: string): string {
  const token = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^["'`]|["'`]$/g, '')
  return /^[\x21-\x7e]{1,500}$/.test(token) ? token : ''
}

function over(title: string, detail: string, status = 401): ProblemError {
  return localProblem({ title, detail, status, code: 'session_ended' })
}

const ENDED = over(
  'Your session has ended',
  'It was ended, or nobody used it for too long. Sign in again.',
)

const COOKIE_LOST = over(
  'Your browser keeps no session here',
  'It refused the cookie of this service. Allow cookies; over http://localhost, use Chrome, Edge ' +
    'or Firefox.',
  403,
)

const SOMEBODY_ELSE = over(
  'Somebody else signed in',
  'Another tab signed in as somebody else, so this was not done.',
)

function notSignedOut({ detail }: Problem): Problem {
  return localProblem({
    title: 'You may still be signed in',
    detail: `${detail} Reload this page, and sign out again.`,
    status: 0,
    code: 'temporarily_unavailable',
  }).problem
}
