import type { FboAccountRow } from '../fbo-accounts/fbo-account.ts'
import { DAY_MS, type Random } from './random.ts'

/** What the history of a vault is made up from. */
export interface Scene {
  /** Oldest first; the first is older than anything that happened. */
  readonly accounts: readonly FboAccountRow[]
  readonly random: Random
  readonly now: Date
}

/** Any account that was there a day before; older ones, and the primary one, more often. */
export function accountOlderThan(moment: Date, { accounts, random }: Scene): FboAccountRow {
  const dayBefore = moment.getTime() - DAY_MS
  const younger = accounts.findIndex(({ createdAt }) => createdAt.getTime() > dayBefore)
  const candidates = younger === -1 ? accounts.length : younger
  const index = random.chance(0.06) ? 0 : Math.floor(candidates * random.next() ** 1.6)
  return accounts[index] as FboAccountRow
}

/** A moment that many days before now. */
export function momentAgo({ random, now }: Scene, age: { least: number; most: number }): Date {
  const days = age.least + random.next() * (age.most - age.least)
  return new Date(now.getTime() - Math.floor(days * DAY_MS))
}
