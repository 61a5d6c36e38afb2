import { noteAllWords } from '../../support/operations/noted-words.ts'
import type { Reads } from '../../support/reads/desk.ts'

const LIST = '/v1/fbo-accounts'
const at = (day: number) => `2026-11-${10 + day}T08:30:00.000Z`
const NOBODY = { firstName: null, lastName: null, email: null, phone: null, businessName: null }

export const ACCOUNTS: Reads = {
  'Get FBO Account: each member as it is stored, also those that are null, by any spelling of its id':
    async ({ records, organizationId }) => {
      const text = 'Åsa "Q" \\ 🪙\u2028\u0001\n</script>'
      const names = { firstName: text, lastName: 'Lindqvist', email: 'ada@example.com' }
      const contact = { ...names, phone: '+46 8 555 012 34', businessName: text }
      const [createdAt, last] = ['2026-01-02T03:04:05.678Z', '2026-12-31T23:59:59.999Z']
      const whole = { ...contact, maxInsuredValueCents: '9223372036854775807', isPrimary: true }
      const columns = { id: 'a-b_c', ...whole, createdAt }
      const id = await records.fboAccount(organizationId, columns)
      const data = { id, organizationId, ...whole, createdAt }
      const empty = await records.fboAccount(organizationId, { createdAt: last })
      const none = { maxInsuredValueCents: '0', isPrimary: false, createdAt: last }
      return [
        { path: `${LIST}/${id}`, data, etag: '"1"' },
        { path: `${LIST}/%61%2Db_c`, data },
        { path: `${LIST}/${empty}`, data: { id: empty, organizationId, ...NOBODY, ...none } },
      ]
    },

  'Get FBO Account Profile: one that was never set is empty, at version 1': async ({
    account,
  }) => ({
    path: `${LIST}/${account}/profile`,
    etag: '"1"',
    data: { fboAccountId: account, externalId: null, metadata: {}, changedAt: null },
  }),

  'Get FBO Account Profile: every member as it is stored': async ({ account, insert }) => {
    const metadata = { tier: 'gold', 'set.year': '1952' }
    const profile = { fboAccountId: account, externalId: 'CUST 1', metadata, changedAt: at(1) }
    await insert('fbo_account_profiles', { ...profile, externalIdFolded: 'cust1', version: 7 })
    return { path: `${LIST}/${account}/profile`, etag: '"7"', data: profile }
  },

  'List FBO Accounts: as Get FBO Account, newest first, by primary, creation and order': async ({
    records,
  }) => {
    const { organizationId, token } = await records.owner()
    const accounts: Record<'id', string>[] = []
    for (let day = 0; day < 5; day += 1) {
      const columns = { createdAt: at(day), isPrimary: day === 2, firstName: `Ada ${day}` }
      const id = await records.fboAccount(organizationId, columns)
      const { createdAt, isPrimary, ...names } = columns
      const insured = { maxInsuredValueCents: '0', isPrimary, createdAt }
      const account = { id, organizationId, ...NOBODY, ...names, ...insured }
      accounts.unshift(account)
    }
    const [from, before] = [`createdFrom=${at(1)}`, `createdBefore=${at(3)}`]
    const days = (query: string, ...listed: number[]) => ({
      ...{ token, path: `${LIST}?${query}` },
      ids: listed.map((day) => accounts[4 - day]?.id as string),
    })
    return [
      { token, path: LIST, page: accounts },
      days('sort=createdAt', 0, 1, 2, 3, 4),
      days('isPrimary=true', 2),
      days('isPrimary=false', 4, 3, 1, 0),
      days(from, 4, 3, 2, 1),
      days(before, 2, 1, 0),
      days(`${from}&${before}`, 2, 1),
      days(`${from}&${before}&isPrimary=false`, 1),
      days(`createdFrom=${at(9)}`),
    ]
  },

  'List FBO Accounts: by the words of their names': async (desk) => {
    const { records, organizationId } = desk
    const names = { firstName: 'Imani', lastName: 'Berg' }
    const imani = await records.fboAccount(organizationId, names)
    const firm = await records.fboAccount(organizationId, { businessName: 'Bergmann AG' })
    await noteAllWords(desk, organizationId)
    return [
      { path: `${LIST}?q=BERG`, ids: [firm, imani] },
      { path: `${LIST}?q=imani%20be`, ids: [imani] },
      { path: `${LIST}?q=zzz`, ids: [] },
      { path: `${LIST}?q=--`, ids: [] },
    ]
  },

  'An account, an item and a shipment that nobody corrected have no corrections': async (desk) => {
    const { records, organizationId, account } = desk
    const item = await records.inventoryItem(organizationId, account)
    const shipment = await records.outboundShipment(organizationId, account)
    return [account, item, shipment].map((id) => ({
      ...{ path: `/v1/corrections?subjectId=${id}`, page: [] },
    }))
  },
}
