import { Code, List, Paper, Text, Title } from '@mantine/core'
import { useCaller } from '../session/caller.tsx'
import { ACCOUNTS, type ImportKind } from './import-kinds.ts'

const IMPORT = 'npx vault-inventory import'

/** What this page cannot import, and the command that can. */
export function ByCommand({ kind }: { readonly kind: ImportKind }) {
  const { organizationId } = useCaller()
  const rest = `FILE.csv --organization ${organizationId} --preview`
  const name = kind === ACCOUNTS ? 'fbo-accounts' : 'inventory-items'
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="xs">
        What only the command can import
      </Title>
      <List size="sm">
        <List.Item>Records with ids of your own, and with the time of their creation.</List.Item>
        <List.Item>Items that are on hold, in a shipment, or have left the vault.</List.Item>
        <List.Item>Shipments, with their history.</List.Item>
      </List>
      <Text size="sm" mt="xs">
        Whoever runs the service uses it, on the server; it imports all rows of a file or none.
        Accounts come first, then shipments, then items. <code>--preview</code> only checks the
        file: without it, the file is imported.
      </Text>
      <Code block mt="xs" tabIndex={0}>
        {[name, 'outbound-shipments'].map((each) => `${IMPORT} ${each} ${rest}\n`).join('')}
      </Code>
    </Paper>
  )
}
