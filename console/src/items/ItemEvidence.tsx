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
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import type { Evidence, InventoryItem, NewEvidence } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { words } from '../display/format.ts'
import { Section } from '../display/Page.tsx'
import { Remark, ShortId } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'

type Props = { readonly item: InventoryItem; readonly etag: string | undefined }

export function ItemEvidence({ item, etag }: Props) {
  return (
    <Section title="Evidence" aside={<AddEvidence item={item} etag={etag} />}>
      {item.evidence.length === 0 && <Text>No photo or certificate yet.</Text>}
      {item.evidence.map((evidence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one may be there twice
        <OneFile key={index} evidence={evidence} />
      ))}
    </Section>
  )
}

function OneFile({ evidence }: { readonly evidence: Evidence }) {
  const { sha256, mediaType, sizeBytes, takenAt, takenBy, url } = evidence
  const kind = words(evidence.kind)
  const [checked, setChecked] = useState<{ readonly isSame: boolean; readonly picture?: string }>()
  const check = async (file: File | null) => {
    if (file === null) return
    const isSame = (await sha256Of(file)) === sha256
    const isPicture = isSame && file.type.startsWith('image/')
    setChecked({ isSame, ...(isPicture && { picture: await dataUrlOf(file) }) })
  }
  // An address can have signs that no text is encoded by, so it is shown as it is.
  const name = url === null ? '' : URL.parse(url)?.pathname.split('/').at(-1) || url
  return (
    <Paper withBorder p="md" aria-label={`${kind} ${name}`} role="group">
      <Group justify="space-between">
        <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600}>
            {kind}
            {url !== null && ': '}
            {url !== null && (
              <Anchor href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </Anchor>
            )}
          </Text>
          <Remark>
            {mediaType}, {Math.ceil(sizeBytes / 1_000).toLocaleString()} kB
            {takenAt !== null && ', '}
            {takenAt !== null && <Time at={takenAt} />}
            {takenBy !== null && `, by ${takenBy}`}, SHA-256 <ShortId id={sha256} />
          </Remark>
        </Stack>
        <FileButton onChange={(file) => void check(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Check a file against it
            </Button>
          )}
        </FileButton>
      </Group>
      {checked && (
        <Alert
          mt="sm"
          role="status"
          color={checked.isSame ? 'teal' : 'red'}
          title={
            checked.isSame
              ? 'This is the file: it has the SHA-256 on record'
              : 'This is another file, or it was changed: it has another SHA-256'
          }
        >
          {checked.picture && (
            <Image src={checked.picture} alt={kind} mah={400} w="auto" fit="contain" />
          )}
        </Alert>
      )}
    </Paper>
  )
}

const KINDS = (['photo', 'certificate', 'appraisal', 'other'] as const).map((value) => ({
  value,
  label: words(value),
}))

const NO_FILE = { kind: 'photo' as NewEvidence['kind'], file: null as File | null, url: '' }

function AddEvidence({ item: { id }, etag }: Props) {
  const form = useForm({ initialValues: NO_FILE })
  const { kind, file, url } = form.values
  const add = useChange('POST /v1/inventory-items/{id}/add-evidence', ['events'])
  return (
    <Action
      label="Add evidence"
      permission="inventory_items:update"
      explanation="Your browser calculates the SHA-256 of the file. Only that is sent: keep the file in storage of your own. It cannot be removed later."
      isIncomplete={!file?.size}
      etag={etag}
      onToggle={form.reset}
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
    >
      <Select label="Kind" data={KINDS} allowDeselect={false} {...form.getInputProps('kind')} />
      <FileInput label="File" required clearable {...form.getInputProps('file')} />
      <TextInput
        label="URL of the file (optional)"
        placeholder="https://"
        {...form.getInputProps('url')}
      />
    </Action>
  )
}

/** The SHA-256 of a file in lower-case hexadecimal digits. Browsers have it over HTTPS only. */
async function sha256Of(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The file as a URL: the page may show no picture of another address. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(`${reader.result}`)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
