import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql } from '../vault/sql.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** The names of the program's own migrations, in order. */
export const OWN = readdirSync(MIGRATIONS)
  .map((file) => file.replace('.sql', ''))
  .sort()

const NAME = `${String(OWN.length + 1).padStart(4, '0')}_later`

/** The migration of a later version, made for tests: it expands, so this version goes on. */
export const LATER = {
  version: OWN.length + 1,
  name: NAME,
  file: `${NAME}.sql`,
  text: `-- Shelves of items. Locks inventory_items for milliseconds; the version before can go on.
alter table inventory_items add column shelf text collate "C";
alter table inventory_items add constraint inventory_items_shelf_length
  check (char_length(shelf) between 1 and 20);
create index inventory_items_by_shelf on inventory_items (organization_id, shelf, id)
  where shelf is not null;
update inventory_items set shelf = 'new' where status = 'in_vault';
create or replace function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
`,
} as const

/** A folder with the program's migrations and others, by their file names. */
export function migrationsWith(
  cleanup: (undo: () => void) => void,
  files: Readonly<Record<string, string>> = { [LATER.file]: LATER.text },
): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-migrations-'))
  cleanup(() => rmSync(folder, { recursive: true }))
  cpSync(MIGRATIONS, folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return `${folder}/`
}

/** SHA-256 of the last migration that builds before the first version had. */
const LAST_STEP = 'c4b4148d8f76154816b9709011332881a66eecaee2110025f2400df91c6e4582'

/** The rows of schema_migrations that the last build before the first version left. */
export const UNRELEASED_STEPS = Array.from({ length: 55 }, (_, index) => ({
  version: index + 1,
  name: index === 0 ? '0001_the_four_operations' : `${String(index + 1).padStart(4, '0')}_step`,
  sha256: index === 54 ? LAST_STEP : 'x',
}))

const BASELINE = readFileSync(join(MIGRATIONS, '0001_vault.sql'), 'utf8')

/** Takes back what migrations after the baseline did. */
const BACK_TO_BASELINE = [
  'drop index if exists fbo_account_profiles_external_id',
  'alter table fbo_account_profiles drop column if exists external_id_folded',
  `create unique index fbo_account_profiles_external_id
    on fbo_account_profiles (organization_id, external_id) where external_id is not null`,
  'alter table imports drop column if exists rows_sha256',
  'drop table if exists outbound_shipment_blocks, outbound_shipment_block_changes',
  'drop function if exists note_outbound_shipment_changes, outbound_shipment_blocks_lock cascade',
  ...commandsOf(
    BASELINE.slice(BASELINE.indexOf('-- == Counts that find'), BASELINE.indexOf('-- == Approvals')),
  ),
]

/** Citus takes one command at a time. */
function commandsOf(text: string): readonly string[] {
  return text.match(/(?:\$\$[\s\S]*?\$\$|[^;])+;/g) as string[]
}

/** Makes a migrated database look as if an unreleased build had migrated it, in these steps. */
export async function pretendSteps(sql: Sql, steps = UNRELEASED_STEPS): Promise<void> {
  await sql.begin(async (tx) => {
    // On a cluster, `distribute` allowed the triggers that the baseline had.
    await tx.query('set local citus.enable_unsafe_triggers = on')
    await tx.query("set local citus.multi_shard_modify_mode = 'sequential'")
    for (const command of BACK_TO_BASELINE) await tx.query(command)
  })
  await sql`delete from schema_migrations`
  await sql`insert into schema_migrations ${sql(steps)}`
}
