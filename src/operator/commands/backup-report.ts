import { type BackupManifest, type RowCounts, schemaVersionOf } from '../backup/backup-format.ts'

interface ReportedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  readonly counts: RowCounts
}

/** `backup` and `restore` print this of a backup, with `--json` and for an operator. */
export function reportOf({ path, manifest, counts }: ReportedBackup) {
  const { total: rows, tables } = counts
  const { createdAt } = manifest
  return {
    document: { file: path, createdAt, schemaVersion: schemaVersionOf(manifest), rows, tables },
    content: `${rows.toLocaleString('en')} rows of ${manifest.tables.length} tables as of ${createdAt}`,
  }
}
