import { Readable } from 'node:stream'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { createImport, UNWATCHED } from '../../vault/imports/create-import.ts'
import { INVENTORY_ITEMS_IMPORT } from '../../vault/imports/import-kinds.ts'
import { demoItem } from './demo-texts.ts'

/** The item of the published examples: only an imported one keeps an id of our choice. */
export async function importExample(caller: Caller, database: Database): Promise<void> {
  const { inventoryItem, fboAccount } = EXAMPLE_IDS
  const { description, declaredValueCents } = demoItem(0)
  const header = 'id,fboAccountId,description,declaredValueCents'
  const row = `${inventoryItem},${fboAccount},"${description}",${declaredValueCents}`
  await createImport(caller, database, {
    spec: INVENTORY_ITEMS_IMPORT,
    bytes: Readable.from([Buffer.from(`${header}\n${row}\n`)]),
    limits: { rowsMax: 1, bytesMax: 1_000, timeoutMs: 60_000 },
    key: null,
    preview: false,
    requestId: null,
    ...UNWATCHED,
  })
}
