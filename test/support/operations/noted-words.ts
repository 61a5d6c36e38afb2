import { lookUpParts } from '../../../src/database/poll-in-background.ts'
import { findBehind, noteNextWords } from '../../../src/vault/search/note-words.ts'
import type { TestVault } from '../vault/vault.ts'

/** Notes the words of all records of an organization, also of those that no event names. */
export async function noteAllWords(
  { database, sql }: Pick<TestVault, 'database' | 'sql'>,
  organizationId: string,
): Promise<void> {
  await sql`delete from search_progress where organization_id = ${organizationId}`
  await wordsNoted({ database }, organizationId)
}

/** Notes what has happened until now, together with the service. */
export async function wordsNoted(
  { database }: Pick<TestVault, 'database'>,
  organizationId: string,
): Promise<void> {
  do await noteNextWords({ organizationId }, database)
  while (
    (await lookUpParts(database, findBehind)).some((one) => one.organizationId === organizationId)
  )
}
