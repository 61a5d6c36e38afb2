import { Alert, Button, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { GitCompareArrows } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CONTACT_FIELDS, type Contact, type ContactField, contactFrom } from './contact.ts'

type Side = 'mine' | 'stored'

interface Props {
  /** The version that the person saw at first. */
  readonly base: Contact
  readonly mine: Contact
  /** The version that is stored now. */
  readonly stored: Contact
  readonly isSaving: boolean
  readonly save: (merged: Contact) => void
  /** Keeps the stored version. */
  readonly discard: () => void
}

/**
 * Both versions of each field that differs, side by side, to choose from. If only one of the two
 * changed a field, that change is preselected.
 */
export function ContactConflict({ base, mine, stored, isSaving, save, discard }: Props) {
  const differing = CONTACT_FIELDS.filter(({ name }) => mine[name].trim() !== stored[name])
  const [chosen, setChosen] = useState<Partial<Record<ContactField, Side>>>({})
  const sideOf = (name: ContactField) => chosen[name] ?? proposal(base, mine, stored, name)
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(differing.map(({ name }) => [name, side])))
  const isOpen = differing.some(({ name }) => sideOf(name) === undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOpen && !isSaving)
      save(contactFrom((name) => (sideOf(name) === 'mine' ? mine[name] : stored[name])))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Alert
          color="orange"
          icon={<GitCompareArrows />}
          title="Somebody else changed this account"
          role="alert"
        >
          Your changes are not saved yet.{' '}
          {differing.length === 0
            ? 'The stored version is the same as yours.'
            : 'Choose which version of each field to keep, then save.'}
        </Alert>
        {differing.map(({ name, label }) => (
          <Choice
            key={name}
            label={label}
            mine={mine[name].trim()}
            isMineChanged={mine[name].trim() !== base[name]}
            stored={stored[name]}
            side={sideOf(name)}
            choose={(side) => setChosen({ ...chosen, [name]: side })}
          />
        ))}
        <Group justify="space-between">
          <Group gap="xs">
            {differing.length > 0 && (
              <>
                <Button variant="default" onClick={() => chooseAll('mine')}>
                  Keep all mine
                </Button>
                <Button variant="default" onClick={() => chooseAll('stored')}>
                  Keep all stored
                </Button>
              </>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={discard}>
              Discard my changes
            </Button>
            <Button type="submit" loading={isSaving} disabled={isOpen}>
              Save selection
            </Button>
          </Group>
        </Group>
        {isOpen && (
          <Text size="sm" c="dimmed" ta="right" role="status">
            You both changed the same field. Choose a version first.
          </Text>
        )}
      </Stack>
    </form>
  )
}

/** @returns undefined where both changed the field */
function proposal(base: Contact, mine: Contact, stored: Contact, name: ContactField) {
  if (mine[name].trim() === base[name]) return 'stored'
  return stored[name] === base[name] ? 'mine' : undefined
}

interface ChoiceProps {
  readonly label: string
  readonly mine: string
  readonly isMineChanged: boolean
  readonly stored: string
  readonly side: Side | undefined
  readonly choose: (side: Side) => void
}

function Choice({ label, mine, isMineChanged, stored, side, choose }: ChoiceProps) {
  const sides = [
    { value: 'mine', title: isMineChanged ? 'Yours' : 'Unchanged by you', text: mine },
    { value: 'stored', title: 'Stored', text: stored },
  ]
  return (
    <Radio.Group
      label={label}
      value={side ?? null}
      onChange={(value) => choose(value as Side)}
      withAsterisk={side === undefined}
    >
      <Group gap="xs" grow wrap="wrap" mt={4} align="stretch">
        {sides.map(({ value, title, text }) => (
          <Paper withBorder p="xs" key={value} miw={200}>
            <Radio
              value={value}
              label={text === '' ? 'Empty' : text}
              description={title}
              styles={{ label: { overflowWrap: 'anywhere' } }}
            />
          </Paper>
        ))}
      </Group>
    </Radio.Group>
  )
}
