import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteAllWords, wordsNoted } from '../support/operations/noted-words.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, token } = await records.owner()

async function account(name: string): Promise<string> {
  const [firstName = '', lastName = ''] = name.split(' ')
  return `name ${await records.fboAccount(organizationId, { firstName, lastName })}`
}

const soren = await account('Søren Bjørnsen')
const thordur = await account('Þórður Sigurðsson')
const coeur = await account('Cœur Łódź')
const ivana = await account('Ivana Đorđević')
const eva = await account('Eva Kjærgaard')
const gotz = await account('Götz Müller')
const wang = await account('王 伟')
const ova = await account('Ова Да')
const kealii = await account('Keali\u02bbi Sa\u02bcid')
const oneil = await account("O'Neil Ɔsɛi")
const holder = await records.fboAccount(organizationId)
const identifiers = [
  { scheme: 'psa_cert', value: '1043-8821 A' },
  { scheme: 'serial', value: 'ZK 991' },
]
const body = { fboAccountId: holder, identifiers }
const { data: item } = (await api.post('/v1/inventory-items', { token, body })).body
const certificate = `identifier ${item.id}`

async function shipmentTo(recipient: object, notes: string): Promise<string> {
  const items = [{ inventoryItemId: await records.inventoryItem(organizationId, holder) }]
  const sent = { fboAccountId: holder, items, recipient, notes }
  const made = await api.post('/v1/outbound-shipments', { token, body: sent })
  assert.equal(made.status, 201, made.text)
  return made.body.data.id
}

const address = { line1: 'Hidden 1', city: 'Västerås', countryCode: 'SE', postalCode: '722 11' }
const quist = { name: 'Zoë Quist', company: 'Umbra Vaults', ...address }
const shipment = await shipmentTo(quist, 'Gentlyplease')
const parcel = `recipient ${shipment}`
await noteAllWords(vault, organizationId)

async function found(q: string): Promise<string[]> {
  const { body: page } = await api.get(`/v1/search?${new URLSearchParams({ q })}`, { token })
  return page.data.map((one: { id: string; match: string }) => `${one.match} ${one.id}`)
}

const CASES: readonly (readonly [texts: readonly string[], ...found: string[]])[] = [
  // Letters that no accent makes, and those that are also written as two.
  [['soren bjornsen', 'soeren', 'SØREN'], soren],
  [['thordur sigurdsson'], thordur],
  [['coeur', 'lodz'], coeur],
  [['dordevic', 'djordjevic'], ivana],
  [['kjaergaard'], eva],
  [['muller', 'mueller goetz'], gotz],
  // Apostrophes are no letters, also those that Unicode takes for some.
  [["keali'i", 'keali’i', 'kealii', "sa'id", 'said', 'SA\u02bcID'], kealii],
  [["o'neil", 'oneil', 'o neil', 'O’Neil osei'], oneil],
  // Short words of other scripts; the first letters of other words are no such word.
  [['王'], wang],
  [['да'], ova],
  [['ва']],
  // A number as its label has it, and as people say it.
  [['PSA certificate 1043-8821 A', 'psa 10438821a', 'psa_cert:1043-8821 A'], certificate],
  [
    ['PSA certificate number 10438821a', 'PSA cert no. 10438821a', 'PSA No. 10438821a'],
    certificate,
  ],
  [['PSA № 10438821a', 'PSA # 10438821a', 'Certificate number: 1043-8821 A'], certificate],
  [['Serial number ZK 991', 'Serial no. zk991', 'SN: ZK991', 'Serial Nr. 991'], certificate],
  [['Bar number ZK991', 'serial number ZK992']],
  [['PSA cert 10438821', 'serial zk 991', '1043\u00ad8821 A', '١٠٤٣8821'], certificate],
  // A recipient, by whole words.
  [['quist', 'ZOE quist', 'umbra', 'vasteras', '722 11', '72211', 'quist vaesteraas'], parcel],
  [['quis', 'umbr', '722 1', '7221', 'hidden']],
]

test('Records are found by the words that people write for theirs', async () => {
  for (const [texts, ...expected] of CASES) {
    for (const q of texts) assert.deepEqual(await found(q), expected, q)
  }
})

test('A whole word is before the beginnings of others, however many and new they are', async () => {
  for (let one = 0; one < 25; one += 1) await account('Sorenson Bjornstad')
  await noteAllWords(vault, organizationId)
  for (const q of ['soren', 'søren', 'bjornsen soren']) assert.equal((await found(q))[0], soren)
})

test('A number with its label is first among many that resemble it', async () => {
  for (let number = 0; number < 90; number += 1) {
    const one = [{ scheme: 'psa_cert', value: `1043-8821 A${number}` }]
    const sent = { fboAccountId: holder, identifiers: one }
    await api.post('/v1/inventory-items', { token, body: sent })
  }
  await wordsNoted(vault, organizationId)
  assert.equal((await found('1043-8821 A'))[0], certificate)
})

test('An erasure takes recipients from the words, at once and from what was noted late', async () => {
  const cancel = `/v1/outbound-shipments/${shipment}/cancel`
  assert.equal((await api.post(cancel, { token, body: { reason: 'Kept' } })).status, 200)
  await sql`update inventory_items set status = 'withdrawn' where fbo_account_id = ${holder}`
  const path = `/v1/fbo-accounts/${holder}/erase`
  const erased = await api.post(path, { token, body: { reason: 'Asked for' } })
  assert.equal(erased.status, 200, erased.text)
  const noted = async () =>
    (await sql`select words from search_texts where record_id = ${shipment}`)[0]?.words
  assert.doesNotMatch(await noted(), /[A-Z]/)
  await sql`update search_texts set words = words || 'QQUIST ' where record_id = ${shipment}`
  await wordsNoted(vault, organizationId)
  assert.doesNotMatch(await noted(), /[A-Z]/)
  assert.deepEqual(await found('gentlyplease'), [`notes ${shipment}`])
})

test('Words by other rules are noted again', async () => {
  const id = await records.fboAccount(organizationId, { lastName: 'Grønbech' })
  await sql`
    insert into search_texts (organization_id, record_type, record_id, words)
    values (${organizationId}, 'fbo_account', ${id}, ' gruf8nbech')`
  await sql`update search_progress set looked_through_to = ''
    where organization_id = ${organizationId}`
  await wordsNoted(vault, organizationId)
  assert.deepEqual(await found('groenbech'), [`name ${id}`])
})

test('Imported records are found, whatever was looked through before', async () => {
  await wordsNoted(vault, organizationId)
  await sql`
    update search_progress set types_left = '{fbo_account}', looked_through_to = 'z'
    where organization_id = ${organizationId}`
  const body = 'id,lastName\na_moved,Okeanos\n'
  const moved = await api.post('/v1/imports?type=fbo_accounts', { token, body })
  assert.equal(moved.status, 201, moved.text)
  await wordsNoted(vault, organizationId)
  assert.deepEqual(await found('okeanos'), ['name a_moved'])
})
