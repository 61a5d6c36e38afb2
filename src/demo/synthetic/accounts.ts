import type { FboAccountRow } from '../../fbo-accounts/fbo-account.ts'
import { generateContact, generatePhone } from './contacts.ts'
import { DAY_MS, type Random } from './random.ts'

export type SyntheticAccount = Omit<FboAccountRow, 'organizationId' | 'version'>

/** What the history of a vault is generated from. */
export interface Scene {
  /** Oldest first; the first is older than anything that happened. */
  readonly accounts: readonly SyntheticAccount[]
  readonly random: Random
  readonly now: Date
}

/** How long ago something happened, in days. */
export interface AgeDays {
  readonly least: number
  readonly most: number
}

const ACCOUNT_AGE: AgeDays = { least: 2, most: 1_090 }

/**
 * Accounts of persons and businesses, oldest first. The first is the organization's primary one.
 * What each may hold at most is 0 here: it depends on what the account holds.
 */
export function generateAccounts(
  { name, createdAt }: { name: string; createdAt: Date },
  count: number,
  { random, now }: { random: Random; now: Date },
): SyntheticAccount[] {
  const moments = Array.from({ length: count - 1 }, () => momentAgo({ random, now }, ACCOUNT_AGE))
  const account = (createdAt: Date) => ({
    id: random.id('fbo', createdAt),
    maxInsuredValueCents: '0',
    isPrimary: false,
    createdAt,
  })
  const primary = {
    ...account(new Date(createdAt.getTime() + 60_000)),
    firstName: null,
    lastName: null,
    email: 'vault@example.com',
    phone: generatePhone(random),
    businessName: name,
    isPrimary: true,
  }
  const others = moments
    .sort((a, b) => a.getTime() - b.getTime())
    .map((moment) => ({ ...account(moment), ...generateContact(random) }))
  return [primary, ...others]
}

/** Any account that existed a day before; older ones, and the primary one, more often. */
export function accountOlderThan(moment: Date, { accounts, random }: Scene): SyntheticAccount {
  const dayBefore = moment.getTime() - DAY_MS
  const younger = accounts.findIndex(({ createdAt }) => createdAt.getTime() > dayBefore)
  const candidates = younger === -1 ? accounts.length : younger
  const index = random.chance(0.06) ? 0 : Math.floor(candidates * random.next() ** 1.6)
  return accounts[index] as SyntheticAccount
}

export function momentAgo({ random, now }: Pick<Scene, 'random' | 'now'>, age: AgeDays): Date {
  const days = random.between(age.least, age.most)
  return new Date(now.getTime() - Math.floor(days * DAY_MS))
}
