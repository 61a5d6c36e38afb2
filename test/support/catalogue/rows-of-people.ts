import { PEOPLE } from './lists-of-people.ts'
import { PERSON_SESSIONS } from './lists-of-sessions.ts'
import { type IdPlace, listOf, ofOne, type Row, type Rows } from './row.ts'

const PERSON: IdPlace = { names: 'person', make: (world, owner) => world.person(owner) }
const SUSPENDED: IdPlace = { names: 'person', make: (world, owner) => world.suspendedPerson(owner) }
const BOUND: IdPlace = { names: 'person', make: (world, owner) => world.boundPerson(owner) }
const SESSION: IdPlace = { names: 'session', make: (world, owner) => world.session(owner) }
const SIGNED_IN: IdPlace = { names: 'person', make: (world, owner) => world.holder(owner) }
const LIST = '/v1/people'
const ONE = `${LIST}/{id}`

const permission = 'people:manage'
/** Those of the auditor, whose role the people have. */
export const OF_AUDITOR = [
  'fbo_accounts:read',
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'events:read',
  'organization_policies:read',
] as const
let named = 0

const verb = (place: IdPlace, name: string): Row => ({
  ...ofOne(place, ['POST', `${ONE}/${name}`], { permission }),
  alsoNeeds: OF_AUDITOR,
})

export const ROWS_OF_PEOPLE: Rows = {
  invitePerson: {
    permission,
    alsoNeeds: OF_AUDITOR,
    success: 201,
    ids: {},
    request: () => {
      named += 1
      const body = { email: `${named}@example.com`, name: 'Ada', roles: ['auditor'] }
      return { method: 'POST', path: LIST, body }
    },
  },
  listPeople: listOf(LIST, permission, { list: PEOPLE }),
  getPerson: ofOne(PERSON, ['GET', ONE], { permission }),
  updatePerson: {
    permission,
    alsoNeeds: OF_AUDITOR,
    success: 200,
    ids: { 'path id': PERSON },
    request: (id) => {
      // Another name each time, so that every change is visible.
      named += 1
      const path = ONE.replace('{id}', id('path id'))
      return { method: 'PATCH', path, body: { name: `Ada ${named}` } }
    },
  },
  suspendPerson: verb(PERSON, 'suspend'),
  resumePerson: verb(SUSPENDED, 'resume'),
  unbindPerson: verb(BOUND, 'unbind'),
  listPersonSessions: ofOne(PERSON, ['GET', `${ONE}/sessions`], {
    permission,
    list: PERSON_SESSIONS,
  }),
  endPersonSession: {
    permission,
    alsoNeeds: OF_AUDITOR,
    success: 200,
    ids: { 'path sessionId': SESSION, 'path id': SIGNED_IN },
    request: (id) => ({
      method: 'DELETE',
      path: `${ONE.replace('{id}', id('path id'))}/sessions/${id('path sessionId')}`,
    }),
  },
}
