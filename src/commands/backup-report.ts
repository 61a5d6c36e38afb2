import {
  type BackupManifest,
  type BackupTotals,
  rowsOf,
  schemaVersionOf,
} from '../backup/backup-format.ts'

interface ReportedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  readonly totals: BackupTotals
}

/** What `backup` and `restore` print of a backup, with `--json` and for an operator. */
export function reportOf({ path, manifest, totals }: ReportedBackup) {
  const rows = rowsOf(totals)
  const { createdAt, tables } = manifest
  return {
    document: {
      file: path,
      createdAt,
      schemaVersion: schemaVersionOf(manifest),
      rows,
      tables: Object.fromEntries(Object.entries(totals).map(([name, table]) => [name, table.rows])),
    },
    content: `${rows.toLocaleString('en')} rows of ${tables.length} tables as of ${createdAt}`,
  }
}
