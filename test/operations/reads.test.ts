import { test } from 'node:test'
import { openDesk } from '../support/reads/desk.ts'
import { openVault } from '../support/vault/vault.ts'
import { ACCOUNTS } from './reads/accounts.ts'
import { EXPOSURE } from './reads/exposure.ts'
import { FILTERED_ITEMS } from './reads/filtered-items.ts'
import { ITEMS } from './reads/items.ts'
import { ORGANIZATIONS } from './reads/organizations.ts'
import { PEOPLE } from './reads/people.ts'
import { REVALUATIONS } from './reads/revaluations.ts'
import { ROLES } from './reads/roles.ts'
import { SHIPMENTS } from './reads/shipments.ts'
import { TRANSFERS } from './reads/transfers.ts'

// What each read shows of the records that a row makes, to the byte. Who may read, paging, names and
// ids are in test/contract/, for all reads.

const vault = await openVault()

const ROOMS = [
  ACCOUNTS,
  EXPOSURE,
  FILTERED_ITEMS,
  ITEMS,
  ORGANIZATIONS,
  PEOPLE,
  REVALUATIONS,
  ROLES,
  SHIPMENTS,
  TRANSFERS,
]

for (const rows of ROOMS) {
  for (const [title, make] of Object.entries(rows)) {
    test(title, async () => {
      const desk = await openDesk(vault)
      for (const shown of [await make(desk)].flat()) await desk.shows(shown)
    })
  }
}
