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
  /** Why the last session ended, where the service ended it. */
  readonly ended?: Problem | undefined
  /** A link offers another token while one is signed in: the person decides. */
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
  change({ token: undefined, ended })
}

/** Calls it when from now on another token is used, or none. */
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

/** Stays with the token that one has, although a link offered another one. */
export function refuseOffer(): void {
  change({ token: session.token })
}

/** Signs in by `#token=…`, as the demo prints it, and takes the token out of the address. */
export function signInByFragment(): void {
  const text = new URLSearchParams(location.hash.slice(1)).get('token')
  if (text === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const token = tokenIn(text)
  if (token === undefined || token === session.token) return
  if (session.token === undefined) signIn(token)
  else change({ token: session.token, offered: token })
}
