import {
  Alert,
  Anchor,
  Button,
  FileButton,
  FileInput,
  Group,
  Image,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { Evidence, InventoryItem, NewEvidence } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { words } from '../display/format.ts'
import { ShortId } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { dataUrlOf, sha256Of } from './file-hash.ts'

interface Props {
  readonly item: InventoryItem
  readonly etag: string | undefined
}

/** The files about the item, of which the vault keeps the hashes. */
export function ItemEvidence({ item, etag }: Props) {
  return (
    <Stack component="section" aria-labelledby="evidence" gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4" id="evidence">
          Evidence
        </Title>
        <AddEvidence item={item} etag={etag} />
      </Group>
      {item.evidence.length === 0 && <Text size="sm">No photo or certificate yet.</Text>}
      {item.evidence.map((evidence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one may be there twice
        <OneFile key={index} evidence={evidence} />
      ))}
    </Stack>
  )
}

function OneFile({ evidence }: { readonly evidence: Evidence }) {
  const { kind, sha256, mediaType, sizeBytes, takenAt, takenBy, url } = evidence
  const [picture, setPicture] = useState<string>()
  const [isSame, setSame] = useState<boolean>()
  const compare = async (file: File | null) => {
    if (file === null) return
    const isTheFile = (await sha256Of(file)) === sha256
    setSame(isTheFile)
    setPicture(isTheFile && file.type.startsWith('image/') ? await dataUrlOf(file) : undefined)
  }
  const name = url === null ? undefined : decodeURI(new URL(url).pathname.split('/').at(-1) ?? url)
  return (
    <Paper withBorder p="md" aria-label={`${words(kind)} ${name ?? ''}`} role="group">
      <Group justify="space-between">
        <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={600}>
            {words(kind)}
            {url !== null && (
              <>
                {': '}
                <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
                  {name || url}
                </Anchor>
              </>
            )}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {mediaType}, {Math.ceil(sizeBytes / 1_000).toLocaleString()} kB
            {takenAt !== null && (
              <>
                {', '}
                <Time at={takenAt} />
              </>
            )}
            {takenBy !== null && `, by ${takenBy}`}, SHA-256 <ShortId id={sha256} />
          </Text>
        </Stack>
        <FileButton onChange={(file) => void compare(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Check a file against it
            </Button>
          )}
        </FileButton>
      </Group>
      {isSame !== undefined && (
        <Alert mt="sm" role="status" color={isSame ? 'teal' : 'red'} title={isSame ? SAME : OTHER}>
          {picture && <Image src={picture} alt={words(kind)} mah={400} w="auto" fit="contain" />}
        </Alert>
      )}
    </Paper>
  )
}

const SAME = 'This is the file: it has the SHA-256 on record'
const OTHER = 'This is another file, or it was changed: it has another SHA-256'

const KINDS = ['photo', 'certificate', 'appraisal', 'other'] as const

function AddEvidence({ item: { id }, etag }: Props) {
  const [kind, setKind] = useState<NewEvidence['kind']>('photo')
  const [file, setFile] = useState<File | null>(null)
  const [url, setUrl] = useState('')
  const add = useChange('POST /v1/inventory-items/{id}/add-evidence', ['events'])
  return (
    <Action
      label="Add evidence"
      permission="inventory_items:update"
      explanation="Your browser calculates the SHA-256 of the file. Only that is sent: keep the file in storage of your own. It cannot be removed later."
      fields={
        <>
          <Select
            label="Kind"
            data={KINDS.map((value) => ({ value, label: words(value) }))}
            value={kind}
            allowDeselect={false}
            onChange={(next) => setKind(next as typeof kind)}
          />
          <FileInput label="File" required value={file} onChange={setFile} clearable />
          <TextInput
            label="URL of the file (optional)"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        </>
      }
      isIncomplete={file === null || file.size === 0}
      etag={etag}
      onToggle={() => {
        setFile(null)
        setUrl('')
      }}
      run={async ({ ifMatch }) => {
        if (file === null) return
        const evidence: NewEvidence = {
          kind,
          sha256: await sha256Of(file),
          mediaType: file.type || 'application/octet-stream',
          sizeBytes: file.size,
          takenAt: new Date(file.lastModified).toISOString(),
          url: url.trim() || null,
        }
        await add.mutateAsync({ path: { id }, body: { evidence: [evidence] }, ifMatch })
      }}
    />
  )
}
