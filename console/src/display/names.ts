import { useSyncExternalStore } from 'react'
import type { Event, IncludedName, IncludedNames } from '../api/schema.ts'

type Type = IncludedName['type']

/** The names that came with responses (`include=names`), by the type and id of their records. */
const known = new Map<string, string>()
/** The number of times that names were kept. */
let kept = 0
const listeners = new Set<() => void>()

/** Keeps the names of a response. A later one replaces an earlier one. */
export function keepNames(included: IncludedNames | undefined): void {
  for (const [id, { type, name }] of Object.entries(included ?? {})) {
    if (name === null) known.delete(keyOf(type, id))
    else known.set(keyOf(type, id), name)
  }
  kept += 1
  for (const changed of listeners) changed()
}

/** Data that one person read is not for the next one to see. */
export function forgetNames(): void {
  known.clear()
}

/** The name for a use outside of what is drawn, such as a file. */
export function knownName(type: Type, id: string): string | undefined {
  return known.get(keyOf(type, id))
}

/** The author of what no token did: by default, a command of the vault's operator. */
export function systemWords(actor: Event['actor']['system'] = 'command_line'): string {
  return SYSTEM[actor ?? 'command_line']
}

const SYSTEM = {
  expiry: 'Expired automatically',
  policy: 'Policy',
  command_line: 'Vault operator',
  sealing: 'Sealed log',
  webhook_delivery: 'Webhook delivery',
  identity_provider: 'Identity provider',
} as const

/** The name of a record as a response had it last; undefined if none did. */
export function useName(type: Type | undefined, id: string | null): string | undefined {
  return useSyncExternalStore(subscribe, () => known.get(keyOf(type, id ?? '')))
}

/** The names of all records of a type that responses have named, by their ids. */
export function useNames(type: Type): ReadonlyMap<string, string> {
  useSyncExternalStore(subscribe, () => kept)
  const start = keyOf(type, '')
  const ofType = [...known].filter(([key]) => key.startsWith(start))
  return new Map(ofType.map(([key, name]) => [key.slice(start.length), name]))
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Records of different types may have one id: imports keep those of other systems. */
function keyOf(type: Type | undefined, id: string): string {
  return `${type} ${id}`
}
