import { useSyncExternalStore } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { setCredentials } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { tokenIn } from './token-text.ts'

// The token is kept in the session storage, which belongs to this tab and ends with it: it is in
// no cookie, in no URL that is sent, and in nothing that other tabs can read.

/** Two vaults can have one origin, and paths of their own. */
const KEY = `vault-inventory.token${BASE_PATH}`

export interface Session {
  readonly token: string | undefined
  /** The problem with which the service ended the last session. */
  readonly ended?: Problem | undefined
  /** The token of a link, or '' if it is not one: the person decides whether to use it. */
  readonly offered?: string | undefined
}

let session: Session = { token: tokenIn(sessionStorage.getItem(KEY) ?? '') }
const listeners = new Set<() => void>()

function change(next: Session): void {
  session = next
  if (next.token === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, next.token)
  for (const listener of listeners) listener()
}

export function signIn(token: string): void {
  change({ token })
}

export function signOut(ended?: Problem): void {
  change({ token: undefined, ended, offered: session.offered })
}

/** Calls `listener` whenever another token, or none, is used from then on. */
export function onTokenChange(listener: () => void): void {
  let { token } = session
  listeners.add(() => {
    if (session.token === token) return
    token = session.token
    listener()
  })
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )
}

setCredentials({
  token: () => session.token,
  refused: (problem) => {
    if (session.token !== undefined) signOut(problem)
  },
})

/** Ignores the token of a link. */
export function refuseOffer(): void {
  change({ ...session, offered: undefined })
}

/**
 * Takes a token out of the address (`#token=…`, as the demo prints it) and keeps it in memory until
 * the person decides. A link can be anybody's: nothing in it signs in by itself.
 */
export function takeOffer(): void {
  const text = new URLSearchParams(location.hash.slice(1)).get('token')
  if (text === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const offered = tokenIn(text) ?? ''
  if (offered !== session.token) change({ ...session, offered })
}
