import { INVITE_PERSON, type Invitation } from '../../access/people/invite-person.ts'
import { PEOPLE_PAGES } from '../../access/people/list-people.store.ts'
import { issueSignInCode } from '../../access/sessions/sign-in-code.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { operatorFor } from '../../domain/caller.ts'
import { NORTHLIGHT } from './seed-demo.ts'

/** The codes are valid as long as the demo's tokens. */
const CODE_MINUTES = 7 * 1_440

const PEOPLE: readonly Invitation[] = [
  { name: 'Olive Ferrer', email: 'olive.ferrer@northlight.example', roles: ['operator'] },
  { name: 'Amara Quist', email: 'amara.quist@northlight.example', roles: ['approver'] },
  { name: 'Ansel Roy', email: 'ansel.roy@northlight.example', roles: ['auditor'] },
  { name: 'Dora Lind', email: 'dora.lind@northlight.example', roles: ['desk'] },
]

export interface DemoPerson {
  readonly name: string
  readonly roles: readonly string[]
  /** Signs the person in once. */
  readonly code: string
}

/** Invites a person for each role, and makes a code for each who is not suspended. */
export async function inviteDemoPeople(database: Database): Promise<DemoPerson[]> {
  const caller = operatorFor(NORTHLIGHT.id)
  const people: DemoPerson[] = []
  for (const invitation of PEOPLE) {
    const request = { page: 1, limit: 1, email: invitation.email }
    // People of an earlier run stay as the user left them.
    const [found] = (await PEOPLE_PAGES.page(caller, database, request)).rows
    const person = found ?? (await decideChange(caller, database, INVITE_PERSON, invitation))
    if (person.status === 'suspended') continue
    const { id: personId, name, roleIds: roles } = person
    const minutes = CODE_MINUTES
    const code = await issueSignInCode(database, caller.organizationId, { personId, minutes })
    people.push({ name, roles, code })
  }
  return people
}
