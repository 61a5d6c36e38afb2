import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteAllWords } from '../support/operations/noted-words.ts'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

// Few records with the words are rows of reads.test.ts.

const vault = await openVault()
const { api, records, sql } = vault

test('Very many records with the words are paged alike, while others are created', async () => {
  const { organizationId, token } = await records.owner()
  const account = await records.fboAccount(organizationId)
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id, description, created_at)
    select ${organizationId}, 'item_many_' || lpad(n::text, 5, '0'), ${account},
      case when n % 2 = 0 then 'Krugerrand ' || n end, '2026-01-01T00:00:00Z'::timestamptz
    from generate_series(1, 5000) as n`
  await noteAllWords(vault, organizationId)
  const pages = await followLinks(api, token, '/v1/inventory-items?q=krugerrand&limit=100', {
    between: async (page) => {
      if (page > 1) return
      await records.inventoryItem(organizationId, account, { description: 'Krugerrand, new' })
      await noteAllWords(vault, organizationId)
    },
  })
  const expected = Array.from({ length: 2_500 }, (_, place) => {
    return `item_many_${String(5_000 - 2 * place).padStart(5, '0')}`
  })
  assert.deepEqual(pages.flatMap(entriesOf), expected)
  const deep = '/v1/inventory-items?q=krugerrand%202&limit=100&page=2'
  const page = await api.get(deep, { token })
  assert.equal(page.body.data.length, 100)
  assert.ok(linksOf(page).prev !== undefined)
})
